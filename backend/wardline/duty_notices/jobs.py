"""Jobs of notices of duty."""

from datetime import timedelta
from typing import Final

from wardline.core import clock
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import periodic_job
from wardline.duty_notices.repository import DutyNoticeRepository

KEPT_FOR: Final = timedelta(days=30)


@periodic_job("41 4 * * *")
async def forget_duty_notices(context: JobContext) -> None:
    """Delete old notices, whether they were seen or not."""
    async with context.database.transaction() as session:
        await DutyNoticeRepository(session).forget(clock.now() - KEPT_FOR)
