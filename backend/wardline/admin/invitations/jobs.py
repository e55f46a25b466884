"""Jobs of invitations."""

from wardline.admin.invitations.repository import InvitationRepository
from wardline.core import clock
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import periodic_job


@periodic_job("43 * * * *")
async def forget_invited_addresses(context: JobContext) -> None:
    """Forget the e-mail addresses of invitations that have expired or were accepted."""
    async with context.database.transaction() as session:
        await InvitationRepository(session).forget_addresses(clock.now())
