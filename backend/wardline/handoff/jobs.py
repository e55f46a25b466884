"""Jobs about lines that somebody has left."""

from collections.abc import Mapping

from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import job
from wardline.handoff.telling import tell_of_lines_left


@job(urgent=True)
async def follow_lines_left(context: JobContext, left: Mapping[str, int]) -> None:
    """Tell of lines whose people were taken off call by something else than a request; the user by line id."""
    async with context.database.transaction() as session:
        await tell_of_lines_left(session, {int(line_id): user_id for line_id, user_id in left.items()})
