"""Open work on the wire."""

import uuid

from wardline.consults.choices import ConsultState
from wardline.consults.schemas import CardPatient
from wardline.core.forms.wire import ReadModel, UtcDateTime
from wardline.service_lines.schemas import ConsultPriority


class Successor(ReadModel):
    """Someone on call for the consult's line who may take it over; `primary` is false for escalations only."""

    id: int
    first_name: str
    last_name: str
    primary: bool
    since: UtcDateTime


class WorkRead(ReadModel):
    """A consult as those who know it recognize it."""

    id: uuid.UUID
    patient: CardPatient
    location_name: str
    service_line_id: int
    service_line_name: str
    priority: ConsultPriority
    state: ConsultState
    created_at: UtcDateTime
    acknowledged_at: UtcDateTime | None


class OpenConsult(WorkRead):
    """An open consult that the caller is responsible for."""

    may_hand_over: bool
    may_complete: bool
    successors: list[Successor]
    """Those for all notifications before those for escalations only, and then whoever has been on call longest."""
    has_draft: bool
    """Whether the caller was the last to save its note, which nobody has signed."""


class UnsignedNote(WorkRead):
    """A completed consult whose note the caller has begun and nobody has signed."""

    may_continue: bool


class LineLeft(ReadModel):
    """A line that is open, and for which nobody else is on call."""

    service_line_id: int
    service_line_name: str
    open_until: UtcDateTime | None
    """Null if it does not close within a week."""
    waiting: int
    """How many requests nobody has acknowledged, of those that the caller may view."""
    told: list[str]
    """The names of those who will be told that nobody is on call."""


class OpenWork(ReadModel):
    """What the caller leaves behind when they go off call: the most pressing first, each list at most a hundred."""

    consults: list[OpenConsult]
    unsigned_notes: list[UnsignedNote]
    last_on_call: list[LineLeft]
