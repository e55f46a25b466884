"""Texts and calls about what is not critical take turns, so that whoever is paged about much can still answer.

A backup number can only answer one call at a time, so its calls follow each other, too, also the critical ones.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.contacts.service import lock_contacts
from wardline.core import clock
from wardline.core.db.advisory_locks import AdvisoryLock, lock_statement
from wardline.paging.models import IN_TURNS
from wardline.paging.notice_repository import NoticeRepository

PAUSE: Final = timedelta(minutes=1)
"""Between two of them to one contact. GoAlert allows as many (`engine/message/ratelimit.go`)."""
BACKUP_PAUSE: Final = timedelta(seconds=30)
"""Between two calls of one backup number."""


@dataclass(frozen=True, slots=True)
class _Call:
    """A call of a backup number that is yet to be made."""

    phone_number: str
    is_critical: bool
    place: datetime
    """Earlier ones are called first."""
    due_at: datetime
    notice_id: int | None = None
    row: dict[str, Any] | None = None
    """The new notice, if it is not stored yet."""


async def take_turns(session: AsyncSession, rows: Sequence[dict[str, Any]], critical: Collection[int]) -> None:
    """Postpone the texts and calls among these new notices that are not critical until their contact's next turn.

    `critical` are the escalations whose notices never wait. What waits for its turn is withdrawn for what follows about
    the same escalation, which takes that turn. A backup number is no contact (`space_backup_calls`).
    """
    waiting = [
        row
        for row in rows
        if row["contact_id"] is not None and row["channel"] in IN_TURNS and row["escalation_id"] not in critical
    ]
    if not waiting:
        return
    now, repository = clock.now(), NoticeRepository(session)
    contact_ids = {row["contact_id"] for row in waiting}
    # Until the end of the transaction: another worker may be about to give the same turn to another notice.
    await lock_contacts(session, contact_ids)
    turns = await repository.turns(contact_ids, since=now - PAUSE)
    last = {turn.contact_id: turn.due_at for turn in turns}
    own = {(turn.escalation_id, turn.contact_id): turn for turn in turns if turn.delivery_id is None}
    followed = [own.get((row["escalation_id"], row["contact_id"])) for row in waiting]
    replaced = [
        turn.id
        for row, turn in zip(waiting, followed, strict=True)
        if turn is not None and turn.due_at >= row["due_at"]
    ]
    withdrawn = await repository.withdraw_waiting(replaced, now)
    for row, turn in zip(waiting, followed, strict=True):
        if turn is not None and turn.id in withdrawn:
            row["due_at"] = turn.due_at
            continue
        contact_id = row["contact_id"]
        if contact_id in last:
            row["due_at"] = max(row["due_at"], last[contact_id] + PAUSE)
        last[contact_id] = row["due_at"]


async def space_backup_calls(session: AsyncSession, rows: Sequence[dict[str, Any]], critical: Collection[int]) -> None:
    """Let the calls among these new notices, and those of the same backup numbers that wait, follow each other.

    The critical ones come first, otherwise those that have waited longest. What waits for its time is withdrawn for
    what follows about the same escalation, which takes its place.
    """
    calls = [row for row in rows if row["user_id"] is None]
    if not calls:
        return
    now, repository = clock.now(), NoticeRepository(session)
    # Until the end of the transaction: another worker may be about to give the same time to another call.
    await session.execute(lock_statement(AdvisoryLock.BACKUP_CALLS))
    ordered = await repository.backup_calls({row["phone_number"] for row in calls}, since=now - BACKUP_PAUSE)
    free_at = {call.phone_number: call.due_at + BACKUP_PAUSE for call in ordered if call.due_at <= now}
    waiting = {call.id: call for call in ordered if call.delivery_id is None and call.due_at > now}
    own = {call.escalation_id: call for call in waiting.values()}
    followed = {row["escalation_id"]: own[row["escalation_id"]] for row in calls if row["escalation_id"] in own}
    replaced = await repository.withdraw_waiting([call.id for call in followed.values()], now)
    queue = [
        _Call(call.phone_number, call.is_critical, call.due_at, call.due_at, notice_id=call.id)
        for call in waiting.values()
        if call.id not in replaced
    ]
    for row in calls:
        before = followed.get(row["escalation_id"])
        place = before.due_at if before is not None else datetime.max.replace(tzinfo=UTC)
        queue.append(_Call(row["phone_number"], row["escalation_id"] in critical, place, row["due_at"], row=row))
    later: dict[int, datetime] = {}
    for call in sorted(queue, key=lambda call: (not call.is_critical, call.place)):
        at = max(now, free_at.get(call.phone_number, now))
        free_at[call.phone_number] = at + BACKUP_PAUSE
        if call.row is not None:
            call.row["due_at"] = at
        elif call.notice_id is not None and call.due_at != at:
            later[call.notice_id] = at
    await repository.move_waiting(later)
