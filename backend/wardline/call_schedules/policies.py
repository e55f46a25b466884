"""Who may see and edit which call schedules. Pure functions of the data that was read."""

from datetime import datetime, timedelta
from typing import Final

from wardline.access.current_user import CurrentUser
from wardline.access.decision import ALLOWED, Decision, forbidden
from wardline.access.permissions import EDIT_CALL_SCHEDULE, GIVE_CONSULT
from wardline.call_schedules.errors import ScheduleSavedMeanwhile
from wardline.people.schemas import NamedPerson

GRACE: Final = timedelta(minutes=15)
"""How long ago a change may begin: "from now on" was a while ago once the form has been filled in."""
LONGEST_CHANGE: Final = timedelta(days=366)


def is_planner(user: CurrentUser) -> bool:
    return user.may(EDIT_CALL_SCHEDULE)


def lines_planned_for(user: CurrentUser) -> frozenset[int]:
    """The lines whose plan the user may see: planners those they may view, providers those they may be on call for."""
    if is_planner(user):
        return user.accessible_line_ids
    return user.active_line_ids if user.may(GIVE_CONSULT) else frozenset()


def can_plan(user: CurrentUser) -> Decision:
    return ALLOWED if is_planner(user) else forbidden()


def can_save(version: int, *, stored: int, saved_by: NamedPerson) -> Decision:
    """Of two planners who save at once, the second has to see what the first one saved."""
    return ALLOWED if version == stored else Decision(ScheduleSavedMeanwhile(saved_by))


def is_ahead(starts_at: datetime, ends_at: datetime, now: datetime) -> bool:
    """Whether a change concerns the time from now on, since history never changes."""
    return starts_at >= now - GRACE and ends_at > now and ends_at - starts_at <= LONGEST_CHANGE
