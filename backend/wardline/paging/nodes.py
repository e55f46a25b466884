"""The machines that serve, page people or audit pages: each reports what it does, and how wrong its clock is."""

import asyncio
import logging
import socket
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Never

from sqlalchemy import DateTime, String, bindparam, delete, exists, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.db.statements import compile_statement, fetch_all
from wardline.core.ending import end
from wardline.paging.conditions import (
    has_due_move,
    lacks_someone_on_call,
    lacks_someone_planned,
    waits_for_someone_gone,
)
from wardline.paging.models import Escalation, Notice, PagingNode
from wardline.paging.notice_repository import is_to_be_sent

log = logging.getLogger(__name__)

CLOCK_SECONDS: Final = 60
"""How often a process without a worker reports. The auditor knows a node for three minutes after its last report."""
REPORT_SECONDS: Final = 5
"""How often a node reports that it looks for what is due."""
NODE_NAME: Final = socket.gethostname()

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


async def report(database: Database, *, watched: bool = False, audited: bool = False) -> None:
    """Report that this node has just `watched` for what is due, or finished to audit, and what its clock says."""
    async with database.transaction() as session:
        at = func.clock_timestamp()
        done = {name: at for name, is_done in (("watched_at", watched), ("audited_at", audited)) if is_done}
        values = {"ahead_seconds": await seconds_ahead(session), "reported_at": at, **done}
        statement = insert(PagingNode).values(name=NODE_NAME, **values)
        await session.execute(statement.on_conflict_do_update(index_elements=["name"], set_=values))


async def last_audit(session: AsyncSession) -> datetime | None:
    """When an auditor on any node last finished a run, whatever it found."""
    return (await session.scalars(select(func.max(PagingNode.audited_at)))).one()


async def forget_old(session: AsyncSession) -> None:
    """Delete nodes that have not reported for a day; those of a cluster may have a new name after each start."""
    a_day_ago = func.clock_timestamp() - text("interval '1 day'")
    await session.execute(delete(PagingNode).where(PagingNode.reported_at < a_day_ago))


async def seconds_ahead(session: AsyncSession) -> float:
    """How far the clock of this machine is ahead of the database's."""
    before = clock.now()
    at_the_database: datetime = (await session.scalars(select(func.clock_timestamp()))).one()
    after = clock.now()
    return (before + (after - before) / 2 - at_the_database).total_seconds()


class ClockReports:
    """Reports the clock of a process that serves without a worker; consults are timed by it, too."""

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
                await report(self._database)
            except Exception as error:  # noqa: BLE001 - whatever it was, the next report may succeed
                log.warning("the clock could not be reported: %s", type(error).__name__)
            await asyncio.sleep(CLOCK_SECONDS)
