"""The coverage board on the wire. There is nothing in it about any patient."""

from wardline.contacts.choices import ContactKind
from wardline.core.forms.wire import ReadModel, UtcDateTime
from wardline.coverage.choices import CoverageStatus
from wardline.on_call.schemas import PersonOnCall


class Reachability(ReadModel):
    """How someone on call would be reached.

    `last_heard_at` is when they, or a browser of theirs, last did something here; a browser that is left alone is heard
    of once an hour. `channels` are those of their verified contacts, each once, in the order in which they are tried.
    """

    last_heard_at: UtcDateTime
    channels: list[ContactKind]


class PersonCovering(PersonOnCall):
    """`reachability` is null for those who may not edit call schedules."""

    reachability: Reachability | None


class HoursNow(ReadModel):
    """`closes_at` of an open line and `opens_at` of a closed one are null if that is more than a week away."""

    is_open: bool
    opens_at: UtcDateTime | None
    closes_at: UtcDateTime | None


class OpenRequests(ReadModel):
    """Of the caller's own organizations: how many `waiting` ones nobody has answered, and the oldest of these.

    `overdue` of them have waited as long as their priority gives for the whole consult.
    """

    waiting: int
    waiting_since: UtcDateTime | None
    overdue: int
    in_progress: int


class HandOverNext(ReadModel):
    """When the call schedules expect others than now, by name; nobody if `people` is empty."""

    at: UtcDateTime
    people: list[str]


class GapAhead(ReadModel):
    """The line is open and nobody is planned, for all notifications (`primary`) or for escalations."""

    primary: bool
    starts_at: UtcDateTime
    ends_at: UtcDateTime


class MissingPerson(ReadModel):
    """Expected now and not on call. For those who may not edit call schedules, everything but the name is null.

    `phone_number` is that of the directory, null if it has none; `call_schedule_id` is the plan that expects them.
    """

    name: str
    phone_number: str | None
    call_schedule_id: int | None


class PlanNow(ReadModel):
    """Of a line with call schedules, for the coming week; `gaps` is null for those who may not edit call schedules."""

    missing: list[MissingPerson]
    next_hand_over: HandOverNext | None
    gaps: list[GapAhead] | None


class LineCoverage(ReadModel):
    """`people` are those on call: first those who are told of every request, then those on call longest.

    `plan` is null for a line without call schedules.
    """

    service_line_id: int
    name: str
    status: CoverageStatus
    hours: HoursNow
    people: list[PersonCovering]
    requests: OpenRequests
    plan: PlanNow | None


class CoverageRead(ReadModel):
    """Each line that serves the caller's own organizations; those that need somebody come first."""

    lines: list[LineCoverage]
