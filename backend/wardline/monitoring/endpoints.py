"""Health at `/api/health` for supervisors, and `/metrics` for Prometheus."""

import os
import secrets
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Final

from fastapi import APIRouter, FastAPI, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from sqlalchemy import text

from wardline.audit.chain import UNLINKED
from wardline.audit.witnesses.shipping import Progress, progress
from wardline.core import clock, metrics
from wardline.core.db.database import Database
from wardline.core.errors import NotFound, NotSignedIn, Unavailable
from wardline.core.forms.wire import ReadModel, UtcDateTime
from wardline.core.http.app_settings import AppSettings
from wardline.core.jobs.queue import count_by_status, count_workers
from wardline.migrations import revisions
from wardline.outbox.contract import channels
from wardline.outbox.repository import OutboxRepository
from wardline.paging.auditor.alarms import open_alarms
from wardline.paging.choices import AlarmKind
from wardline.paging.nodes import last_audit
from wardline.signoff.choices import PdfStatus
from wardline.signoff.repository import SignOffRepository
from wardline.video.repository import MeetingRepository

health = APIRouter(tags=["operations"])
scraping = APIRouter(include_in_schema=False)

_REVISION: Final = text("select version_num from alembic_version")
_WITNESS_ALERT: Final = "AuditWitness"
_CALLS_OF: Final = timedelta(hours=1)
_JOB_STATUSES: Final = ("todo", "doing", "failed")


class Health(ReadModel):
    """The process is ready if `database`, `migrations` and `listening` (live updates) are true.

    `migrations`: the schema is at least as new as this version requires. `working`: background jobs are running in this
    process, or they are turned off here. If false, that recovers automatically, and other processes run the jobs in the
    meantime, so it does not affect readiness.
    """

    status: str
    database: bool
    migrations: bool
    listening: bool
    working: bool
    owner_role: bool
    unprotected: list[str]
    """Settings in effect that allow unprotected traffic."""
    witness_behind: int | None
    """Audit entries that the slowest external witness has not received; null without witnesses."""
    witness_failing: bool
    paging_alarms: list[AlarmKind]
    """What the auditor of pages has found and not cleared yet."""
    pages_audited_at: UtcDateTime | None
    """When it last finished a run, by the database's clock."""


@dataclass(frozen=True, slots=True)
class _Parts:
    database: bool
    migrations: bool
    listening: bool
    working: bool

    @property
    def ready(self) -> bool:
        return self.database and self.migrations and self.listening


@dataclass(frozen=True, slots=True)
class _PageAudit:
    """`alarms` are counted by kind."""

    alarms: Mapping[AlarmKind, int] = field(default_factory=dict)
    at: datetime | None = None


@health.get("/health", operation_id="getHealth", responses={503: {"model": Health}})
async def get_health(request: Request, response: Response) -> Health:
    """Responds with 200 if ready, 503 if not. Does not require a sign-in and contains no data."""
    parts = await _parts(request.app)
    response.status_code = 200 if parts.ready else 503
    witnesses = await _witnesses(request.app) if parts.ready else []
    audit = await _audit_of_pages(request.app.state.database) if parts.ready else _PageAudit()
    return Health(
        status="ready" if parts.ready else "unavailable",
        owner_role=request.app.state.owner_role,
        unprotected=request.app.state.unprotected,
        witness_behind=max((witness.behind for witness in witnesses), default=None),
        witness_failing=any(witness.failure is not None for witness in witnesses),
        paging_alarms=list(audit.alarms),
        pages_audited_at=audit.at,
        **asdict(parts),
    )


