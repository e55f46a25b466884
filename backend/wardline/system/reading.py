"""Reads what the page is about. Each part is read when it is first needed, and only once."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeVar

from sqlalchemy import select, text

from wardline.audit import standing
from wardline.certificates.standing import CHECKS
from wardline.core.db.statements import AnyConnection, compile_statement, fetch_all
from wardline.paging.nodes import ReportedProcess, reported_processes
from wardline.settings import Settings
from wardline.video.unattended.keys import NEWEST_KEY_SECONDS

FILES_SECONDS: Final = 0.5
"""How long files may take, which may be on a network's disk that hangs."""

_DATABASE: Final = compile_statement(
    text("""
    select version_num as revision, current_setting('server_version') as server_version,
        current_setting('cluster_name') as cluster_name, pg_database_size(current_database()) as bytes,
        extract(epoch from now() - last_archived_time)::float as archived_seconds,
        extract(epoch from now() - last_failed_time)::float as archive_failed_seconds
    from alembic_version, pg_stat_archiver
    """)
)
_TRUST: Final = compile_statement(
    select(
        standing.UNLINKED_ENTRIES.label("unlinked"),
        standing.LAST_POSITION.label("last_position"),
        standing.CHECKPOINT_SECONDS.label("checkpoint_seconds"),
        standing.WITNESSES.label("witnesses"),
        NEWEST_KEY_SECONDS.label("standalone_key_seconds"),
        CHECKS.label("certificates"),
    )
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class DatabaseFacts:
    """`archived_seconds`: how long ago PostgreSQL last archived its log for backups, null if it never has."""

    revision: str
    server_version: str
    cluster_name: str
    bytes: int
    archived_seconds: float | None
    archive_failed_seconds: float | None


@dataclass(frozen=True, slots=True)
class TrustFacts:
    """About the audit trail and about keys in the database; ages are in seconds, null for what does not exist."""

    unlinked: int
    last_position: int
    checkpoint_seconds: float | None
    witnesses: list[dict[str, str | int | None]]
    standalone_key_seconds: float | None
    certificates: list[dict[str, str | None]]


@dataclass(frozen=True, slots=True)
class ProcessFacts:
    """What only the process that answers knows."""

    owner_role: bool
    unprotected: list[str]
    witnesses: list[str]
    provider_keys_read_at: datetime | None
    """When the sign-in provider's keys were last read; None if they are built in, or were not needed yet."""


@dataclass(slots=True)
class Reader:
    """For one response. Every method raises what the database or the system raises."""

    connection: AnyConnection
    settings: Settings
    process: ProcessFacts
    _database: DatabaseFacts | None = None
    _trust: TrustFacts | None = None
    _processes: list[ReportedProcess] | None = None

    async def database(self) -> DatabaseFacts:
        if self._database is None:
            (row,) = await fetch_all(self.connection, _DATABASE, {})
            self._database = DatabaseFacts(*row)
        return self._database

    async def trust(self) -> TrustFacts:
        if self._trust is None:
            (row,) = await fetch_all(self.connection, _TRUST, {})
            self._trust = TrustFacts(*row)
        return self._trust

    async def processes(self) -> list[ReportedProcess]:
        if self._processes is None:
            self._processes = await reported_processes(self.connection)
        return self._processes


async def from_files(read: Callable[[], T]) -> T:
    """The result of a function that reads files, which must not delay other requests.

    Raises:
        TimeoutError: it takes longer than `FILES_SECONDS`.
    """
    async with asyncio.timeout(FILES_SECONDS):
        return await asyncio.to_thread(read)
