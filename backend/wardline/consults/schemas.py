"""Consults on the wire. The body of a create request is composed with each line's own request (`consults.bodies`)."""

import uuid
from datetime import date
from typing import Annotated, Any

from pydantic import Field, StrictBool, ValidationInfo, field_validator

from wardline.consults.choices import ConsultSort, ConsultState, StateFilter
from wardline.consults.sort_key import SortKey, SortKeyText
from wardline.core.forms.fields import OptionalShortText, PhoneNumber, SentId, ShortText, Text
from wardline.core.forms.rules import Condition, Required, RuledModel
from wardline.core.forms.wire import LIST_PAGE_SIZE, ApiModel, ReadModel, UtcDateTime
from wardline.patients.choices import EncounterStatus, Sex, Verification
from wardline.patients.schemas import EncounterInput, PatientInput, PatientRead
from wardline.people.schemas import Person, Viewer
from wardline.places.schemas import EncounterLocation, FeaturesByLocations
from wardline.service_lines.base.request import LineRequest
from wardline.service_lines.schemas import ConsultPriority, FeaturesByServiceLines, ServiceLineRead

SEARCH_START_LIMIT = 10_000
MAX_PAGE_LENGTH = 100


Ignored = Annotated[Any, Field(exclude=True)]
"""Accepted with any value and never read or validated."""


class AdditionalData(ApiModel):
    """Additional data that a unit may collect."""

    fax_number: PhoneNumber | None = None
    hospital_name: ShortText | None = None


class ConsultRequest(ApiModel):
    """The fields of every request; `bodies` adds those of its line.

    `state`, `priority_id`, `created_at` and `created_by_user` are accepted and ignored: the server sets them.
    """

    patient: Annotated[PatientInput, Field(alias="Patient")]
    encounter: Annotated[EncounterInput, Field(alias="Encounter")]
    additional_data: AdditionalData = AdditionalData()
    service_line_id: SentId
    state: Ignored = None
    priority_id: Ignored = None
    created_at: Ignored = None
    created_by_user: Ignored = None


class LineConsultRequest(ConsultRequest, LineRequest):
    """The body of a create request, for any line."""


class ConsultCreatedResponse(ReadModel):
    id: uuid.UUID


class PatchConsult(RuledModel):
    """Changes only the fields that are sent. The line's record may be sent in part under its own name (`bodies`).

    `cancellation_reason` belongs to the completion type cancelled.
    """

    callback_number: PhoneNumber | None = None
    reason: OptionalShortText | None = None
    complete_type: Text | None = None
    cancellation_reason: Text | None = None

    rules = (
        Required(field="completeType", when=(Condition(field="cancellationReason", values=(None,), negated=True),)),
    )


class CompleteConsult(ApiModel):
    """The line narrows it (completion types, limits and rules); `cancel` may also be in the query string."""

    complete_type: Text | None = None
    cancellation_reason: Text | None = None
    qa_comment: Text | None = None
    call_length: Any = None
    cancel: StrictBool = False


class FilterOnScreen(ApiModel):
    """The parts of a filter that are only displayed: the favorites toggle and the number in its badge."""

    using_favorites: StrictBool = False
    count: Annotated[int, Field(strict=True, ge=0, le=100)] = 0


class SearchFilter(FilterOnScreen):
    """The locations of a favorites filter are in `locations`; `using_favorites` and `count` filter nothing."""

    service_lines: Annotated[list[SentId], Field(max_length=100)] = []
    locations: Annotated[list[SentId], Field(max_length=1000)] = []
    state: StateFilter = StateFilter.ALL
    search_string: OptionalShortText = ""
    assigned_locations_toggle_on: StrictBool = True


class ListRequest(ApiModel):
    """Which list: what it is limited to and how it is sorted."""

    filter: SearchFilter = SearchFilter()
    sort: ConsultSort = ConsultSort.PRIORITY_HIGH_TO_LOW


