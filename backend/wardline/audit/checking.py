"""The server checks the chain by itself: new entries within a minute, and all of them again a few times a day.

It continues where it stopped, so that an administrator sees a change without running `wardline audit verify`. That
proves more: it compares with witnesses, and trusts nothing that is stored beside the trail.
"""

import logging
from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from sqlalchemy import func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.audit import removals
from wardline.audit.chain import BATCH, ZERO, Head, head_of, links_after
from wardline.audit.checkpoints import Checkpoint
from wardline.audit.models import AuditCheck, AuditCheckpoint
from wardline.audit.verifying import fault_of
from wardline.core import clock
from wardline.core.db.database import Database

log = logging.getLogger(__name__)

NEW: Final = "new"
AGAIN: Final = "again"
MAX_BATCHES: Final = 20
"""Per run: with one run a minute, more than a million entries an hour."""
PAUSE: Final = timedelta(hours=6)
"""Between the ends of two checks of everything."""


async def check_chain(database: Database) -> None:
    """One run of both checks."""
    for kind in (NEW, AGAIN):
        for _ in range(MAX_BATCHES):
            async with database.transaction() as session:
                if not await _check_batch(session, kind):
                    break


async def _check_batch(session: AsyncSession, kind: str) -> bool:
    """Whether there may be more to check."""
    check = await session.get(AuditCheck, kind) or AuditCheck(kind=kind, position=0, hash=ZERO)
    now = clock.now()
    if kind == AGAIN and check.position == 0 and check.completed_at is not None and now - check.completed_at < PAUSE:
        return False
    rows = await links_after(session, check.position, BATCH)
    signed = await _checkpoints_after(session, check.position)
    end, reached, fault = Head(check.position, check.hash), check.reached, None
    for row in rows:
        fault = fault_of(end, row, signed[end.position + 1])
        if fault is not None:
            break
        end, reached = Head(row["position"], row["hash"]), row["at"] or reached
    removed = {row["removal"] for row in rows if row["id"] is None and row["removal"] is not None}
    fault = fault or await removals.fault_among(session, removed)
    head = await head_of(session)
    if fault is None and head.position < max([check.position, *signed]):
        fault = f"the chain was truncated after link {head.position}"
    if fault is not None and check.fault is None:
        log.error("the audit trail was changed: %s", fault)
    is_done = fault is None and len(rows) < BATCH
    values = {
        "position": end.position,
        "hash": end.hash,
        "reached": reached,
        "completed_at": now if is_done else check.completed_at,
        "fault": fault,
        "found_at": None if fault is None else (check.found_at or now),
    }
    if is_done and kind == AGAIN:
        values |= {"position": 0, "hash": ZERO}
    statement = insert(AuditCheck).values(kind=kind, **values)
    await session.execute(statement.on_conflict_do_update(index_elements=[AuditCheck.kind], set_=values))
    return fault is None and not is_done


async def _checkpoints_after(session: AsyncSession, position: int) -> defaultdict[int, list[Checkpoint]]:
    """By position: those of the next links, and the last one of all."""
    last = select(func.max(AuditCheckpoint.position)).scalar_subquery()
    rows: Iterable[AuditCheckpoint] = await session.scalars(
        select(AuditCheckpoint).where(
            AuditCheckpoint.position > position,
            or_(AuditCheckpoint.position <= position + BATCH, AuditCheckpoint.position == last),
        )
    )
    found: defaultdict[int, list[Checkpoint]] = defaultdict(list)
    for row in rows:
        found[row.position].append(Checkpoint.of(row))
    return found
