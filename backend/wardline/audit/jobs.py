"""Jobs that maintain the audit trail: linking, checkpoints, witnesses, and partitions of the table."""

import asyncio
from datetime import timedelta
from typing import Final

from sqlalchemy import func, select

from wardline.audit.chain import link_latest, link_new
from wardline.audit.checking import check_chain
from wardline.audit.checkpoints import write_checkpoint
from wardline.audit.keys import signing_key
from wardline.audit.witnesses.registry import witnesses_of
from wardline.audit.witnesses.shipping import ship
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import periodic_job, repeated_job

MONTHS_AHEAD: Final = 3
"""Including the current one."""


@repeated_job(every_seconds=0.5)
async def link_latest_audit_entries(context: JobContext) -> None:
    await link_latest(context.database)


@periodic_job("* * * * * */10")
async def link_audit_entries(context: JobContext) -> None:
    """Also those whose transactions took a long time."""
    await link_new(context.database)


@periodic_job("* * * * * */5", exclusive=True)
async def ship_audit_trail(context: JobContext) -> None:
    """Send new entries to every witness in the settings, independently of each other."""
    witnesses = witnesses_of(context.settings)
    if witnesses:
        await link_new(context.database)
        # Wait for all of them, since the next run may start when this one has ended.
        results = await asyncio.gather(
            *(ship(context.database, witness) for witness in witnesses), return_exceptions=True
        )
        for result in results:
            if result is not None:
                raise result


@periodic_job("* * * * *")
async def write_audit_checkpoint(context: JobContext) -> None:
    """Sign a checkpoint at the interval in the settings, if they name a key."""
    key = signing_key(context.settings)
    if key is not None:
        interval = timedelta(minutes=context.settings.audit_checkpoint_minutes, seconds=-5)
        await write_checkpoint(context.database, key, unless_after=interval)


@periodic_job("* * * * *", exclusive=True)
async def check_audit_trail(context: JobContext) -> None:
    """Recompute the hashes of new entries, and those of all entries again and again."""
    await check_chain(context.database)


@periodic_job("41 * * * *")
async def make_audit_months(context: JobContext) -> None:
    """Create the partitions of the coming months. Rows of a month without one go into the default partition.

    The application may not create tables, so a function of the owner does, using the database's clock.
    """
    async with context.database.transaction() as session:
        await session.execute(select(func.make_audit_months(func.current_date(), MONTHS_AHEAD)))
