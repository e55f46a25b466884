"""Entries whose content was removed when their time was over: their hashes stay, and the chain says who removed them.

A removed entry has a link with the number of its *removal*, and no row. Its hash can no longer be recomputed, so that
the entry of the removal has a digest of the positions and hashes of all that it removed, and of the hashes before them.
As that entry is part of the chain itself, nobody can pass off another entry as removed, or change what was before.
"""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ARRAY, BigInteger, Row, RowMapping, Text, bindparam, func, select, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session, aliased

from wardline.audit.chain import ZERO
from wardline.audit.models import AuditEntry, AuditLink
from wardline.core.db.database import Database

ACTION: Final = "applyRetention"
AT_ONCE: Final = 50
"""How many removals are checked at once."""
_BEFORE: Final = aliased(AuditLink)
_HASHES: Final = (
    select(AuditLink.removal, AuditLink.position, AuditLink.hash, _BEFORE.hash.label("previous"))
    .outerjoin(_BEFORE, _BEFORE.position == AuditLink.position - 1)
    .where(AuditLink.removal == func.any(bindparam("removals", type_=ARRAY(BigInteger))))
    .order_by(AuditLink.position)
)
_MARK: Final = text(
    "update audit_links set removal = (select min(position) from audit_links where entry_id = any(:entries)),"
    " removed_at = clock_timestamp() where entry_id = any(:entries) and removal is null returning removal"
)
_ACCOUNTS: Final = (
    select(AuditEntry.details)
    .join(AuditLink, AuditLink.entry_id == AuditEntry.id)
    .where(
        AuditEntry.action == ACTION,
        AuditEntry.details["removal"].as_string() == func.any(bindparam("removals", type_=ARRAY(Text))),
    )
)
RUNS_SHOWN: Final = 10
_RUNS: Final = text(
    f"""
    with batches as (
        select details->>'run' as run, (details->>'removal')::bigint as removal,
            (details->>'entries')::bigint as entries, at
        from audit_entries where action = '{ACTION}' and details->>'removal' is not null
    ), runs as (
        select sum(entries)::bigint as entries, max(removal) as latest, max(at) as removed_at from batches group by run
    )
    select entries, removed_at, sum(entries) over ()::bigint as total,
        (select max(entry_id) from audit_links where removal = latest) as last_entry_id
    from runs order by removed_at desc limit {RUNS_SHOWN}
    """  # noqa: S608 - constants of ours
)
_DELETE: Final = text("delete from audit_entries where id = any(:entries)")


class Digest:
    """Of what one removal has removed, added in the order of the chain."""

    def __init__(self) -> None:
        self._sha256 = hashlib.sha256()
        self._entries = 0

    def add(self, position: int, previous: bytes, link_hash: bytes) -> None:
        self._sha256.update(position.to_bytes(8, "big") + previous + link_hash)
        self._entries += 1

    def details(self) -> dict[str, Any]:
        """As in the entry of the removal."""
        return {"entries": self._entries, "digest": self._sha256.hexdigest()}


def remove(session: Session, entry_ids: Sequence[int]) -> dict[str, Any]:
    """Remove linked entries, as the owner; returns what the entry of the removal must have among its details."""
    removal: int = session.execute(_MARK, {"entries": list(entry_ids)}).scalars().all()[0]
    session.execute(_DELETE, {"entries": list(entry_ids)})
    digests = _digests(session.execute(_HASHES, {"removals": [removal]}).mappings())
    return {"removal": removal} | digests[removal].details()


async def runs(session: AsyncSession) -> Sequence[Row[int, datetime, int, int]]:
    """How many `entries` each of the latest runs of retention has removed, in all organizations, and `removed_at`.

    `last_entry_id` is that of the newest one it removed, and `total` the number of all that were ever removed.
    """
    return (await session.execute(_RUNS)).all()


async def fault_of(database: Database, removals: Collection[int]) -> str | None:
    """What is wrong with these removals, given what the entries of the chain say about them."""
    ordered = sorted(removals)
    for start in range(0, len(ordered), AT_ONCE):
        async with database.session() as session:
            fault = await fault_among(session, ordered[start : start + AT_ONCE])
        if fault is not None:
            return fault
    return None


async def fault_among(session: AsyncSession, removals: Collection[int]) -> str | None:
    """The same for a few of them, in one transaction: each as a whole, because it may go on while a check runs."""
    if not removals:
        return None
    # First, because whatever is seen as removed is then accounted for, too.
    removed = _digests((await session.execute(_HASHES, {"removals": sorted(removals)})).mappings())
    accounts = {
        details["removal"]: {"entries": details.get("entries"), "digest": details.get("digest")}
        for details in await session.scalars(_ACCOUNTS, {"removals": [str(removal) for removal in removed]})
    }
    for removal, digest in sorted(removed.items()):
        if accounts.get(removal) != digest.details():
            return f"the content of link {removal} is missing, and the chain has no removal that accounts for it"
    return None


def _digests(rows: Iterable[RowMapping]) -> dict[int, Digest]:
    digests: dict[int, Digest] = {}
    for row in rows:
        digests.setdefault(row["removal"], Digest()).add(row["position"], row["previous"] or ZERO, row["hash"])
    return digests
