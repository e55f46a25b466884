"""Jobs of the meeting in the app."""

from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import periodic_job
from wardline.video.abandoned import look_after


@periodic_job("* * * * *")
async def look_after_meetings(context: JobContext) -> None:
    await look_after(context.database, context.settings)
