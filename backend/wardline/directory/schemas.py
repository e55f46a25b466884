"""The signed-in user on the wire."""

from wardline.core.forms.fields import PhoneNumber
from wardline.core.forms.wire import ApiModel, ReadModel
from wardline.places.schemas import FacilityRead, OrganizationRead
from wardline.service_lines.schemas import ServiceLineSummary


class PermissionRead(ReadModel):
    action: str
    subject: str


class RoleRead(ReadModel):
    id: int
    name: str
    label: str


class PreferencesRead(ReadModel):
    on_call_notification_type: bool
    on_call_service_line: int | None
    on_call_phone_number: str | None


class NamedRead(ReadModel):
    id: int
    name: str


class MeRead(ReadModel):
    """Everything that the browser needs to know about its user.

    `checkin_role` and `checkin_service_line` are the earliest open check-in's.
    """

    id: int
    username: str
    first_name: str
    last_name: str
    phone_number: str | None
    medipac_id: str | None
    roles: list[RoleRead]
    default_checkin_role_id: int | None
    """Virtual Provider if the user has it, otherwise the last role."""
    is_virtual: bool
    service_lines: list[ServiceLineSummary]
    active_service_lines: list[ServiceLineSummary]
    requestable_service_lines: list[ServiceLineSummary]
    organizations: list[OrganizationRead]
    location_ids: list[int]
    preferred_facilities: list[FacilityRead]
    facility_locations: list[NamedRead]
    string_dictionary: dict[str, str]
    rbac_permissions: list[PermissionRead]
    checkin_role: NamedRead | None
    checkin_service_line: NamedRead | None
    checked_in_line_ids: list[int]
    escalation_only_line_ids: list[int]
    """Those of them whose new consults reach the user only once they are escalated."""
    preferences: PreferencesRead


class ChangeUser(ApiModel):
    phone_number: PhoneNumber


class SafekeepingKeyRead(ReadModel):
    """256 bits in base64, for this user only; their browser keeps it only in memory."""

    key: str
