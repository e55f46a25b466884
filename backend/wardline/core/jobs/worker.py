"""A worker per process, restarted whenever it fails."""

import asyncio
import logging
from typing import Final

from wardline.core import retries
from wardline.core.db.database import Database
from wardline.core.ending import end
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.queue import JobRunner
from wardline.core.jobs.registry import Job, declared, load_declarations
from wardline.settings import Settings

log = logging.getLogger(__name__)

STOP_SECONDS: Final = 3.5
"""The longest that stopping may take; a database that does not respond cannot be disconnected from cleanly."""


class Worker:
    """Runs jobs until it is stopped. `alive` is set while it does, which health reports.

    procrastinate's worker ends when the database goes away, so a new one is started until one lasts.
    """

    def __init__(self, database: Database, settings: Settings, *, name: str = "server") -> None:
        load_declarations()
        self._context = JobContext(database.without_deadline(), settings)
        self._name = name
        self._running: asyncio.Task[None] | None = None
        self.alive = asyncio.Event()

    async def start(self) -> None:
        """Return once jobs are being run."""
        self._running = asyncio.create_task(self._run())
        await self.alive.wait()

    async def stop(self) -> None:
        """Return when nothing is running anymore, after `STOP_SECONDS` at the latest."""
        if self._running is not None:
            # Cancelling a second time would interrupt the cleanup that the first one started.
            if not self._running.cancelling():
                self._running.cancel()
            await asyncio.wait([self._running], timeout=STOP_SECONDS)

    async def ended(self) -> None:
        """Wait until the worker is stopped."""
        if self._running is not None:
            await self._running

    async def _run(self) -> None:
        repeating = [asyncio.create_task(self._repeat(job)) for job in declared.values() if job.every_seconds]
        try:
            await self._run_until_stopped()
        finally:
            await end(*repeating)
            await self._context.aclose()

    async def _repeat(self, job: Job[...]) -> None:
        failures = 0
        while True:
            try:
                await job.function(self._context)
            except Exception as error:  # noqa: BLE001 - whatever it was, the next run may succeed
                log.warning("%s failed (%s)", job.name, type(error).__name__)
                await asyncio.sleep(retries.WORKER.wait(failures))
                failures += 1
            else:
                failures = 0
                await asyncio.sleep(job.every_seconds or 0)

    async def _run_until_stopped(self) -> None:
        clock = asyncio.get_running_loop().time
        restarts = retries.Restarts(retries.WORKER)
        while True:
            started = clock()
            try:
                await JobRunner(self._context).run(self._name, started=self.alive)
                reason = "it was stopped"
            except Exception as error:  # noqa: BLE001 - whatever it was, no jobs run until a worker is back
                reason = type(error).__name__
            finally:
                self.alive.clear()
            if self._running is not None and self._running.cancelling():
                return  # The database failed while the worker was stopping.
            pause = restarts.pause(clock() - started)
            log.warning("the worker is down (%s) and will restart in %s s", reason, pause)
            await asyncio.sleep(pause)
