"""Sends every linked entry and every checkpoint to each witness, in order and at least once.

The progress of each witness is stored in the database, so that any node can continue after a crash. One node sends at a
time, in the background; requests never wait for it.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.audit.chain import UNLINKED, ZERO, links_after
from wardline.audit.checkpoints import Checkpoint
from wardline.audit.models import AuditCheckpoint, AuditLink, AuditWitness
from wardline.audit.witnesses.contract import ENTRY, NotWitnessed, Record, Witness, checkpoint_record, entry_record
from wardline.core.db.database import Database
from wardline.core.errors import Unavailable

log = logging.getLogger(__name__)

BATCH: Final = 200
MAX_BATCHES: Final = 25
"""Per run, so that a witness with a long backlog does not block the others."""
CHAIN_CHANGED: Final = "the chain differs from what it received"
"""It was rebuilt or truncated."""

_WRITTEN: Final = select(func.coalesce(func.max(AuditLink.position), 0) + UNLINKED.scalar_subquery())


@dataclass(frozen=True, slots=True)
class Progress:
    """How many entries a witness has not received, and the current failure, if any."""

    behind: int
    failure: str | None


async def ship(database: Database, witness: Witness) -> None:
    """Send a witness the records that it has not received yet. A failure is stored, and logged as an error once."""
    # Comes first, so that there is a row to store a failure in.
    async with database.transaction() as session:
        await session.execute(insert(AuditWitness).values(_nothing_sent(witness.name)).on_conflict_do_nothing())
    try:
        for _ in range(MAX_BATCHES):
            if not await _ship_batch(database, witness):
                return
    except NotWitnessed as error:
        await _failed(database, witness.name, error.reason)
    except Unavailable:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, a witness that receives nothing must be noticed
        await _failed(database, witness.name, type(error).__name__)


async def progress(session: AsyncSession, names: Sequence[str]) -> dict[str, Progress]:
    """By the name of the witness."""
    if not names:
        return {}
    written: int = await session.scalar(_WRITTEN) or 0
    rows = await session.scalars(select(AuditWitness).where(AuditWitness.name.in_(names)))
    received = {row.name: Progress(max(written - row.position, 0), row.failure) for row in rows}
    return {name: received.get(name, Progress(written, None)) for name in names}


async def _ship_batch(database: Database, witness: Witness) -> bool:
    """Whether anything was sent, and there may therefore be more."""
    async with database.session() as session:
        witness_row = await session.get_one(AuditWitness, witness.name)
        await _check(session, witness_row)
        entries = await links_after(session, witness_row.position, BATCH)
        if any(row["id"] is None and row["removal"] is None for row in entries):
            raise NotWitnessed(CHAIN_CHANGED)
        position, link_hash = (
            (entries[-1]["position"], entries[-1]["hash"]) if entries else (witness_row.position, witness_row.hash)
        )
        checkpoints = (
            await session.scalars(
                select(AuditCheckpoint)
                .where(AuditCheckpoint.id > witness_row.checkpoint_id, AuditCheckpoint.position <= position)
                .order_by(AuditCheckpoint.id)
                .limit(BATCH)
            )
        ).all()
    records = [*map(entry_record, entries), *(checkpoint_record(Checkpoint.of(row)) for row in checkpoints)]
    if not records:
        return False
    await witness.send(sorted(records, key=_order))
    checkpoint_id = checkpoints[-1].id if checkpoints else witness_row.checkpoint_id
    async with database.transaction() as session:
        await session.execute(
            update(AuditWitness)
            .where(AuditWitness.name == witness.name, AuditWitness.position == witness_row.position)
            .values(position=position, hash=link_hash, checkpoint_id=checkpoint_id, failing_since=None, failure=None)
        )
    if witness_row.failure is not None:
        log.info("the audit trail's witness %s accepts entries again", witness.name)
    return True


def _nothing_sent(name: str) -> dict[str, object]:
    return {"name": name, "position": 0, "hash": ZERO, "checkpoint_id": 0}


def _order(record: Record) -> tuple[int, bool]:
    """A checkpoint comes after the entry that it covers."""
    return record.position, record.kind != ENTRY


async def _check(session: AsyncSession, witness_row: AuditWitness) -> None:
    """The chain must continue from what the witness has received."""
    if witness_row.position:
        current = await session.scalar(select(AuditLink.hash).where(AuditLink.position == witness_row.position))
        if current != witness_row.hash:
            raise NotWitnessed(CHAIN_CHANGED)


async def _failed(database: Database, name: str, reason: str) -> None:
    async with database.transaction() as session:
        witness_row = await session.get_one(AuditWitness, name, with_for_update={"key_share": True})
        is_new = witness_row.failing_since is None
        witness_row.failing_since = witness_row.failing_since or func.now()
        witness_row.failure = reason
    if is_new:
        log.error("the audit trail's witness %s is not receiving anything: %s", name, reason)
