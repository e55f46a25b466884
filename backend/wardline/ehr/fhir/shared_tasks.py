"""Tasks that several callers await, so that any of them can be cancelled."""

import asyncio
from typing import Any


def retrieve_exception(task: asyncio.Task[Any]) -> None:
    """Retrieve the exception of a task that no caller awaits anymore; otherwise asyncio logs it as never retrieved."""
    if not task.cancelled():
        task.exception()
