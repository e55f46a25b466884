"""Telling each witness of every linked entry and every checkpoint, in their order and at least once.

How far each of them has been told stands in the database, so that any node goes on after a crash. One node does it at a
time, beside the calls, which never wait for it.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.audit.chain import ZERO, links_behind
from wardline.audit.checkpoints import Checkpoint
from wardline.audit.models import AuditCheckpoint, AuditLink, AuditWitness
from wardline.audit.witnesses.contract import ENTRY, NotWitnessed, Record, Witness, checkpoint_record, entry_record
from wardline.core.db.database import Database
from wardline.core.errors import Unavailable

log = logging.getLogger(__name__)

BATCH: Final = 200
MOST_BATCHES: Final = 25
"""Of one round, so that a witness with years to be told of does not keep the others waiting."""
REMADE: Final = "the chain is not what it was told"
"""Somebody has made it anew, or cut its end off."""

_WRITTEN: Final = text(
    "select coalesce(max(position), 0)"
    " + (select count(*) from audit_entries where id > coalesce((select max(entry_id) from audit_links), 0))"
    " from audit_links"
)


@dataclass(frozen=True, slots=True)
class Progress:
    """How many entries a witness has not been told of, and what keeps it, None where nothing does."""

    behind: int
    failure: str | None


async def ship(database: Database, witness: Witness) -> None:
    """Tell a witness of what it was not told of yet; what keeps it is noted, and told as an error once."""
    # Before anything else can fail, so that a failure has a row to be noted in.
    async with database.transaction() as session:
        await session.execute(insert(AuditWitness).values(_told_nothing(witness.name)).on_conflict_do_nothing())
    try:
        for _ in range(MOST_BATCHES):
            if not await _ship_batch(database, witness):
                return
    except NotWitnessed as error:
        await _failed(database, witness.name, error.reason)
    except Unavailable:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, a witness that is not told must be noticed
        await _failed(database, witness.name, type(error).__name__)


async def progress(session: AsyncSession, names: Sequence[str]) -> dict[str, Progress]:
    """By the names of the witnesses."""
    if not names:
        return {}
    written: int = await session.scalar(_WRITTEN) or 0
    rows = await session.scalars(select(AuditWitness).where(AuditWitness.name.in_(names)))
    found = {row.name: Progress(max(written - row.position, 0), row.failure) for row in rows}
    return {name: found.get(name, Progress(written, None)) for name in names}


async def _ship_batch(database: Database, witness: Witness) -> bool:
    """Whether something was sent, so that more may follow."""
    async with database.session() as session:
        told = await session.get_one(AuditWitness, witness.name)
        await _check(session, told)
        entries = await links_behind(session, told.position, BATCH)
        if any(row["id"] is None for row in entries):
            raise NotWitnessed(REMADE)
        position, link_hash = (entries[-1]["position"], entries[-1]["hash"]) if entries else (told.position, told.hash)
        checkpoints = (
            await session.scalars(
                select(AuditCheckpoint)
                .where(AuditCheckpoint.id > told.checkpoint_id, AuditCheckpoint.position <= position)
                .order_by(AuditCheckpoint.id)
                .limit(BATCH)
            )
        ).all()
    records = [*map(entry_record, entries), *(checkpoint_record(Checkpoint.of(row)) for row in checkpoints)]
    if not records:
        return False
    await witness.send(sorted(records, key=_order))
    checkpoint_id = checkpoints[-1].id if checkpoints else told.checkpoint_id
    async with database.transaction() as session:
        await session.execute(
            update(AuditWitness)
            .where(AuditWitness.name == witness.name, AuditWitness.position == told.position)
            .values(position=position, hash=link_hash, checkpoint_id=checkpoint_id, failing_since=None, failure=None)
        )
    if told.failure is not None:
        log.info("the audit trail's witness %s takes entries again", witness.name)
    return True


def _told_nothing(name: str) -> dict[str, object]:
    return {"name": name, "position": 0, "hash": ZERO, "checkpoint_id": 0}


def _order(record: Record) -> tuple[int, bool]:
    """A checkpoint comes behind the entry that it vouches for."""
    return record.position, record.kind != ENTRY


async def _check(session: AsyncSession, told: AuditWitness) -> None:
    """The chain goes on from what the witness was told."""
    if told.position:
        now = await session.scalar(select(AuditLink.hash).where(AuditLink.position == told.position))
        if now != told.hash:
            raise NotWitnessed(REMADE)


async def _failed(database: Database, name: str, reason: str) -> None:
    async with database.transaction() as session:
        told = await session.get_one(AuditWitness, name, with_for_update={"key_share": True})
        is_new = told.failing_since is None
        told.failing_since = told.failing_since or func.now()
        told.failure = reason
    if is_new:
        log.error("the audit trail's witness %s is not told: %s", name, reason)
