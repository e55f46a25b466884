"""Transfers on the wire."""

import uuid
from typing import Annotated

from pydantic import Field

from wardline.consults.choices import ConsultSort
from wardline.consults.schemas import SEARCH_START_LIMIT, FilterOnScreen
from wardline.core.forms.fields import OptionalShortText, SentId
from wardline.core.forms.wire import LIST_PAGE_SIZE, ApiModel, ReadModel, UtcDateTime
from wardline.people.schemas import Person
from wardline.places.schemas import FacilityRead
from wardline.transfers.choices import StrokeLevel, TransferState, TransferStateFilter, TransportationMode


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


class FacilityLocation(ReadModel):
    id: int
    name: str


class TransferRead(ReadModel):
    """The whole transfer; empty fields are null."""

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
