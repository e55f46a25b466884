"""The signed-in user, with everything about them that decisions depend on (`wardline.directory.loading`)."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from wardline.access.permissions import ACCESS_ORGANIZATION, ACCESS_SERVICE_LINE, GIVE_CONSULT, Permission
from wardline.core.errors import NotSignedIn


@dataclass(frozen=True, slots=True)
class OpenCheckIn:
    id: int
    role_id: int
    service_line_id: int
    phone_number: str
    primary: bool
    checked_in_at: datetime


@dataclass(frozen=True, slots=True)
class OpenEmergency:
    """An emergency access that nobody has ended; it counts until `expires_at`."""

    id: UUID
    organization_id: int
    consult_ids: tuple[UUID, ...]
    """Newest first."""
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class CurrentUser:
    """The user as of this request. Kept in memory between requests (`wardline.access.known_users`)."""

    id: int
    username: str
    first_name: str
    last_name: str
    permissions: frozenset[Permission]
    role_ids: tuple[int, ...]
    """Without those that are retired."""
    organization_ids: frozenset[int]
    """The user's own organizations."""
    location_ids: frozenset[int]
    member_line_ids: frozenset[int]
    active_line_ids: frozenset[int]
    requestable_line_ids: frozenset[int]
    check_ins: tuple[OpenCheckIn, ...]
    """The open ones, earliest first."""
    served_organization_ids: frozenset[int]
    """Organizations with a location that may request a line that the user is checked in to."""
    consult_ids_in_writing: frozenset[UUID]
    """Consults whose sign-off note the user has locked."""
    rights_version: int
    """Changes whenever any of this changes (`wardline.people.models.RightsVersion`)."""
    emergencies: tuple[OpenEmergency, ...] = ()
    """By which the user may read consults that they could not read otherwise (`wardline.consults.reach`)."""

    def may(self, permission: Permission) -> bool:
        return permission in self.permissions

    @property
    def is_checked_in(self) -> bool:
        return bool(self.check_ins)

    @property
    def is_virtual(self) -> bool:
        return self.may(GIVE_CONSULT)

    @property
    def checked_in_line_ids(self) -> frozenset[int]:
        return frozenset(check_in.service_line_id for check_in in self.check_ins)

    @property
    def escalation_only_line_ids(self) -> frozenset[int]:
        """Those of `checked_in_line_ids` whose requests reach the user only once they are escalated."""
        return self.checked_in_line_ids - {each.service_line_id for each in self.check_ins if each.primary}

    @property
    def accessible_organization_ids(self) -> frozenset[int]:
        """The organizations whose consults and places the user may view; none without the permission."""
        if not self.may(ACCESS_ORGANIZATION):
            return frozenset()
        return self.organization_ids | self.served_organization_ids

    @property
    def administered_organization_ids(self) -> frozenset[int]:
        """The organizations that the user may administer; being on call for one is not enough."""
        return self.organization_ids & self.accessible_organization_ids

    @property
    def accessible_line_ids(self) -> frozenset[int]:
        """The lines whose consults the user may view; none without the permission."""
        if not self.may(ACCESS_SERVICE_LINE):
            return frozenset()
        return self.own_line_ids | self.checked_in_line_ids

    @property
    def own_line_ids(self) -> frozenset[int]:
        """The lines that the user may view whether on call or not."""
        return self.member_line_ids | self.requestable_line_ids


class SessionEnded(NotSignedIn):
    """New tokens of the same sign-in are refused, too."""

    code = "session_ended"
    message = "Your session has ended. Sign in again to continue."
