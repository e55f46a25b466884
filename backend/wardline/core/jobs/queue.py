"""Background work on the same database: deferred inside the writing transaction, run by a worker here or apart.

A worker that is killed leaves its job marked as running; `retry_stalled_jobs` brings it back, so every task must be
safe to run twice. What was cut short, or found the database away, is done later; only a task's own failure is final.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import orjson
from procrastinate import App, BaseRetryStrategy, JobContext, PsycopgConnector, RetryDecision
from procrastinate.exceptions import UniqueViolation
from procrastinate.jobs import Job, Status
from procrastinate.tasks import Task
from procrastinate.testing import InMemoryConnector
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.db.database import Database
from wardline.core.errors import Unavailable

log = logging.getLogger(__name__)

jobs = App(connector=InMemoryConnector())
"""Domains register their tasks here, and a worker brings the connection; tasks take plain ids, never patient data."""

AT_ONCE: Final = 8
"""How many jobs one process runs beside each other."""
HEARTBEAT_LIMIT_SECONDS: Final = 30
LONGEST_WAIT_SECONDS: Final = 3600
"""How long a task that failed waits at most before it is tried again."""
SHORTEST_PAUSE_SECONDS: Final = 0.5
LONGEST_PAUSE_SECONDS: Final = 8.0
"""How soon a worker comes back after the first of several failures, and after the last of them."""

_CONNECTION: Final = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "application_name": "wardline-worker",
}
_WAIT_FOR_CONNECTION_SECONDS: Final = 5
JOBS_END_SECONDS: Final = 2
"""How long running jobs may go on when the worker is told to stop; then they are cut short, and done later."""
STOP_SECONDS: Final = 3.5
"""How long stopping takes at most; a database that stands still cannot be told goodbye."""

_DEFER = text(
    "select procrastinate_defer_jobs_v1(array("
    "select row(:queue, :task, 0, lock, null, cast(args as jsonb), null)::procrastinate_job_to_defer_v1"
    " from unnest(cast(:locks as text[]), cast(:args as text[])) with ordinality as job (lock, args, number)"
    " order by number))"
)


async def defer(session: AsyncSession, task: Task[Any, Any, Any], *, lock: str | None = None, **arguments: Any) -> None:
    """Queue a task as part of the session's transaction.

    A rollback drops it. Jobs with the same `lock` run one after another.
    """
    await defer_each(session, task, [(lock, arguments)])


async def defer_each(
    session: AsyncSession, task: Task[Any, Any, Any], queued: Sequence[tuple[str | None, Mapping[str, Any]]]
) -> None:
    """Queue a task several times in one statement, each with its lock and its arguments."""
    locks = [lock for lock, _ in queued]
    arguments = [orjson.dumps(given).decode() for _, given in queued]
    parameters = {"queue": task.queue, "task": task.name, "locks": locks, "args": arguments}
    await session.execute(_DEFER, parameters)


_HASTEN: Final = text("update procrastinate_jobs set scheduled_at = null where lock = any(:locks) and status = 'todo'")


async def hasten(session: AsyncSession, *locks: str) -> None:
    """Have those that wait under these locks for their time run now; what is deferred under one waits for them, too."""
    await session.execute(_HASTEN, {"locks": list(locks)})


class Later(Exception):
    """The task has more to do, in so many seconds."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class ComesBack(BaseRetryStrategy):
    """For every task: not to have ended is no failure."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        if isinstance(exception, asyncio.CancelledError):
            return RetryDecision()
        if isinstance(exception, Later):
            return RetryDecision(retry_in={"seconds": exception.seconds})
        if isinstance(exception, Unavailable):
            return RetryDecision(retry_in={"seconds": min(2**job.attempts, LONGEST_PAUSE_SECONDS)})
        return None


class TriesAgain(ComesBack):
    """For a task whose failure may pass: some seconds later, then later and later, `attempts` times in all."""

    def __init__(self, attempts: int) -> None:
        self.attempts = attempts

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        decision = super().get_retry_decision(exception=exception, job=job)
        if decision is not None or job.attempts >= self.attempts:
            return decision
        return RetryDecision(retry_in={"seconds": min(4 * 2**job.attempts, LONGEST_WAIT_SECONDS)})


def database_of(context: JobContext) -> Database:
    """The database that a running task works on."""
    database: Database = context.additional_context["database"]
    return database


class Worker:
    """Runs jobs, one worker a process, and comes back from whatever ends it; `alive` is what health reports.

    A database that goes away ends procrastinate's worker with it, so another one is started until one stays. Jobs that
    ended well leave the table, those that failed stay for people to see.
    """

    def __init__(self, database: Database, *, name: str = "server", concurrency: int = AT_ONCE) -> None:
        self._database = database
        self._name = name
        self._concurrency = concurrency
        self._running: asyncio.Task[None] | None = None
        self.alive = asyncio.Event()

    async def start(self) -> None:
        """Return once jobs are being run."""
        self._running = asyncio.create_task(self._run())
        await self.alive.wait()

    async def stop(self) -> None:
        """Return when nothing runs any more, at the latest after `STOP_SECONDS`."""
        if self._running is not None:
            # Cancelling a second time would cut short what the first one made it do.
            if not self._running.cancelling():
                self._running.cancel()
            await asyncio.wait([self._running], timeout=STOP_SECONDS)

    async def ended(self) -> None:
        """Wait for as long as the worker runs, which is until it is stopped."""
        if self._running is not None:
            await self._running

    async def _run(self) -> None:
        clock = asyncio.get_running_loop().time
        pause = SHORTEST_PAUSE_SECONDS
        while True:
            began = clock()
            try:
                async with self._connected():
                    self.alive.set()
                    await self._run_jobs()
                reason = "it was told to stop"
            except Exception as error:  # noqa: BLE001 - whatever it was, no job is done until a worker is back
                reason = type(error).__name__
            finally:
                self.alive.clear()
            if self._running is not None and self._running.cancelling():
                return  # The database failed while the worker was saying goodbye to it.
            if clock() - began > LONGEST_PAUSE_SECONDS:
                pause = SHORTEST_PAUSE_SECONDS
            log.warning("the worker is down (%s) and starts again in %s s", reason, pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[None]:
        """Lend `jobs` a connector, so that what its tasks and its schedule defer reaches the table."""
        connector = PsycopgConnector(
            conninfo=_conninfo(self._database.url),
            kwargs=_CONNECTION,
            min_size=1,
            max_size=self._concurrency + 2,
            timeout=_WAIT_FOR_CONNECTION_SECONDS,
        )
        with jobs.replace_connector(connector):
            async with jobs.open_async():
                await _retry_stalled()
                yield

    async def _run_jobs(self) -> None:
        for task in jobs.tasks.values():
            task.retry_strategy = task.retry_strategy or ComesBack()
        await jobs.run_worker_async(
            name=self._name,
            concurrency=self._concurrency,
            delete_jobs="successful",
            install_signal_handlers=False,
            shutdown_graceful_timeout=JOBS_END_SECONDS,
            additional_context={"database": self._database.without_deadline()},
        )


@jobs.periodic(cron="* * * * * */15")
@jobs.task(name="retry_stalled_jobs", queueing_lock="retry_stalled_jobs")
async def retry_stalled_jobs(timestamp: int) -> None:  # noqa: ARG001 - the queue says when it was due
    """Bring back the jobs of workers that died."""
    await _retry_stalled()


async def _retry_stalled() -> None:
    manager = jobs.job_manager
    for job in await manager.get_stalled_jobs(seconds_since_heartbeat=HEARTBEAT_LIMIT_SECONDS):
        log.warning("retrying stalled job %s (%s)", job.id, job.task_name)
        try:
            await manager.retry_job(job)
        except UniqueViolation:
            # Another one waits to do the same.
            await manager.finish_job(job, Status.ABORTED, delete_job=True)


def _conninfo(url: str) -> str:
    return url.replace("postgresql+psycopg://", "postgresql://", 1)
