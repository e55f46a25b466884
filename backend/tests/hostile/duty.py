"""What the tests need that only other domains create."""

from sqlalchemy import text

from conftest import RolledBackDatabase
from wardline.duty_notices.choices import DutyNoticeKind
from wardline.duty_notices.service import DutyNotice, tell


async def tell_of_duty(database: RolledBackDatabase, user_id: str) -> str:
    """Tell this user that a shift has begun; returns the id of the notice."""
    notice = DutyNotice(kind=DutyNoticeKind.SHIFT_BEGINS, service_line_id=1, time_zone="America/New_York")
    async with database.transaction() as session:
        await tell(session, [int(user_id)], notice, cause="shift 1 begins")
        return str(await session.scalar(text("select max(id) from duty_notices")))
