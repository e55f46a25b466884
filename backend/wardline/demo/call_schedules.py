"""The call schedules of the demonstration: two groups who take turns, with the weekends of the first still open."""

from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.call_schedules import service as call_schedules
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.schemas import NewCallSchedule
from wardline.core import clock
from wardline.directory.loading import load_by_id
from wardline.duty_notices.service import withdraw
from wardline.people.models import User
from wardline.service_lines.models import ServiceLine

_LINE: Final = "tele-stroke"
_ZONE: Final = "America/New_York"
_PLANNER: Final = "coordinator"
_NEUROLOGISTS: Final = ("neuro", "neuro2", "nomedipac")
_MONDAY_TO_FRIDAY: Final = [1, 2, 3, 4, 5]
_EVERY_DAY: Final = [*_MONDAY_TO_FRIDAY, 6, 7]
_STARTS_AFTER: Final = timedelta(days=3)
"""When the first shift begins: nobody signs in to a demonstration in which they have missed one already."""


async def add_call_schedules(session: AsyncSession, now: datetime) -> None:
    """Plan the line as a planner would have done, unless it has call schedules.

    At any time, each neurologist is in one of the three rotations only, so that nobody is planned twice at once.
    """
    line_id = (await session.scalars(select(ServiceLine.id).where(ServiceLine.code == _LINE))).one()
    if await CallScheduleRepository(session).schedules([line_id]):
        return
    usernames = (_PLANNER, *_NEUROLOGISTS)
    rows = await session.execute(select(User.username, User.id).where(User.username.in_(usernames)))
    ids = dict(rows.all())
    planner = await load_by_id(session, ids[_PLANNER])
    if planner is None:
        raise LookupError(_PLANNER)
    first, second, third = (ids[username] for username in _NEUROLOGISTS)
    start = now + _STARTS_AFTER
    with clock.clock_at(now):
        for schedule in (
            _schedule(
                "First call",
                _rotation("Days", start, "07:00", "19:00", _MONDAY_TO_FRIDAY, [first, second, third]),
                _rotation("Nights", start, "19:00", "07:00", _MONDAY_TO_FRIDAY, [second, third, first]),
                primary=True,
            ),
            _schedule(
                "Second call",
                _rotation("Weeks", start, "07:00", "07:00", _EVERY_DAY, [third, first, second]),
                primary=False,
            ),
        ):
            request = NewCallSchedule.model_validate(schedule | {"serviceLineId": line_id})
            schedule_id = await call_schedules.add(session, request, by=planner)
            # Everybody knows already what they are planned for.
            await withdraw(session, f"schedule {schedule_id}: ")


def _schedule(name: str, *rotations: dict[str, Any], primary: bool) -> dict[str, Any]:
    return {"name": name, "timeZone": _ZONE, "primary": primary, "rotations": list(rotations)}


def _rotation(
    name: str, start: datetime, begins_at: str, ends_at: str, weekdays: list[int], user_ids: list[int]
) -> dict[str, Any]:
    """Turns of a week."""
    return {
        "name": name,
        "layer": 0,
        "startsOn": start.astimezone(ZoneInfo(_ZONE)).date().isoformat(),
        "endsOn": None,
        "beginsAt": begins_at,
        "endsAt": ends_at,
        "weekdays": weekdays,
        "turnLength": 1,
        "turnUnit": "week",
        "holidays": "likeAnyDay",
        "userIds": user_ids,
    }
