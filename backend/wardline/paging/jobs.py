"""The jobs of paging."""

from typing import Final

from wardline.core import clock
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import periodic_job, repeated_job
from wardline.paging import nodes
from wardline.paging.choices import NodeTask
from wardline.paging.engine import Engine
from wardline.paging.locked_screens.repository import DutyTokenRepository
from wardline.paging.sending import send_due_notices

WATCH_SECONDS: Final = 0.25
"""Every worker looks this often for what is due, so that a move is made well within a second of its time."""


@repeated_job(every_seconds=WATCH_SECONDS)
async def watch_escalations(context: JobContext) -> None:
    look = await nodes.look(context.database)
    engine = Engine(context.database, context.settings.standard_backup_number)
    if look.has_someone_gone:
        while await engine.leave_out_the_gone():
            pass
    if look.is_due or look.has_someone_gone:
        while await engine.make_due_moves():
            pass
        while await engine.page_newcomers():
            pass
        while await send_due_notices(context.database):
            pass
    if look.has_to_report:
        # Last, so that a report proves that nothing before it hangs.
        await nodes.report(context.database, NodeTask.WORKS, watched=True)


@periodic_job("47 * * * *")
async def forget_duty_tokens(context: JobContext) -> None:
    """Delete those that nobody can use anymore."""
    async with context.database.transaction() as session:
        await DutyTokenRepository(session).forget(clock.now())