class SearchConsults(ListRequest):
    """`start` counts from 0; a `length` above 100 is cut to 100.

    `after` is the `next` of an earlier response to the same search and replaces `start`: the page begins after that
    response's last consult, wherever it is in the list by now, at the same cost at any depth.
    """

    start: Annotated[int, Field(strict=True, ge=0, le=SEARCH_START_LIMIT)] = 0
    length: Annotated[int, Field(strict=True, ge=1)] = LIST_PAGE_SIZE
    after: SortKeyText | None = None

    @field_validator("after")
    @classmethod
    def _fits_the_page(cls, after: str | None, info: ValidationInfo) -> str | None:
        if after is not None and SortKey.parse(after).sort is not info.data.get("sort"):
            raise ValueError("This cursor belongs to a different sort order.")
        if after is not None and info.data.get("start"):
            raise ValueError("Use either start or a cursor, not both.")
        return after


class CardPatient(ReadModel):
    name_given: str
    name_family: str
    birth_date: date
    gender: Sex | None


class CardLocation(ReadModel):
    id: int
    display_name: str
    facility_name: str
    unit: str
    time_zone: str


class CardServiceLine(ReadModel):
    id: int
    slug: str
    name: str


class CardPerson(ReadModel):
    id: int
    first_name: str
    last_name: str


class OwnCard(ReadModel):
    """A row of the worklist without what other domains add (`wardline.consult_views.registry`)."""

    id: uuid.UUID
    patient: Annotated[CardPatient, Field(alias="Patient")]
    location: CardLocation
    service_line: Annotated[CardServiceLine, Field(alias="ServiceLine")]
    service_line_id: int
    organization_id: int
    priority_id: int
    priority: ConsultPriority
    state: ConsultState
    complete_type: str | None
    is_emergency: bool
    encounter_status: EncounterStatus
    created_at: UtcDateTime
    created_by_id: int
    acknowledged_at: UtcDateTime | None
    acknowledged_by_id: int | None
    completed_at: UtcDateTime | None
    completed_by_id: int | None
    comment_count: int


class ReadCards(ListRequest):
    """`ids` are consults that changed; `filter` and `sort` are those of the list that they may belong to."""

    ids: Annotated[list[uuid.UUID], Field(min_length=1, max_length=MAX_PAGE_LENGTH)]


class ConsultCount(ReadModel):
    count: int


class PatientVerification(ReadModel):
    """Whether the patient is the one that the hospital's record has under `emrId`.

    The last three describe a user's confirmation, if the record alone does not show it.
    """

    state: Verification
    confirmed_by: Person | None
    confirmed_at: UtcDateTime | None
    reason: str | None


class EncounterRead(ReadModel):
    id: uuid.UUID
    status: EncounterStatus
    location_id: int
    service_line_id: int
    organization_id: int
    service_line: Annotated[ServiceLineRead, Field(alias="ServiceLine")]
    location: EncounterLocation
    features_by_locations: Annotated[FeaturesByLocations, Field(alias="FeaturesByLocations")]
    emr_data: dict[str, Any] | None
    verification: PatientVerification | None
    """Null for a patient entered manually."""


class AdditionalDataRead(ReadModel):
    fax_number: str | None
    hospital_name: str | None


class EmergencyUntil(ReadModel):
    """The emergency access by which the reader reads a consult."""

    id: uuid.UUID
    expires_at: UtcDateTime
    consult_ids: list[uuid.UUID]
    """All that it opens, newest first."""


class OwnConsult(ReadModel):
    """A consult without its line's record and without what other domains add (`wardline.consult_views.registry`)."""

    id: uuid.UUID
    patient: Annotated[PatientRead, Field(alias="Patient")]
    encounter: Annotated[EncounterRead, Field(alias="Encounter")]
    callback_number: str
    reason: str | None
    call_reason: str | None
    """The line's own wording of why the call was made, otherwise `reason`."""
    priority_id: int
    priority: ConsultPriority
    state: ConsultState
    is_emergency: bool
    created_at: UtcDateTime
    created_by_user: Person
    user: Person
    acknowledged_at: UtcDateTime | None
    acknowledged_by: int | None
    acknowledged_by_user: Person | None
    complete_type: str | None
    completed_at: UtcDateTime | None
    completed_by_user: Person | None
    cancellation_reason: str | None
    qa_comment: str | None
    call_length: int | None
    features_by_service_lines: Annotated[FeaturesByServiceLines, Field(alias="FeaturesByServiceLines")]
    additional_data: AdditionalDataRead
    comment_count: int
    consult_view: list[Viewer]
    emergency_access: EmergencyUntil | None
    """Set if the reader may read it only because of an emergency access; then they can do nothing else with it."""
    service_line_id: int
    service_line_slug: str
    detail_name: str
