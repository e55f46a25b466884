"""Who may take, withdraw or take back what. Pure functions of the data that was read."""

from collections.abc import Collection
from datetime import datetime

from wardline.access.current_user import CurrentUser
from wardline.access.decision import ALLOWED, Decision
from wardline.call_schedules.choices import CoverEnd
from wardline.call_schedules.cover.errors import CoverEnded, CoverNotFound, CoverTaken
from wardline.call_schedules.cover.planned import begins_at
from wardline.call_schedules.models import CoverRequest
from wardline.people.schemas import NamedPerson


def is_involved(user: CurrentUser, request: CoverRequest) -> bool:
    """Whether the user asked for it or has taken it."""
    return user.id in {request.asked_by_id, request.taken_by_id}


def can_take(
    user: CurrentUser, request: CoverRequest, takers: Collection[int], *, taken_by: NamedPerson | None, now: datetime
) -> Decision:
    """`takers` are those whom it is for (`wardline.call_schedules.cover.service.takers_of`)."""
    if user.id not in takers:
        return Decision(CoverNotFound())
    if request.ending == CoverEnd.TAKEN and taken_by is not None and taken_by.id != user.id:
        return Decision(CoverTaken(taken_by))
    return ALLOWED if is_open(request, now) else Decision(CoverEnded())


def can_withdraw(user: CurrentUser, request: CoverRequest, now: datetime, *, plans: bool) -> Decision:
    """Whoever asked, and the line's planners (`plans`), as long as it is open."""
    if not is_involved(user, request) and not plans:
        return Decision(CoverNotFound())
    return ALLOWED if is_open(request, now) else Decision(CoverEnded())


def can_undo(user: CurrentUser, request: CoverRequest, now: datetime, *, plans: bool, stands: bool) -> Decision:
    """Both who agreed on it, and the line's planners, until the first of its shifts begins.

    Not once somebody else has what was agreed on (`stands`), because it would be taken from them.
    """
    if not is_involved(user, request) and not plans:
        return Decision(CoverNotFound())
    is_ahead = request.ending == CoverEnd.TAKEN and begins_at(request) > now
    return ALLOWED if is_ahead and stands else Decision(CoverEnded())


def is_open(request: CoverRequest, now: datetime) -> bool:
    """A request ends when its first shift begins, with whoever is planned for it still on."""
    return request.ended_at is None and begins_at(request) > now
