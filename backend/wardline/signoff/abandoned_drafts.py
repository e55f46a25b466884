"""Drafts whose editor left without closing them, for example because the browser crashed or the laptop was shut."""

import uuid

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.consults.changing import publish_change
from wardline.consults.models import Consult
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.notifications.choices import NotificationKind
from wardline.notifications.service import notify
from wardline.people.models import User
from wardline.signoff import locks, policies
from wardline.signoff.events import SignoffChanged
from wardline.signoff.repository import SignOffRepository


async def release_all(database: Database) -> None:
    """Release every expired lock on a draft and notify its holder, each in its own transaction."""
    async with database.transaction() as session:
        consult_ids = await SignOffRepository(session).with_expired_lock(clock.now() - locks.LEASE)
    for consult_id in consult_ids:
        async with database.transaction() as session:
            await _release(session, consult_id)


async def _release(session: AsyncSession, consult_id: uuid.UUID) -> None:
    """Does nothing if the draft was saved, signed or opened again in the meantime."""
    consult = await session.get_one(Consult, consult_id, with_for_update={"key_share": True})
    note = await SignOffRepository(session).for_writing(consult_id)
    if note is None or policies.is_signed(note) or not locks.has_expired(note, clock.now()):
        return
    editor = await session.get_one(User, note.locked_by_id)
    locks.lapse(note)
    await session.flush()
    if not consult.is_cancelled:  # Otherwise there is no note to continue.
        await notify(session, [editor.id], consult_id, NotificationKind.SIGNOFF_NOTE_DRAFT)
    publish_change(session, SignoffChanged, consult, editor)
