"""Jobs of the meeting in the app."""

from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import periodic_job
from wardline.video.cleanup import clean_up


@periodic_job("* * * * *")
async def look_after_meetings(context: JobContext) -> None:
    await clean_up(context.database, context.settings)
