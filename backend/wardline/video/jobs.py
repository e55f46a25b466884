"""Jobs of the meeting in the app."""

from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import periodic_job
from wardline.video.cleanup import clean_up
from wardline.video.unattended.keys import replace_keys


@periodic_job("* * * * *")
async def look_after_meetings(context: JobContext) -> None:
    await clean_up(context.database, context.settings)


@periodic_job("41 * * * *")
async def replace_standalone_keys(context: JobContext) -> None:
    async with context.database.transaction() as session:
        await replace_keys(session)
