"""The hash chain over the audit entries: each link's hash covers its entry and the previous hash.

Entries are written concurrently and never wait for one another; a job has the database link them within a second
(`link_audit_entries`), and `verify` recomputes every hash with its own code. Changing, removing or inserting a
linked entry would require recomputing every later hash, which anyone who has recorded a hash elsewhere can detect.
"""

import hashlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Final

import orjson
from sqlalchemy import RowMapping, Text, cast, exists, func, literal_column, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.audit.models import AuditEntry, AuditLink
from wardline.core.clock import to_utc_text
from wardline.core.db.database import Database
from wardline.core.db.statements import compile_statement, execute

ZERO: Final = bytes(32)
"""The hash before the first link."""
BATCH: Final = 1_000
LOOK_BACK: Final = 20_000
"""How many ids back `link_audit_entries` looks by itself; the number in its migration."""
RECENT: Final = 500
"""How many ids back `link_latest` looks for entries whose transactions ended late."""
_COLUMNS: Final = [column for column in AuditEntry.__table__.columns if column.name != "details"]
FIELDS: Final = tuple(column.name for column in _COLUMNS)

_BEHIND: Final = (
    select(
        AuditLink.position,
        AuditLink.hash,
        AuditLink.removal,
        AuditLink.removed_at,
        *_COLUMNS,
        cast(AuditEntry.details, Text).label("details"),
    )
    .outerjoin(AuditEntry, AuditEntry.id == AuditLink.entry_id)
    .order_by(AuditLink.position)
)

_LAST_LINKED: Final = (
    select(func.coalesce(func.max(AuditLink.entry_id), literal_column("0"))).correlate(None).scalar_subquery()
)
_LINK_LATEST: Final = compile_statement(
    select(func.link_audit_entries(_LAST_LINKED - literal_column(str(RECENT)), literal_column(str(BATCH))))
)
UNLINKED: Final = (
    select(func.count())
    .select_from(AuditEntry)
    .where(
        AuditEntry.id > _LAST_LINKED - literal_column(str(LOOK_BACK)),
        # Said of both, or PostgreSQL reads the whole chain.
        ~exists().where(
            AuditLink.entry_id == AuditEntry.id, AuditLink.entry_id > _LAST_LINKED - literal_column(str(LOOK_BACK))
        ),
    )
)
"""How many entries are not linked yet, also of transactions that ended after later ones were linked."""


def link_hash(previous_hash: bytes, entry: RowMapping) -> bytes:
    """SHA-256 of the previous hash and the entry.

    The entry is a JSON list of its columns in order, without whitespace; `at` is in UTC with microseconds and a Z.
    Details are included exactly as stored, and omitted if an entry has none.
    """
    values = [to_utc_text(entry["at"]) if name == "at" else entry[name] for name in FIELDS]
    details = entry["details"]
    return hashlib.sha256(
        previous_hash + orjson.dumps(values if details is None else [*values, orjson.Fragment(details)])
    ).digest()


async def link(session: AsyncSession, *, after_id: int | None = None) -> int | None:
    """Link the next `BATCH` of entries whose transactions have ended. Returns the last one's id, or None.

    Considers entries with ids above `after_id`, by default from shortly before the latest linked entry.
    """
    linked: int | None = await session.scalar(select(func.link_audit_entries(after_id, BATCH)))
    return linked


async def link_latest(database: Database) -> None:
    """Link up to `BATCH` entries, but look only `RECENT` ids back from the latest linked one.

    That takes a fraction of a millisecond if there are none, so that it can be done all the time. Entries of
    transactions that took longer than `RECENT` others are left to `link_new`.
    """
    async with database.autocommit() as connection:
        await execute(connection, _LINK_LATEST, {})


async def link_new(database: Database) -> None:
    """Link all entries that are not linked yet."""
    last = None
    while True:
        async with database.transaction() as session:
            last = await link(session, after_id=last)
        if last is None:
            return


@dataclass(frozen=True, slots=True)
class Head:
    """The latest link; position 0 if there is none."""

    position: int
    hash: bytes


async def links(database: Database) -> AsyncIterator[RowMapping]:
    """Every link with its entry, whose columns are all null if it is missing or was removed."""
    position = 0
    while True:
        async with database.session() as session:
            rows = await links_after(session, position, BATCH)
        for row in rows:
            yield row
        if not rows:
            return
        position = rows[-1]["position"]


async def links_after(session: AsyncSession, position: int, limit: int) -> Sequence[RowMapping]:
    """The next links with their entries, `details` as stored."""
    return (await session.execute(_BEHIND.where(AuditLink.position > position).limit(limit))).mappings().all()


async def head_of(session: AsyncSession) -> Head:
    latest = select(AuditLink.position, AuditLink.hash).order_by(AuditLink.position.desc()).limit(1)
    row = (await session.execute(latest)).one_or_none()
    return Head(row.position, row.hash) if row is not None else Head(0, ZERO)
