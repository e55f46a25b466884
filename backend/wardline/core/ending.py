"""Ends tasks that work on the database."""

import asyncio
from typing import Any, Final

AGAIN_SECONDS: Final = 2.5


async def end(*tasks: asyncio.Task[Any], again_after: float = AGAIN_SECONDS) -> None:
    """Cancel the tasks, and return when all have ended; what they raise is dropped.

    A task can lose its cancellation: if its connection dies at the same moment, the failing rollback raises another
    error in its place, and a task that tries again after errors goes on. So it is canceled again every `again_after`
    seconds, which must be longer than its cleanup takes.
    """
    pending = {task for task in tasks if not task.done()}
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=again_after)
    await asyncio.gather(*tasks, return_exceptions=True)
