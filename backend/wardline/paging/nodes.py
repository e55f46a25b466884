"""The machines that serve, page people or audit pages: each reports what it does, and how wrong its clock is."""

import asyncio
import logging
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import metadata
from typing import Final, Never

from sqlalchemy import DateTime, Double, String, bindparam, delete, exists, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.db.statements import AnyConnection, compile_statement, fetch_all
from wardline.core.ending import end
from wardline.core.errors import Unavailable
from wardline.paging.choices import NodeTask
from wardline.paging.conditions import (
    has_due_move,
    lacks_someone_on_call,
    lacks_someone_planned,
    waits_for_someone_gone,
)
from wardline.paging.models import Escalation, NodeProcess, Notice, PagingNode
from wardline.paging.notice_repository import is_to_be_sent

log = logging.getLogger(__name__)

CLOCK_SECONDS: Final = 60
"""How often a process that serves reports. The auditor knows a node for three minutes after its last report."""
REPORT_SECONDS: Final = 5
"""How often a node reports that it looks for what is due."""
LEAVE_SECONDS: Final = 1
NODE_NAME: Final = socket.gethostname()
VERSION: Final = metadata.version("wardline")
_STARTED: Final = time.monotonic()
_reported: Final[set[NodeTask]] = set()
"""What this process does."""

_NOW: Final = bindparam("now", type_=DateTime(timezone=True))
_REPORTED_RECENTLY: Final = exists().where(
    PagingNode.name == bindparam("node", type_=String),
    PagingNode.watched_at > func.clock_timestamp() - text(f"interval '{REPORT_SECONDS} s'"),
)
_LOOK: Final = compile_statement(
    select(
        (
            exists(select(Escalation.id).where(*has_due_move(_NOW)))
            | exists(select(Escalation.id).where(*lacks_someone_on_call(_NOW)))
            | exists(select(Escalation.id).where(*lacks_someone_planned(_NOW)))
            | exists(select(Notice.id).where(*is_to_be_sent(_NOW)))
        ).label("is_due"),
        exists(select(Escalation.id).where(*waits_for_someone_gone(_NOW))).label("has_someone_gone"),
        (~_REPORTED_RECENTLY).label("has_to_report"),
    )
)
_SECONDS_SINCE_START: Final = func.extract("epoch", func.clock_timestamp() - NodeProcess.started_at).cast(Double)
_SECONDS_SINCE_REPORT: Final = func.extract("epoch", func.clock_timestamp() - NodeProcess.reported_at).cast(Double)
_SECONDS_SINCE_AUDIT: Final = func.extract("epoch", func.clock_timestamp() - PagingNode.audited_at).cast(Double)
_PROCESSES: Final = compile_statement(
    select(
        NodeProcess.node,
        NodeProcess.task,
        NodeProcess.version,
        _SECONDS_SINCE_START.label("runs_seconds"),
        _SECONDS_SINCE_REPORT.label("silent_seconds"),
        _SECONDS_SINCE_AUDIT.label("audited_seconds"),
    ).join(PagingNode, PagingNode.name == NodeProcess.node)
)


@dataclass(frozen=True, slots=True)
class Look:
    is_due: bool
    """Whether there is something to do for the engine or for notices."""
    has_someone_gone: bool
    """Whether the engine waits for someone who has gone off call, or is not planned anymore."""
    has_to_report: bool


async def look(database: Database) -> Look:
    """What is to be done now. A single statement, because every worker asks several times a second."""
    async with database.autocommit() as connection:
        (found,) = await fetch_all(connection, _LOOK, {"now": clock.now(), "node": NODE_NAME})
    return Look(found.is_due, found.has_someone_gone, found.has_to_report)


async def report(database: Database, task: NodeTask, *, watched: bool = False, audited: bool = False) -> None:
    """Report that this node does its `task`, and what its clock says.

    Also that it has just `watched` for what is due, or finished to audit.
    """
    async with database.transaction() as session:
        at = func.clock_timestamp()
        done = {name: at for name, is_done in (("watched_at", watched), ("audited_at", audited)) if is_done}
        values = {"ahead_seconds": await seconds_ahead(session), "reported_at": at, **done}
        statement = insert(PagingNode).values(name=NODE_NAME, **values)
        node = statement.on_conflict_do_update(index_elements=["name"], set_=values).cte("node")
        process = {
            "version": VERSION,
            "started_at": at - timedelta(seconds=uptime()),
            "reported_at": at,
        }
        added = insert(NodeProcess).values(node=NODE_NAME, task=task.value, **process)
        stored = added.on_conflict_do_update(index_elements=["node", "task"], set_=process)
        await session.execute(stored.add_cte(node))
    _reported.add(task)


def uptime() -> float:
    """For how many seconds this process has been running."""
    return time.monotonic() - _STARTED


async def leave(database: Database) -> None:
    """Take back what this process has reported, because it ends, so that nobody looks for it.

    Does nothing if that takes long; then it looks as if it had been killed.
    """
    with suppress(Unavailable, TimeoutError):
        async with asyncio.timeout(LEAVE_SECONDS), database.transaction() as session:
            is_own = (NodeProcess.node == NODE_NAME) & NodeProcess.task.in_([task.value for task in _reported])
            await session.execute(delete(NodeProcess).where(is_own))


async def last_audit(session: AsyncSession) -> datetime | None:
    """When an auditor on any node last finished a run, whatever it found."""
    return (await session.scalars(select(func.max(PagingNode.audited_at)))).one()


@dataclass(frozen=True, slots=True)
class ReportedProcess:
    """What a node does; ages are by the database's clock."""

    node: str
    task: NodeTask
    version: str
    runs_seconds: float
    silent_seconds: float
    audited_seconds: float | None
    """Since an auditor on the node last finished a run."""


async def reported_processes(connection: AnyConnection) -> list[ReportedProcess]:
    """By node, in the order of `NodeTask`; those that have been silent for a day are left out."""
    rows = await fetch_all(connection, _PROCESSES, {})
    processes = [ReportedProcess(row.node, NodeTask(row.task), *row[2:]) for row in rows]
    return sorted(processes, key=lambda process: (process.node, list(NodeTask).index(process.task)))


async def forget_old(session: AsyncSession) -> None:
    """Delete nodes that have not reported for a day; those of a cluster may have a new name after each start."""
    a_day_ago = func.clock_timestamp() - text("interval '1 day'")
    await session.execute(delete(PagingNode).where(PagingNode.reported_at < a_day_ago))
    await session.execute(delete(NodeProcess).where(NodeProcess.reported_at < a_day_ago))


async def seconds_ahead(session: AsyncSession) -> float:
    """How far the clock of this machine is ahead of the database's."""
    before = clock.now()
    at_the_database: datetime = (await session.scalars(select(func.clock_timestamp()))).one()
    after = clock.now()
    return (before + (after - before) / 2 - at_the_database).total_seconds()


class ServerReports:
    """Reports that this process serves, and its clock, by which consults are timed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._task: asyncio.Task[Never] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep_reporting())

    async def stop(self) -> None:
        if self._task is not None:
            await end(self._task)

    async def _keep_reporting(self) -> Never:
        while True:
            try:
                await report(self._database, NodeTask.SERVES)
            except Exception as error:  # noqa: BLE001 - whatever it was, the next report may succeed
                log.warning("the clock could not be reported: %s", type(error).__name__)
            await asyncio.sleep(CLOCK_SECONDS)
