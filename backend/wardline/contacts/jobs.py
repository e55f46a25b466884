"""Jobs of contacts."""

from datetime import timedelta
from typing import Final

from wardline.contacts.repository import ContactRepository, MessageRepository
from wardline.core import clock
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import periodic_job

UNVERIFIED_FOR: Final = timedelta(days=1)
MESSAGES_KEPT_FOR: Final = timedelta(days=30)


@periodic_job("37 * * * *")
async def clean_up_contacts(context: JobContext) -> None:
    """Delete contacts whose code expired a day ago without being used, and old codes and tests."""
    now = clock.now()
    async with context.database.transaction() as session:
        await ContactRepository(session).remove_unverified(now - UNVERIFIED_FOR)
        await MessageRepository(session).forget(now - MESSAGES_KEPT_FOR)
