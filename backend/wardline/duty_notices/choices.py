"""Closed lists about notices of duty."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wardline.contacts.choices import ContactKind
from wardline.core.forms.choices import Choice


class DutyNoticeKind(Choice):
    """What a notice says; the label is its title."""

    SHIFT_TOMORROW = "shiftTomorrow", "Your Shift Tomorrow"
    SHIFT_BEGINS = "shiftBegins", "Your Shift Has Begun"
    SHIFT_UNATTENDED = "shiftUnattended", "Nobody Went on Call for a Shift"
    NOBODY_ON_CALL = "nobodyOnCall", "Nobody Is on Call"
    SHIFT_ASSIGNED = "shiftAssigned", "A Shift Was Assigned to You"
    SHIFT_WITHDRAWN = "shiftWithdrawn", "A Shift Is No Longer Yours"
    SHIFT_TIMES_CHANGED = "shiftTimesChanged", "Your Shift Has New Times"
    COVER_ASKED = "coverAsked", "A Colleague Asks for Cover"
    COVER_TAKEN = "coverTaken", "Your Shift Is Covered"
    COVER_OPEN = "coverOpen", "Nobody Has Taken Your Shift Yet"
    COVER_CLOSED = "coverClosed", "A Request for Cover Has Ended"
    CANNOT_GO_ON_CALL = "cannotGoOnCall", "Someone Planned Cannot Go on Call"

    @property
    def handling(self) -> "Handling":
        return _HANDLING[self]


NOTICE_CHANNELS: Final = (ContactKind.PUSH, ContactKind.TEXT, ContactKind.EMAIL)
"""Outside the application; nobody is called about duty."""


@dataclass(frozen=True, slots=True)
class Channels:
    """`instead` is used for people who have none of `first`; what is urgent goes out before everything else."""

    first: Sequence[ContactKind]
    instead: ContactKind
    are_urgent: bool


URGENT: Final = Channels((ContactKind.PUSH, ContactKind.TEXT), ContactKind.EMAIL, are_urgent=True)
CALM: Final = Channels((ContactKind.PUSH, ContactKind.EMAIL), ContactKind.TEXT, are_urgent=False)


@dataclass(frozen=True, slots=True)
class Handling:
    """What becomes of a notice: how it is sent, and the page where its reader does something about it.

    A notice that needs an answer stays until its domain withdraws it or its reader dismisses it; one that is only news
    is over once its page has been opened.
    """

    channels: Channels
    path: str
    action_name: str
    """The label of the link to the page."""
    needs_answer: bool = False
    goes_on_call: bool = False
    """Its reader goes on call for the line; a screen does so at once, the page offers it first."""


_MY_SHIFTS: Final = "/my-shifts"
_COVERAGE: Final = "/coverage"
_CALL_SCHEDULES: Final = "/call-schedules"
_HANDLING: Final = {
    DutyNoticeKind.SHIFT_TOMORROW: Handling(CALM, _MY_SHIFTS, "My Shifts"),
    DutyNoticeKind.SHIFT_BEGINS: Handling(URGENT, _MY_SHIFTS, "Go on Call", needs_answer=True, goes_on_call=True),
    DutyNoticeKind.SHIFT_UNATTENDED: Handling(URGENT, _COVERAGE, "Coverage", needs_answer=True),
    DutyNoticeKind.NOBODY_ON_CALL: Handling(URGENT, _COVERAGE, "Coverage", needs_answer=True),
    DutyNoticeKind.SHIFT_ASSIGNED: Handling(CALM, _MY_SHIFTS, "My Shifts"),
    DutyNoticeKind.SHIFT_WITHDRAWN: Handling(CALM, _MY_SHIFTS, "My Shifts"),
    DutyNoticeKind.SHIFT_TIMES_CHANGED: Handling(CALM, _MY_SHIFTS, "My Shifts"),
    DutyNoticeKind.COVER_ASKED: Handling(CALM, _MY_SHIFTS, "Answer", needs_answer=True),
    DutyNoticeKind.COVER_TAKEN: Handling(CALM, _MY_SHIFTS, "My Shifts"),
    DutyNoticeKind.COVER_OPEN: Handling(CALM, _MY_SHIFTS, "My Shifts", needs_answer=True),
    DutyNoticeKind.COVER_CLOSED: Handling(CALM, _MY_SHIFTS, "My Shifts"),
    DutyNoticeKind.CANNOT_GO_ON_CALL: Handling(CALM, _CALL_SCHEDULES, "Call Schedules", needs_answer=True),
}
