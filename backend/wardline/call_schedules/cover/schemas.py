"""Requests for cover on the wire."""

from pydantic import Field

from wardline.call_schedules.choices import CoverEnd
from wardline.core.forms.fields import SentId
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.people.schemas import NamedPerson


class SwapFor(ApiModel):
    """The shift of a colleague, or part of one, that the one who asks takes on in return."""

    user_id: SentId
    starts_at: UtcDateTime
    ends_at: UtcDateTime


class AskForCover(ApiModel):
    """`swapFor` makes it a request to one colleague; null lets anybody of the group take it."""

    schedule_id: SentId
    starts_at: UtcDateTime
    ends_at: UtcDateTime
    swap_for: SwapFor | None


class CoverAsked(ReadModel):
    id: int


class CoverRead(ReadModel):
    id: int
    schedule_id: int
    schedule_name: str
    service_line_id: int
    service_line_name: str
    time_zone: str
    asked_by: NamedPerson
    starts_at: UtcDateTime
    ends_at: UtcDateTime
    offered_to: NamedPerson | None
    return_starts_at: UtcDateTime | None
    return_ends_at: UtcDateTime | None
    taken_by: NamedPerson | None
    ending: CoverEnd | None = Field(description="Null while it is open.")
    may_take: bool
    may_withdraw: bool
    may_undo: bool
