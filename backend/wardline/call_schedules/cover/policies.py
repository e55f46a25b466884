"""Who may take, withdraw or take back what. Pure functions of the data that was read."""

from collections.abc import Collection
from datetime import datetime

from wardline.access.current_user import CurrentUser
from wardline.access.decision import ALLOWED, Decision
from wardline.call_schedules.choices import CoverEnd
from wardline.call_schedules.cover.errors import CoverEnded, CoverNotFound, CoverTaken
from wardline.call_schedules.models import CoverRequest
from wardline.call_schedules.policies import is_planner
from wardline.people.schemas import Viewer


def concerns(user: CurrentUser, request: CoverRequest, group: Collection[int]) -> bool:
    """Whether the request is shown to the user: their own, one that they may take, or one of a line that they plan."""
    return user.id in {request.asked_by_id, request.taken_by_id} or is_planner(user) or is_for(user, request, group)


def is_for(user: CurrentUser, request: CoverRequest, group: Collection[int]) -> bool:
    """Whether the request is for this user: the colleague named in it, or else anybody else of the group."""
    if user.id == request.asked_by_id:
        return False
    return user.id == request.offered_to_id if request.offered_to_id is not None else user.id in group


def can_take(
    user: CurrentUser, request: CoverRequest, group: Collection[int], *, taken_by: Viewer | None, now: datetime
) -> Decision:
    if not is_for(user, request, group):
        return Decision(CoverNotFound())
    if request.ending == CoverEnd.TAKEN and taken_by is not None and taken_by.id != user.id:
        return Decision(CoverTaken(taken_by))
    return ALLOWED if is_open(request, now) else Decision(CoverEnded())


def can_withdraw(user: CurrentUser, request: CoverRequest, now: datetime) -> Decision:
    """Whoever asked, and planners, as long as it is open."""
    if user.id != request.asked_by_id and not is_planner(user):
        return Decision(CoverNotFound())
    return ALLOWED if is_open(request, now) else Decision(CoverEnded())


def can_undo(user: CurrentUser, request: CoverRequest, now: datetime) -> Decision:
    """Both who agreed on it, and planners, until the first of its shifts begins."""
    if user.id not in {request.asked_by_id, request.taken_by_id} and not is_planner(user):
        return Decision(CoverNotFound())
    first = min(request.starts_at, request.return_starts_at or request.starts_at)
    return ALLOWED if request.ending == CoverEnd.TAKEN and first > now else Decision(CoverEnded())


def is_open(request: CoverRequest, now: datetime) -> bool:
    """A request ends when its shift begins, with whoever asked still on."""
    return request.ended_at is None and request.starts_at > now
