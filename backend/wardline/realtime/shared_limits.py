"""Rate limits across the processes of an installation: each reports to the others what it allows."""

import asyncio
import logging
import secrets
from typing import Final, Never

from wardline.core.db.database import Database
from wardline.core.ending import end
from wardline.core.security.rate_limits import Allowed, RateLimiter
from wardline.realtime.publish import requests_allowed

log = logging.getLogger(__name__)

MAX_WAITING: Final = 1_000
"""How many reports may wait for the database; further ones are dropped. Without it, few requests succeed anyway."""


class SharedLimits:
    """Reports from a task of its own, so that no request waits for a second connection."""

    def __init__(self, database: Database, limiter: RateLimiter) -> None:
        self._database = database
        self._limiter = limiter
        self._name = secrets.token_hex(8)
        self._waiting: asyncio.Queue[Allowed] = asyncio.Queue(MAX_WAITING)
        self._task: asyncio.Task[Never] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._report())
        self._limiter.report = self._add_to_waiting

    async def stop(self) -> None:
        self._limiter.report = None
        if self._task is not None:
            await end(self._task)

    def received(self, reporter: str, allowed: Allowed) -> None:
        """Count what another process has reported; a process receives its own reports, too."""
        if reporter != self._name:
            self._limiter.add(allowed)

    def _add_to_waiting(self, allowed: Allowed) -> None:
        if not self._waiting.full():
            self._waiting.put_nowait(allowed)

    async def _report(self) -> Never:
        while True:
            allowed = await self._waiting.get()
            try:
                async with self._database.transaction() as session:
                    await session.execute(requests_allowed(self._name, allowed))
            except Exception as error:  # noqa: BLE001 - whatever it was, the next report may succeed
                log.warning("a rate limit could not be shared: %s", type(error).__name__)
