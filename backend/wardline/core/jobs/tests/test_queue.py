"""What the adapter expects of procrastinate and of its tables.

When one of these fails after an upgrade, the library has changed under `wardline.core.jobs.queue`: adapt that module. A
changed schema also needs a migration of ours with the library's own SQL between the two versions, since migration 0001
installs whatever schema the library brings and existing databases keep the one they were created with.
"""

import asyncio
import hashlib
import inspect
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest
from procrastinate import App
from procrastinate.jobs import Job as QueuedJob
from procrastinate.manager import JobManager
from procrastinate.schema import SchemaManager
from procrastinate.worker import Worker
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.errors import Unavailable
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.queue import RetryPolicy, count_by_status, defer, defer_each, run_now
from wardline.core.jobs.registry import Job
from wardline.core.retries import Backoff, Retry

SCHEMA: Final = "c70ec4b400a60ad9592787653aae5ae77ae41bf801d56b5bd2712751a07f2009"


async def _example(context: JobContext) -> None:
    pass


JOB: Final = Job("example", _example)
JOBS: Final = text("select lock, args, status::text, scheduled_at from procrastinate_jobs order by id")


def test_the_schema_is_the_one_that_existing_databases_have() -> None:
    assert hashlib.sha256(SchemaManager.get_schema().encode()).hexdigest() == SCHEMA


def test_the_library_still_accepts_what_the_adapter_passes() -> None:
    options = set(inspect.signature(Worker).parameters)
    assert options >= {"name", "concurrency", "delete_jobs", "install_signal_handlers", "shutdown_graceful_timeout"}
    assert options >= {"queues", "fetch_job_polling_interval", "update_heartbeat_interval"}
    assert set(inspect.signature(App.task).parameters) >= {"name", "queue", "retry", "lock", "queueing_lock"}
    assert set(inspect.signature(JobManager.get_stalled_jobs).parameters) >= {"queue", "seconds_since_heartbeat"}
    assert list(inspect.signature(JobManager.retry_job).parameters)[:2] == ["self", "job"]
    assert list(inspect.signature(JobManager.finish_job).parameters) == ["self", "job", "status", "delete_job"]


async def test_queued_jobs_wait_in_their_order_and_can_be_run_now(session: AsyncSession) -> None:
    before = await count_by_status(session)
    await session.execute(text("delete from procrastinate_jobs"))
    await defer(session, JOB, number=1)
    await defer_each(session, JOB, [("a", {"number": 2}), ("b", {"number": 3})])
    assert [(row.lock, row.args) for row in await session.execute(JOBS)] == [
        (None, {"number": 1}),
        ("a", {"number": 2}),
        ("b", {"number": 3}),
    ]
    await session.execute(text("update procrastinate_jobs set scheduled_at = now() + interval '1 hour'"))
    await run_now(session, "b", "c")
    assert [row.lock for row in await session.execute(JOBS) if row.scheduled_at is None] == ["b"]
    assert await count_by_status(session) == {"todo": 3}
    assert set(before) <= {"todo", "doing", "failed"}


def _waits(policy: RetryPolicy, error: BaseException, failures: int) -> float | None:
    """Seconds until the job runs again, 0 for immediately; None if it does not."""
    job = QueuedJob(
        id=1, status="doing", queue="default", lock=None, queueing_lock=None, task_name="x", attempts=failures
    )
    decision = policy.get_retry_decision(exception=error, job=job)
    if decision is None:
        return None
    return 0 if decision.retry_at is None else (decision.retry_at - datetime.now(UTC)) / timedelta(seconds=1)


@pytest.mark.parametrize("failures", [0, 3, 100_000])
def test_temporary_conditions_are_retried_without_end(failures: int) -> None:
    for policy in (RetryPolicy(None), RetryPolicy(Backoff(4, 60, attempts=2))):
        assert _waits(policy, asyncio.CancelledError(), failures) == 0
        assert _waits(policy, Retry(7), failures) == pytest.approx(7, abs=1)
        assert _waits(policy, Unavailable(), failures) == pytest.approx(min(2**failures, 8), abs=1)


def test_an_error_is_final_unless_the_job_has_a_schedule() -> None:
    assert _waits(RetryPolicy(None), ValueError(), 0) is None
    scheduled = [_waits(RetryPolicy(Backoff(4, 10, attempts=4)), ValueError(), failures) for failures in range(4)]
    assert scheduled == [pytest.approx(4, abs=1), pytest.approx(8, abs=1), pytest.approx(10, abs=1), None]
