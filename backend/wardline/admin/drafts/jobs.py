"""Jobs of drafts."""

from wardline.admin.drafts.publishing import publish_due
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import periodic_job


@periodic_job("* * * * *")
async def publish_scheduled_drafts(context: JobContext) -> None:
    """Publish scheduled drafts that are due."""
    await publish_due(context.database, context.settings)
