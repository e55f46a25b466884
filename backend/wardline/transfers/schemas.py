"""Transfers on the wire."""

import uuid
from typing import Annotated, Any, ClassVar, Final

from pydantic import Field, StrictBool

from wardline.consults.choices import ConsultSort
from wardline.consults.schemas import SEARCH_START_LIMIT, FilterOnScreen
from wardline.core.forms.fields import OptionalShortText, PhoneNumber, SentId, ShortText
from wardline.core.forms.rules import Cleared, Condition, FieldRule, Required, RuledModel
from wardline.core.forms.wire import LIST_PAGE_SIZE, ApiModel, ReadModel, UtcDateTime
from wardline.people.schemas import Person
from wardline.places.schemas import FacilityFieldFlags, FacilityRead
from wardline.transfers.choices import (
    Ending,
    StrokeLevel,
    TransferAction,
    TransferState,
    TransferStateFilter,
    TransportationMode,
)

OFFERS_LIMIT: Final = 50
"""Facilities that one transfer can be offered to, far more than any protocol has: all are returned at once."""


def facility_part(flags: FacilityFieldFlags) -> dict[str, Any]:
    """The data that the rules of `AskedFacility` need in addition to its fields: what the chosen facility asks for."""
    return {"facility": flags.model_dump(by_alias=True)}


def _only_if_asked(field: str, flag: str) -> tuple[FieldRule, FieldRule]:
    return (
        Required(field=field, when=(Condition(field=f"facility.{flag}", values=(True,)),)),
        Cleared(field=field, when=(Condition(field=f"facility.{flag}", values=(False,)),)),
    )


class AskedFacility(RuledModel):
    """The facility that is asked to accept the patient, one of the user's own, and how the patient gets there.

    The rules also see the `facility_part`. Without it, as in the body of a request, none of them applies.
    """

    rules: ClassVar[tuple[FieldRule, ...]] = (
        *_only_if_asked("acceptingAttendingPhysician", "requiresAcceptingAttending"),
        *_only_if_asked("otherPreferredFacility", "requiresOtherFacility"),
    )

    preferred_facility: SentId
    facility_location: SentId
    accepting_attending_physician: OptionalShortText | None = None
    other_preferred_facility: OptionalShortText | None = None
    preferred_transportation_mode: TransportationMode


class RequestTransfer(AskedFacility):
    referring_physician: ShortText
    referring_location_number: PhoneNumber
    stroke_level: StrokeLevel
    accepting_location: OptionalShortText | None = None
    consulting_physician: OptionalShortText | None = None
    consulting_contact: OptionalShortText | None = None
    is_consulting_physician_accepting: StrictBool | None = None


class DeclineTransfer(AskedFacility):
    """Why the facility declined, and the one that is asked instead.

    `offer` is the number of the facility that declined: 1 for the one that was asked first.
    """

    offer: Annotated[int, Field(strict=True, ge=1, le=OFFERS_LIMIT)]
    reason: ShortText


class TransferFilter(FilterOnScreen):
    """The filter of the worklist including the sort, because the request has no separate sort.

    Dates are those of the transfer, priorities those of its consult. The list covers all consults that the caller may
    view, regardless of where the caller works.
    """

    sort: ConsultSort = ConsultSort.OLDEST_FIRST
    service_lines: Annotated[list[SentId], Field(max_length=100)] = []
    locations: Annotated[list[SentId], Field(max_length=1000)] = []
    state: TransferStateFilter = TransferStateFilter.PENDING
    search_string: OptionalShortText = ""


class SearchTransfers(ApiModel):
    """`start` counts from 0; a `length` above 100 is cut to 100."""

    start: Annotated[int, Field(strict=True, ge=0, le=SEARCH_START_LIMIT)] = 0
    length: Annotated[int, Field(strict=True, ge=1)] = LIST_PAGE_SIZE
    filter: TransferFilter = TransferFilter()


class OwnTransferCard(ReadModel):
    """A row of the transfer list without the card of its consult."""

    id: uuid.UUID
    state: TransferState
    created_at: UtcDateTime
    acknowledged_at: UtcDateTime | None
    closed_reason: Ending | None
    allowed_actions: list[TransferAction]
    """Those that need no more than the transfer itself: acknowledge and complete."""


class FacilityLocation(ReadModel):
    id: int
    name: str


class DeclinedOfferRead(ReadModel):
    """A facility that declined; `declined_by` noted it at `declined_at`.

    `facility_id` and `facility_name` are those of the transfer's preferred facility at that time.
    """

    number: int
    facility_id: int
    facility_name: str
    facility_location: FacilityLocation
    accepting_attending_physician: str | None
    other_preferred_facility: str | None
    preferred_transportation_mode: TransportationMode
    reason: str
    declined_at: UtcDateTime
    declined_by: Person


class TransferRead(ReadModel):
    """The whole transfer; empty fields are null, and so is `closed_by` if it is not known.

    The facility and its fields are those of the facility that was asked last, `declined_offers` those before, in order.
    """

    id: uuid.UUID
    consult_id: uuid.UUID
    author: Person
    created_at: UtcDateTime
    state: TransferState
    assignee: Person | None
    acknowledged_at: UtcDateTime | None
    acknowledged_by: Person | None
    resolved_at: UtcDateTime | None
    resolved_by: Person | None
    closed_at: UtcDateTime | None
    closed_by: Person | None
    closed_reason: Ending | None
    referring_physician: str
    referring_location_number: str
    preferred_facility: FacilityRead
    facility_location: FacilityLocation
    accepting_attending_physician: str | None
    other_preferred_facility: str | None
    preferred_transportation_mode: TransportationMode
    stroke_level: StrokeLevel
    accepting_location: str | None
    consulting_physician: str | None
    consulting_contact: str | None
    is_consulting_physician_accepting: bool | None
    declined_offers: list[DeclinedOfferRead]
