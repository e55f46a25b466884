"""Places as the administrators' screens read and send them.

No field that is sent has a default, so that none can be cleared by mistake.
"""

from typing import Annotated, Final

from pydantic import AfterValidator, Field, StrictBool

from wardline.admin.drafts.schemas import DraftRead
from wardline.admin.places.schemas import LocationFields
from wardline.admin.schemas import ConfirmedCodes, LineName, StateName
from wardline.core.forms import messages
from wardline.core.forms.choices import Choice
from wardline.core.forms.fields import Code, Id, SentId, ShortText
from wardline.core.forms.rules import Condition, Required, Rule, RuledModel
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.people.states import STATES
from wardline.places.schemas import (
    FacilityFieldFlags,
    FeaturesByLocations,
    LocationTypeRead,
    OrganizationRead,
    TransferProtocolRead,
    VideoRoomRead,
)

FACILITIES_PAGE_SIZE: Final = 20
UNITS_SHOWN: Final = 25
"""How many units of a facility the list of places shows."""
MAX_LISTED: Final = 500
"""How many facilities an organization's page lists, and how many types of units can be chosen."""
UNITS_PAGE_SIZE: Final = 100


def _state(value: str) -> str:
    if value not in STATES:
        raise ValueError(messages.INVALID)
    return value


class PlaceKind(Choice):
    ORGANIZATION = "organizations", "Organization"
    FACILITY = "facilities", "Facility"
    UNIT = "units", "Unit"


class PreferredVideo(Choice):
    """How calls with a unit are joined first."""

    VIDYO = "vidyo", "Vidyo room"
    BLUESTREAM = "bluestream", "BlueStream room"
    CORE = "core", "Core video room"


class NotesProtocol(Choice):
    """How signed notes are filed in the hospital's record."""

    HL7 = "hl7v2", "HL7 v2 interface"
    FHIR = "fhir", "FHIR server that the census is read from"


class Hl7Fields(ApiModel):
    """An HL7 interface for signed notes (`wardline.ehr.filing.Hl7Destination`)."""

    host: ShortText
    port: Annotated[int, Field(strict=True, ge=1, le=65535)]
    tls: StrictBool
    receiving_application: ShortText
    receiving_facility: ShortText
    sending_facility: ShortText


class OrganizationFields(RuledModel):
    """Everything about an organization except its code, which never changes."""

    name: ShortText
    notes_protocol: NotesProtocol | None
    """How signed notes are filed; null if they are not."""
    hl7: Hl7Fields | None
    reason: ShortText | None
    """Why, for those who read the history."""

    rules = (Required(field="hl7.host", when=(Condition(field="notesProtocol", values=(NotesProtocol.HL7,)),)),)


class NewOrganization(OrganizationFields):
    code: Code


class FacilityFields(RuledModel):
    """Everything about a facility except its code and its organization, which never change."""

    name: ShortText
    facility_type: ShortText
    """One that is in use, or a new one."""
    info: ShortText | None
    state: Annotated[ShortText, AfterValidator(_state)] | None
    """If it is given, planners are told of people who are planned without a license for it."""
    field_flags: FacilityFieldFlags
    """What a transfer to it asks for in addition."""
    reason: ShortText | None


class NewFacility(FacilityFields):
    code: Code
    organization_id: SentId


class UnitFields(LocationFields):
    """Everything about a unit except its code and its facility, which never change."""

    preferred_video: PreferredVideo | None
    """Null for the application's own calls."""
    reason: ShortText | None
    confirmed: ConfirmedCodes


class UnitDraft(LocationFields):
    """Everything about a unit as it will be once somebody publishes it."""

    preferred_video: PreferredVideo | None
    reason: ShortText | None
    on_live: StrictBool
    """Start from the unit as it is now, instead of from what the open draft started from."""


class NewUnit(UnitFields):
    code: Code
    facility_id: SentId


class PlacesFilter(ApiModel):
    """Which places to return: each word of `text` is part of their names or codes."""

    text: Annotated[str, Field(max_length=100)] = ""
    organization_id: Id | None = None
    after: Id | None = None
    """The `next` of the previous page."""


class UnitRow(ReadModel):
    """A unit in a list."""

    id: int
    unit: str
    display_name: str
    active: bool


class UnitsFilter(ApiModel):
    after: Id | None = None
    """The `next` of the previous page."""


class UnitsPage(ReadModel):
    """One page, by name; `next` is null on the last one."""

    units: list[UnitRow]
    next: int | None


class FacilityRow(ReadModel):
    """A facility with its first units; with a text, with those that match."""

    id: int
    organization_id: int
    name: str
    facility_type: str
    unit_count: int
    """All of its units."""
    found_count: int
    """Those that match, of which `units` has the first."""
    units: list[UnitRow]


class OrganizationRow(OrganizationRead):
    facility_count: int


class PlacesPage(ReadModel):
    """One page, by the names of organizations and facilities; `next` is null on the last one.

    `organizations` are all that the reader administers, on every page.
    """

    organizations: list[OrganizationRow]
    facilities: list[FacilityRow]
    next: int | None


class PlaceRead(ReadModel):
    """`version` goes back in the header If-Match of a change. `managedBy` names the file that alone may change it."""

    id: int
    code: str
    version: str
    managed_by: str | None


class FacilityName(ReadModel):
    id: int
    name: str


class OrganizationDetails(PlaceRead):
    name: str
    notes_protocol: NotesProtocol | None
    hl7: Hl7Fields | None
    facilities: list[FacilityName]


class FacilityDetails(PlaceRead):
    organization: OrganizationRead
    name: str
    facility_type: str
    info: str | None
    state: str | None
    field_flags: FacilityFieldFlags
    unit_count: int
    units: list[UnitRow]
    """The first page of them, as `listFacilityUnits` returns it."""
    next_units: int | None


class UnitSettings(ReadModel):
    """Everything about a unit that administrators decide."""

    unit: str
    display_name: str
    location_type: LocationTypeRead
    time_zone: str
    phone_number_at_location: str | None
    fax_number: str | None
    hospital_name: str | None
    emr_integrated: bool
    emr_code: str | None
    active: bool
    features_by_locations: Annotated[FeaturesByLocations, Field(alias="FeaturesByLocations")]
    service_line_ids: list[int]
    vidyo_rooms: Annotated[list[VideoRoomRead], Field(alias="VidyoRooms")]
    transfer_protocols: Annotated[list[TransferProtocolRead], Field(alias="TransferProtocols")]
    preferred_video: PreferredVideo | None


class UnitDetails(UnitSettings, PlaceRead):
    organization: OrganizationRead
    facility: FacilityName
    needs_approval: bool
    """Whether it can only be changed by a draft that somebody else approves."""
    draft: DraftRead | None
    draft_settings: UnitSettings | None
    """The unit as it would be; null if there is no draft, or if it no longer fits."""


class PlaceChoices(ReadModel):
    """What places can be given, and what is the same for all of them."""

    service_lines: list[LineName]
    facility_types: list[str]
    location_types: list[str]
    """Those in use."""
    states: list[StateName]
    may_add_organizations: bool
    backup_number: str
    support_phone: str
    has_hospital_record: bool
    """Whether a census can be read at all."""


class CensusCheck(ApiModel):
    emr_code: ShortText


class CensusReading(ReadModel):
    """How many patients a hospital's record names for a code now, or why that is not known."""

    at: UtcDateTime
    patients: int | None
    is_more: bool
    """There are more than that."""
    problem: str | None


class NumberPreview(ReadModel):
    """The rules for a patient number, as a request's form runs them."""

    rules: list[Rule]
