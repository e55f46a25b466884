"""What an administrator should know about the trail itself, in words to act on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.audit import removals
from wardline.audit.chain import UNLINKED, Head, head_of
from wardline.audit.checking import AGAIN, NEW
from wardline.audit.models import AuditCheck, AuditCheckpoint, AuditEntry, AuditWitness
from wardline.audit.schemas import AuditProblem, AuditRemoval, AuditState, AuditWitnessRead
from wardline.audit.witnesses.registry import witnesses_of
from wardline.core import clock
from wardline.settings import Settings

LATE: Final = timedelta(minutes=15)
"""How far checks and checkpoints may be behind before somebody should look."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the tables say."""

    now: datetime
    head: Head
    unlinked: int
    checks: dict[str, AuditCheck]
    checkpoint: AuditCheckpoint | None
    witnesses: Sequence[AuditWitnessRead]
    signs: bool
    checkpoint_after: timedelta
    removals: Sequence[Row[int, datetime, int, int]]

    @property
    def faults(self) -> list[str]:
        return [check.fault for check in self.checks.values() if check.fault is not None]


async def state_of(session: AsyncSession, settings: Settings) -> AuditState:
    """The state of the chain, from what the server's own checks and its witnesses have stored."""
    found = await _find(session, settings)
    new, again = found.checks.get(NEW), found.checks.get(AGAIN)
    return AuditState(
        entries=found.head.position + found.unlinked,
        removed=found.removals[0].total if found.removals else 0,
        removals=[AuditRemoval.model_validate(each) for each in found.removals],
        is_changed=bool(found.faults),
        checked_until=None if new is None else new.reached,
        checked_again_at=None if again is None else again.completed_at,
        checkpoint_at=None if found.checkpoint is None else found.checkpoint.at,
        signs=found.signs,
        witnesses=list(found.witnesses),
        problems=[*_changes(found), *delays_of(found), *_of_witnesses(found), *_weaknesses(found)],
    )


async def _find(session: AsyncSession, settings: Settings) -> Found:
    head = await head_of(session)
    checks = await session.scalars(select(AuditCheck))
    newest = select(AuditCheckpoint).order_by(AuditCheckpoint.id.desc()).limit(1)
    late_unlinked = UNLINKED.where(AuditEntry.at < clock.now() - LATE)
    return Found(
        now=clock.now(),
        head=head,
        unlinked=await session.scalar(late_unlinked) or 0,
        checks={check.kind: check for check in checks},
        checkpoint=(await session.scalars(newest)).one_or_none(),
        witnesses=await _witnesses(session, settings, head),
        signs=settings.audit_key_file is not None,
        checkpoint_after=timedelta(minutes=settings.audit_checkpoint_minutes) + LATE,
        removals=await removals.runs(session),
    )


async def _witnesses(session: AsyncSession, settings: Settings, head: Head) -> list[AuditWitnessRead]:
    """Those in the settings, also if nothing was sent to them yet."""
    names = [witness.name for witness in witnesses_of(settings)]
    if not names:
        return []
    rows = {row.name: row for row in await session.scalars(select(AuditWitness).where(AuditWitness.name.in_(names)))}
    return [
        AuditWitnessRead(
            name=name,
            behind=max(head.position - (rows[name].position if name in rows else 0), 0),
            failing_since=rows[name].failing_since if name in rows else None,
            failure=rows[name].failure if name in rows else None,
        )
        for name in names
    ]


def _changes(found: Found) -> Iterator[AuditProblem]:
    for fault in dict.fromkeys(found.faults):
        yield AuditProblem(
            is_urgent=True,
            title="The audit trail was changed outside of Wardline.",
            advice=(
                f"What was found: {fault}. Keep the database and its backups as they are, inform whoever is "
                "responsible for security, and run “wardline audit verify” on the server, with a witness's file if "
                "there is one."
            ),
        )


def delays_of(found: Found) -> Iterator[AuditProblem]:
    new = found.checks.get(NEW)
    checked_at = None if new is None else new.completed_at
    if found.head.position and not found.faults and (checked_at is None or found.now - checked_at > LATE):
        yield AuditProblem(
            is_urgent=checked_at is not None,
            title="New entries are not checked yet.",
            advice="The server checks them every minute. If this does not change, look whether background work runs.",
        )
    if found.unlinked:
        yield AuditProblem(
            is_urgent=True,
            title=f"{found.unlinked:,} entries are not protected yet.",
            advice="They are waiting to become part of the chain. Look whether background work runs on any server.",
        )
    if found.signs and _is_checkpoint_late(found):
        yield AuditProblem(
            is_urgent=True,
            title="Checkpoints are no longer signed.",
            advice="Look whether background work runs, and whether it can read WARDLINE_AUDIT_KEY_FILE.",
        )


def _is_checkpoint_late(found: Found) -> bool:
    """Whether entries wait for one; before the first one, it is not known since when."""
    newest = found.checkpoint
    if newest is None or newest.position >= found.head.position:
        return False
    return found.now - newest.at > found.checkpoint_after


def _of_witnesses(found: Found) -> Iterator[AuditProblem]:
    for witness in found.witnesses:
        if witness.failure is not None:
            yield AuditProblem(
                is_urgent=True,
                title=f"The witness {witness.name} does not receive entries.",
                advice=(
                    f"Reason: {witness.failure}. {witness.behind:,} entries wait for it, and are sent automatically as "
                    "soon as it accepts them. Check that it runs and that this server can reach it."
                ),
            )


def _weaknesses(found: Found) -> Iterator[AuditProblem]:
    if not found.signs:
        yield AuditProblem(
            is_urgent=False,
            title="Checkpoints are not signed.",
            advice=(
                "Whoever controls the database could rebuild the whole trail unnoticed. Set WARDLINE_AUDIT_KEY_FILE on "
                "the server to have it sign checkpoints."
            ),
        )
    if not found.witnesses:
        yield AuditProblem(
            is_urgent=False,
            title="There is no witness.",
            advice=(
                "No other system receives a copy of the entries. Set WARDLINE_AUDIT_WITNESSES on the server to send "
                "them to a file, a log server, or a collector."
            ),
        )
