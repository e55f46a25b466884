"""The adapter to procrastinate, the only module that knows its tables and its API.

Jobs are queued in the transaction that needs them, in the same database, and run by a worker in this process or
another one. A worker has two of the library's workers: one for urgent jobs only, and one for all others. The tables are
those of the version that migration 0001 installs; `tests/test_queue.py` says what to do when the library changes them.
"""

import asyncio
import logging
import math
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import orjson
from procrastinate import App, BaseRetryStrategy, PsycopgConnector, RetryDecision
from procrastinate.app import WorkerOptions
from procrastinate.exceptions import ConnectorException, UniqueViolation
from procrastinate.jobs import Job as QueuedJob
from procrastinate.jobs import Status
from sqlalchemy import (
    ColumnElement,
    Text,
    TextClause,
    column,
    exists,
    func,
    literal_column,
    select,
    table,
    text,
    update,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from wardline.core import retries
from wardline.core.db.connecting import KEEPALIVES, conninfo
from wardline.core.db.statements import AnyConnection, compile_statement, fetch_all
from wardline.core.ending import AGAIN_SECONDS, end
from wardline.core.errors import Unavailable
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import Job, declared

log = logging.getLogger(__name__)

CONCURRENCY: Final = 8
"""How many jobs one process runs at the same time, besides urgent ones."""
URGENT_CONCURRENCY: Final = 64
"""How many urgent jobs one process runs at the same time; most of them wait for another system."""
JOBS_END_SECONDS: Final = 2
"""How long running jobs may continue when the worker stops. Then they are cancelled, and run again later."""
LOOK_FOR_STALLED_JOBS: Final = "* * * * * */15"

_QUEUE: Final = "default"
_URGENT_QUEUE: Final = "urgent"
_OPTIONS: Final[Mapping[str, WorkerOptions]] = {
    _QUEUE: {"concurrency": CONCURRENCY},
    _URGENT_QUEUE: {
        "concurrency": URGENT_CONCURRENCY,
        # Retries are found by polling.
        "fetch_job_polling_interval": 1,
        "update_heartbeat_interval": retries.URGENT_STALLED_SECONDS / 4,
    },
}
"""The library's worker of each queue."""
_LOOK_FOR_STALLED_URGENT_JOBS_SECONDS: Final = 1
_AFTER_OTHERS: Final = -1
"""The priority of a job that lets others go first; theirs is 0."""
_CONNECTION: Final = {
    "connect_timeout": 3,
    "application_name": "wardline-worker",
    **KEEPALIVES,
}
_POOL_SECONDS: Final = 5

_DEFER: Final = text(
    "select procrastinate_defer_jobs_v1(array("
    "select row(:queue, :job, 0, lock, null, cast(args as jsonb), null)::procrastinate_job_to_defer_v1"
    " from unnest(cast(:locks as text[]), cast(:args as text[])) with ordinality as queued (lock, args, number)"
    " order by number))"
)
_JOBS: Final = table("procrastinate_jobs", column("status"), column("lock"), column("scheduled_at"))
_WORKERS: Final = table("procrastinate_workers", column("last_heartbeat"))
_BACKLOG: Final = compile_statement(
    text(f"""
    with jobs as (
        select task_name as name, status, coalesce(job.scheduled_at, event.at) as due_at,
            exists (
                select from procrastinate_jobs earlier
                where earlier.lock = job.lock and earlier.id < job.id and earlier.status in ('todo', 'doing')
            ) as is_behind
        from procrastinate_jobs job
        join lateral (
            select at from procrastinate_events where job_id = job.id
            order by case when job.status = 'failed' then -id else id end limit 1
        ) event on true
        where status in ('todo', 'doing') or (status = 'failed' and event.at > now() - interval '1 day')
    ), kinds as (
        select name,
            count(*) filter (where status = 'todo' and due_at <= now() and not is_behind) as waiting,
            coalesce(extract(epoch from now() - min(due_at) filter (
                where status = 'todo' and due_at <= now() and not is_behind
            )), 0)::float as waits_seconds,
            count(*) filter (where status = 'todo' and (due_at > now() or is_behind)) as later,
            count(*) filter (where status = 'doing') as running,
            count(*) filter (where status = 'failed') as failed
        from jobs group by name
    )
    select
        (
            select count(*) from procrastinate_workers
            where last_heartbeat > now() - interval '{retries.STALLED_SECONDS} s'
        ) as workers,
        (select coalesce(jsonb_agg(to_jsonb(kinds) order by name), '[]') from kinds) as kinds
    """)  # noqa: S608 - our own number
)
_TODO: Final[ColumnElement[str]] = literal_column("'todo'")
_DOING: Final[ColumnElement[str]] = literal_column("'doing'")


async def defer(session: AsyncSession, job: Job[...], *, lock: str | None = None, **arguments: Any) -> None:
    """Queue a job as part of the session's transaction; a rollback drops it.

    Jobs with the same `lock` run one after another.
    """
    await defer_each(session, job, [(lock, arguments)])


async def defer_each(
    session: AsyncSession, job: Job[...], queued: Sequence[tuple[str | None, Mapping[str, Any]]]
) -> None:
    """Queue a job several times in one statement, each time with a lock and arguments."""
    await session.execute(queuing(job, queued))


def queuing(job: Job[...], queued: Sequence[tuple[str | None, Mapping[str, Any]]]) -> TextClause:
    """The statement of `defer_each`, for commands, whose sessions are not asynchronous."""
    locks = [lock for lock, _ in queued]
    arguments = [orjson.dumps(values).decode() for _, values in queued]
    return _DEFER.bindparams(queue=_queue_of(job), job=job.name, locks=locks, args=arguments)


def _queue_of(job: Job[...]) -> str:
    return _URGENT_QUEUE if job.urgent else _QUEUE


async def run_now(session: AsyncSession, *locks: str) -> None:
    """Clear the waiting time of queued jobs with these locks; jobs queued under the same lock wait for them."""
    waiting = _JOBS.c.lock.in_(locks) & (_JOBS.c.status == _TODO)
    await session.execute(update(_JOBS).where(waiting).values(scheduled_at=None))


def has_job(lock: InstrumentedAttribute[str]) -> ColumnElement[bool]:
    """For a statement's condition: whether a job with this lock is queued or running."""
    return exists(select(1).select_from(_JOBS).where(_JOBS.c.lock == lock, _JOBS.c.status.in_([_TODO, _DOING])))


async def count_by_status(session: AsyncSession) -> dict[str, int]:
    """How many jobs are `todo`, `doing` and `failed`; those that succeeded are deleted."""
    statement = select(_JOBS.c.status.cast(Text), func.count()).group_by(_JOBS.c.status)
    return {row[0]: row[1] for row in await session.execute(statement)}


async def count_workers(session: AsyncSession) -> int:
    """How many workers are alive, in all processes of the installation."""
    stalled_since = func.now() - timedelta(seconds=retries.STALLED_SECONDS)
    statement = select(func.count()).select_from(_WORKERS).where(_WORKERS.c.last_heartbeat > stalled_since)
    return math.ceil((await session.scalars(statement)).one() / len(_OPTIONS))


@dataclass(frozen=True, slots=True)
class JobsOfKind:
    """The jobs of one name. `waiting` could run now; `later` wait for their time, or for another one of their lock.

    `failed` are those of the last day. `waits_seconds` is how long the oldest waiting job has been able to run.
    """

    name: str
    waiting: int
    waits_seconds: float
    later: int
    running: int
    failed: int


@dataclass(frozen=True, slots=True)
class Backlog:
    workers: int
    """Those that are alive, in all processes of the installation."""
    kinds: list[JobsOfKind]


async def backlog(connection: AnyConnection) -> Backlog:
    """What workers have to do, and what failed."""
    (found,) = await fetch_all(connection, _BACKLOG, {})
    return Backlog(math.ceil(found.workers / len(_OPTIONS)), [JobsOfKind(**kind) for kind in found.kinds])


class RetryPolicy(BaseRetryStrategy):
    """Applies `wardline.core.retries` to what a job raised."""

    def __init__(self, schedule: retries.Backoff | None) -> None:
        self._schedule = schedule

    def get_retry_decision(self, *, exception: BaseException, job: QueuedJob) -> RetryDecision | None:
        if isinstance(exception, asyncio.CancelledError):
            return RetryDecision()
        seconds = self._seconds(exception, job.attempts)
        if seconds is None:
            return None
        is_last = isinstance(exception, retries.Retry) and exception.after_others
        return RetryDecision(retry_in={"seconds": seconds}, priority=_AFTER_OTHERS if is_last else 0)

    def _seconds(self, exception: BaseException, failures: int) -> int | None:
        """None if the job is not retried."""
        if isinstance(exception, retries.Retry):
            return exception.seconds
        if isinstance(exception, Unavailable):
            return int(retries.DATABASE_DOWN.wait(failures))
        if self._schedule is None or self._schedule.is_over(failures):
            return None
        return int(self._schedule.wait(failures))


class JobRunner:
    """One connection pool of procrastinate and the declared jobs on it, for one run of a worker."""

    def __init__(self, context: JobContext) -> None:
        self._context = context
        self._app = App(
            connector=PsycopgConnector(
                conninfo=conninfo(context.database.url),
                kwargs=_CONNECTION,
                min_size=1,
                max_size=CONCURRENCY + 4,
                timeout=_POOL_SECONDS,
            )
        )
        for job in declared.values():
            if job.every_seconds is None:
                self._register(job)
        name = "retry_stalled_jobs"
        stalled = self._app.task(name=name, queueing_lock=name, retry=RetryPolicy(None))(self._retry_stalled)
        self._app.periodic(cron=LOOK_FOR_STALLED_JOBS)(stalled)

    async def run(self, name: str, *, started: asyncio.Event) -> None:
        """Run jobs until this is cancelled or the database goes away.

        Jobs that succeed are deleted; failed ones are kept.
        """
        try:
            async with self._app.open_async():
                await self._retry_stalled(0)
                started.set()
                await _until_one_ends(
                    *(self._run_queue(queue, name) for queue in _OPTIONS), self._keep_retrying_stalled_urgent()
                )
        finally:
            # If opening was interrupted, nothing else ends the tasks that connect, and the process would wait for them.
            await self._app.close_async()

    async def _run_queue(self, queue: str, name: str) -> None:
        options: WorkerOptions = {
            "queues": [queue],
            "name": name,
            "delete_jobs": "successful",
            "install_signal_handlers": False,
            "shutdown_graceful_timeout": JOBS_END_SECONDS,
            **_OPTIONS[queue],
        }
        await self._app.run_worker_async(**options)

    def _register(self, job: Job[...]) -> None:
        retry = RetryPolicy(job.retry)
        if job.cron is None:

            async def run(**arguments: Any) -> None:
                await job.function(self._context, **arguments)

            self._app.task(name=job.name, queue=_queue_of(job), retry=retry)(run)
            return

        async def run_due(timestamp: int = 0) -> None:  # noqa: ARG001 - when it was due, unless it was deferred
            await job.function(self._context)

        lock = job.name if job.exclusive else None
        task = self._app.task(name=job.name, queue=_QUEUE, retry=retry, lock=lock, queueing_lock=job.name)(run_due)
        self._app.periodic(cron=job.cron)(task)

    async def _retry_stalled(self, timestamp: int) -> None:  # noqa: ARG002 - when it was due
        """Queue the jobs of workers that died."""
        manager = self._app.job_manager
        for job in await manager.get_stalled_jobs(seconds_since_heartbeat=retries.STALLED_SECONDS):
            log.warning("retrying stalled job %s (%s)", job.id, job.task_name)
            try:
                await manager.retry_job(job)
            except UniqueViolation:
                # The next run of the same job is already queued.
                await manager.finish_job(job, Status.ABORTED, delete_job=True)

    async def _keep_retrying_stalled_urgent(self) -> None:
        """Queue the urgent jobs of workers that died, sooner than others. Every worker does so."""
        manager = self._app.job_manager
        while True:
            await asyncio.sleep(_LOOK_FOR_STALLED_URGENT_JOBS_SECONDS)
            stalled = await manager.get_stalled_jobs(
                queue=_URGENT_QUEUE, seconds_since_heartbeat=retries.URGENT_STALLED_SECONDS
            )
            for job in stalled:
                log.warning("retrying stalled job %s (%s)", job.id, job.task_name)
                # It fails if another worker was faster.
                with suppress(ConnectorException):
                    await manager.retry_job(job)


async def _until_one_ends(*running: Coroutine[Any, Any, None]) -> None:
    """Run all of these; when one ends, or this is cancelled, end the others. Raises what the first failure raised."""
    tasks = [asyncio.create_task(each) for each in running]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await end(*tasks, again_after=JOBS_END_SECONDS + AGAIN_SECONDS)
    for task in tasks:
        if not task.cancelled() and (error := task.exception()) is not None:
            raise error
