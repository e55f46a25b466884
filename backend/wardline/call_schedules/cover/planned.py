"""Whether people still have what a request for cover says that they give, or got. Pure but for one query."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.call_schedules.models import CoverRequest
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.spans import Span, merged, without


@dataclass(frozen=True, slots=True)
class Planned:
    """Who is planned when, by call schedule and user, at the time of some requests."""

    _spans: Mapping[tuple[int, int], list[Span]]

    def throughout(self, schedule_id: int, user_id: int, span: Span) -> bool:
        return not without([span], self._spans.get((schedule_id, user_id), []))

    def at_some_of(self, schedule_id: int, user_id: int, span: Span) -> bool:
        return without([span], self._spans.get((schedule_id, user_id), [])) != [span]


async def planned_for(session: AsyncSession, requests: Collection[CoverRequest]) -> Planned:
    """The plan at the time of these requests and of what is given in return."""
    times = [
        (request.schedule_id, span)
        for request in requests
        for span in (given_by(request), returned_by(request))
        if span is not None
    ]
    rows = await CallScheduleRepository(session).shifts_at(times) if times else []
    found: dict[tuple[int, int], list[Span]] = {}
    for row in rows:
        found.setdefault((row.schedule_id, row.user_id), []).append(Span(row.starts_at, row.ends_at))
    return Planned({key: merged(each) for key, each in found.items()})


def given_by(request: CoverRequest) -> Span:
    """What the one who asks gives."""
    return Span(request.starts_at, request.ends_at)


def returned_by(request: CoverRequest) -> Span | None:
    """What they take on in return; None unless it is a swap."""
    if request.return_starts_at is None or request.return_ends_at is None:
        return None
    return Span(request.return_starts_at, request.return_ends_at)


def begins_at(request: CoverRequest) -> datetime:
    """When the first of its shifts begins, after which nobody can give or take anything anymore."""
    return min(request.starts_at, request.return_starts_at or request.starts_at)


def can_be_taken(request: CoverRequest, planned: Planned, plannable: Collection[int]) -> bool:
    """Whether both still have what they give, and the one who asks can still take on what they get in return."""
    schedule_id, asked_by = request.schedule_id, request.asked_by_id
    if not planned.throughout(schedule_id, asked_by, given_by(request)):
        return False
    returned = returned_by(request)
    if returned is None:
        return True
    is_free = asked_by in plannable and not planned.at_some_of(schedule_id, asked_by, returned)
    return is_free and planned.throughout(schedule_id, request.offered_to_id or 0, returned)


def stands(request: CoverRequest, planned: Planned) -> bool:
    """Whether both still have what they got: nobody has passed it on, and no planner has changed it."""
    returned = returned_by(request)
    has_taken = planned.throughout(request.schedule_id, request.taken_by_id or 0, given_by(request))
    return has_taken and (returned is None or planned.throughout(request.schedule_id, request.asked_by_id, returned))


def free_among(user_ids: Iterable[int], request: CoverRequest, planned: Planned) -> list[int]:
    """Those who are not planned at any of that time themselves, by id."""
    span = given_by(request)
    return sorted(each for each in user_ids if not planned.at_some_of(request.schedule_id, each, span))
