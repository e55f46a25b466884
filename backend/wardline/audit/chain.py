"""The chain over the audit entries: each link's hash covers its entry and the hash before it.

Entries are written by many at once and never wait for one another; a job has the database link them shortly afterwards
(`link_audit_entries`), and `verify` makes every hash once more, by code of its own. Whoever changes, removes or slips
in a linked entry would have to make every later hash anew, and whoever has noted a hash elsewhere notices that, too.
"""

import hashlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Final

import orjson
from sqlalchemy import RowMapping, Text, cast, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.audit.models import AuditEntry, AuditLink
from wardline.core.clock import to_utc_text
from wardline.core.db.database import Database

ZERO: Final = bytes(32)
"""What stands before the first link."""
BATCH: Final = 1_000
_COLUMNS: Final = [column for column in AuditEntry.__table__.columns if column.name != "details"]
FIELDS: Final = tuple(column.name for column in _COLUMNS)

_BEHIND: Final = (
    select(AuditLink.position, AuditLink.hash, *_COLUMNS, cast(AuditEntry.details, Text).label("details"))
    .outerjoin(AuditEntry, AuditEntry.id == AuditLink.entry_id)
    .order_by(AuditLink.position)
)


def link_hash(before: bytes, entry: RowMapping) -> bytes:
    """SHA-256 of the hash before it and the entry.

    The entry is a JSON list, without blanks, of its columns in their order; `at` in UTC with microseconds and a Z.
    Details stand as they are stored, and are left out where an entry has none.
    """
    values = [to_utc_text(entry["at"]) if name == "at" else entry[name] for name in FIELDS]
    details = entry["details"]
    return hashlib.sha256(
        before + orjson.dumps(values if details is None else [*values, orjson.Fragment(details)])
    ).digest()


async def link(session: AsyncSession, *, after_id: int | None = None) -> int | None:
    """Link the next `BATCH` of entries whose transactions have ended; answers the last one's id, None without any.

    Looks at entries with ids above `after_id`, by default a little behind the latest that is linked.
    """
    linked: int | None = await session.scalar(select(func.link_audit_entries(after_id, BATCH)))
    return linked


async def link_new(database: Database) -> None:
    """Link what was written since the last time."""
    last = None
    while True:
        async with database.transaction() as session:
            last = await link(session, after_id=last)
        if last is None:
            return


@dataclass(frozen=True, slots=True)
class Head:
    """The latest link; position 0 before there is one."""

    position: int
    hash: bytes


async def links(database: Database) -> AsyncIterator[RowMapping]:
    """Every link with its entry, which is null throughout where there is none."""
    position = 0
    while True:
        async with database.session() as session:
            rows = await links_behind(session, position, BATCH)
        for row in rows:
            yield row
        if not rows:
            return
        position = rows[-1]["position"]


async def links_behind(session: AsyncSession, position: int, most: int) -> Sequence[RowMapping]:
    """The next links with their entries, `details` as they are stored."""
    return (await session.execute(_BEHIND.where(AuditLink.position > position).limit(most))).mappings().all()


async def head_of(session: AsyncSession) -> Head:
    latest = select(AuditLink.position, AuditLink.hash).order_by(AuditLink.position.desc()).limit(1)
    row = (await session.execute(latest)).one_or_none()
    return Head(row.position, row.hash) if row is not None else Head(0, ZERO)
