"""Texts and calls about what is not critical take turns, so that whoever is paged about much can still answer."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.contacts.service import lock_contacts
from wardline.core import clock
from wardline.paging.models import IN_TURNS
from wardline.paging.notice_repository import NoticeRepository

PAUSE: Final = timedelta(minutes=1)
"""Between two of them to one contact. GoAlert allows as many (`engine/message/ratelimit.go`)."""


async def take_turns(session: AsyncSession, rows: Sequence[dict[str, Any]], critical: Collection[int]) -> None:
    """Postpone the texts and calls among these new notices that are not critical until their contact's next turn.

    `critical` are the escalations whose notices never wait. What waits for its turn is withdrawn for what follows about
    the same escalation, which takes that turn. The backup number is no contact.
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
