"""Tasks whose answer several callers wait for, so that each of them may give up."""

import asyncio
from typing import Any


def take_note(task: asyncio.Task[Any]) -> None:
    """See a failure that nobody waits for any more, which asyncio would else report as forgotten."""
    if not task.cancelled():
        task.exception()
