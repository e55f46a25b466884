"""What the tests need that only other domains create, or that no request can at once."""

from datetime import timedelta
from typing import Any

from sqlalchemy import text

from conftest import RolledBackDatabase
from wardline.call_schedules.models import CoverRequest, PlannedShift
from wardline.call_schedules.spans import Span
from wardline.core import clock
from wardline.core.forms.wire import iso_utc
from wardline.duty_notices.choices import DutyNoticeKind
from wardline.duty_notices.service import DutyNotice, Telling, tell


async def tell_of_duty(database: RolledBackDatabase, user_id: str) -> str:
    """Tell this user that a shift has begun; returns the id of the notice."""
    notice = DutyNotice(kind=DutyNoticeKind.SHIFT_BEGINS, service_line_id=1, time_zone="America/New_York")
    async with database.transaction() as session:
        await tell(session, Telling([int(user_id)], notice, "shift 1 begins"))
        return str(await session.scalar(text("select max(id) from duty_notices")))


async def ask_for_cover(database: RolledBackDatabase, schedule_id: str) -> tuple[str, dict[str, Any]]:
    """neuro2 asks neuro to swap; returns the id of the request, and a body with which neuro asks neuro2."""
    now = clock.now()
    days = [Span(now + timedelta(days=day), now + timedelta(days=day, hours=12)) for day in range(1, 5)]
    theirs, mine, their_other, my_other = days
    async with database.transaction() as session:
        ids = {row.username: row.id for row in await session.execute(text("select username, id from users"))}
        row = CoverRequest(
            schedule_id=int(schedule_id),
            asked_by_id=ids["neuro2"],
            asked_at=now,
            starts_at=theirs.starts_at,
            ends_at=theirs.ends_at,
            offered_to_id=ids["neuro"],
            return_starts_at=mine.starts_at,
            return_ends_at=mine.ends_at,
        )
        for username, span in zip(("neuro2", "neuro") * 2, days, strict=True):
            shift = {"starts_at": span.starts_at, "ends_at": span.ends_at}
            session.add(PlannedShift(schedule_id=row.schedule_id, user_id=ids[username], **shift))
        session.add(row)
        await session.flush()
    body = {
        "scheduleId": row.schedule_id,
        **_span(my_other),
        "swapFor": {"userId": ids["neuro2"], **_span(their_other)},
    }
    return str(row.id), body


def _span(span: Span) -> dict[str, str]:
    return {"startsAt": iso_utc(span.starts_at), "endsAt": iso_utc(span.ends_at)}
