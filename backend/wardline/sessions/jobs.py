"""Jobs of ended sign-ins."""

from sqlalchemy import delete, func

from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import periodic_job
from wardline.sessions.models import EndedSession


@periodic_job("23 * * * *")
async def forget_ended_sessions(context: JobContext) -> None:
    """Delete ended sign-ins whose tokens have expired."""
    async with context.database.transaction() as session:
        await session.execute(delete(EndedSession).where(EndedSession.kept_until < func.now()))