@scraping.get("/metrics")
async def get_metrics(request: Request, settings: AppSettings) -> Response:
    """Prometheus's text format, for clients with the configured token; 404 if none is configured."""
    expected = settings.metrics_token
    if expected is None:
        raise NotFound
    token = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not secrets.compare_digest(token.encode(), expected.encode()):
        raise NotSignedIn
    parts = await _parts(request.app)
    for name, is_working in asdict(parts).items():
        metrics.READY.labels(name).set(is_working)
    database: Database = request.app.state.database
    metrics.CONNECTIONS.set(database.in_use)
    if parts.database:
        with suppress(Unavailable):  # The other metrics show why.
            await _count(database)
            await _count_witnesses(database, request.app.state.witnesses)
            _count_alarms(await _audit_of_pages(database))
    return Response(generate_latest(_registry()), media_type=CONTENT_TYPE_LATEST)


def _registry() -> CollectorRegistry:
    """The metrics of all processes of the server if there are several, otherwise of this one."""
    if metrics.SHARED_FOLDER not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


async def _parts(app: FastAPI) -> _Parts:
    revision = await _revision(app.state.database)
    return _Parts(
        database=revision is not None,
        # An unknown revision is from a newer version, which is being deployed while this one is still running.
        migrations=revision is not None and (revision == revisions.latest() or revision not in revisions.known()),
        listening=app.state.listener.alive.is_set(),
        working=app.state.worker.alive.is_set() or not app.state.settings.background_jobs,
    )


async def _revision(database: Database) -> str | None:
    """The schema's revision; None while the database is unavailable."""
    try:
        async with database.session() as session:
            return str(await session.scalar(_REVISION))
    except Unavailable:
        return None


async def _witnesses(app: FastAPI) -> Collection[Progress]:
    """The progress of each witness; empty while the database is unavailable."""
    names: list[str] = app.state.witnesses
    if not names:
        return []
    database: Database = app.state.database
    try:
        async with database.session() as session:
            return (await progress(session, names)).values()
    except Unavailable:
        return []


async def _audit_of_pages(database: Database) -> _PageAudit:
    """Nothing while the database is unavailable."""
    try:
        async with database.session() as session:
            alarms = {kind: alarms.number for kind, alarms in (await open_alarms(session)).items()}
            return _PageAudit(alarms, await last_audit(session))
    except Unavailable:
        return _PageAudit()


async def _count_witnesses(database: Database, names: list[str]) -> None:
    async with database.session() as session:
        progress_by_name = await progress(session, names)
    for name, witness in progress_by_name.items():
        metrics.AUDIT_BEHIND.labels(name).set(witness.behind)
    failing = sum(witness.failure is not None for witness in progress_by_name.values())
    metrics.SUPPORT_ALERTS.labels(_WITNESS_ALERT).set(failing)


def _count_alarms(audit: _PageAudit) -> None:
    for kind in AlarmKind:
        metrics.PAGING_ALARMS.labels(kind.value).set(audit.alarms.get(kind, 0))
    metrics.PAGES_AUDITED.set(audit.at.timestamp() if audit.at is not None else 0)


async def _count(database: Database) -> None:
    async with database.session() as session:
        job_counts = await count_by_status(session)
        metrics.WORKERS.set(await count_workers(session))
        metrics.AUDIT_UNLINKED.set(await session.scalar(UNLINKED) or 0)
        failed_documents = await SignOffRepository(session).count_failed_documents()
        late_deliveries = await OutboxRepository(session).count_late()
        calls = await MeetingRepository(session).count_outcomes(clock.now() - _CALLS_OF)
    for status in _JOB_STATUSES:
        metrics.JOBS.labels(status).set(job_counts.get(status, 0))
    metrics.UNDELIVERED.labels("document").set(sum(failed_documents.values()))
    for kind in PdfStatus:
        metrics.SUPPORT_ALERTS.labels(kind.value).set(failed_documents.get(kind.value, 0))
    metrics.CALLS.clear()
    for (outcome, quality, way), count in calls.items():
        metrics.CALLS.labels(outcome.value, quality, way).set(count)
    for channel in channels:
        metrics.UNDELIVERED.labels(channel).set(late_deliveries.get(channel, 0))
