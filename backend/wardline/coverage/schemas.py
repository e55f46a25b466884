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
    """Of the caller's own organizations: how many `waiting` ones nobody has answered, and the oldest of these."""

    waiting: int
    waiting_since: UtcDateTime | None
    in_progress: int


class LineCoverage(ReadModel):
    """`people` are those on call: first those who are told of every request, then those on call longest."""

    service_line_id: int
    name: str
    status: CoverageStatus
    hours: HoursNow
    people: list[PersonCovering]
    requests: OpenRequests


class CoverageRead(ReadModel):
    """Each line that serves the caller's own organizations; those that need somebody come first."""

    lines: list[LineCoverage]
