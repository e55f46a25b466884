"""Correcting a signed note, of any line: an addendum, or a mark in error."""

import uuid
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.changing import lock_consult
from wardline.core import clock
from wardline.core.http.form_errors import validate_as
from wardline.people.models import User
from wardline.signoff import locks, policies
from wardline.signoff.choices import DocType
from wardline.signoff.errors import NotSigned
from wardline.signoff.models import SignOffNote
from wardline.signoff.repository import SignOffRepository
from wardline.signoff.schemas import Addendum, RequiredAddendum
from wardline.signoff.versions import commit_version

_FORMS: Final = {DocType.ADDENDUM: RequiredAddendum, DocType.ERROR: Addendum}


async def correct(
    session: AsyncSession, consult_id: uuid.UUID, doc_type: DocType, content: Any, *, by: CurrentUser
) -> None:
    """Addend a signed note, or permanently mark it in error.

    Raises:
        LockedByAnother: another user is editing the note.
        AddendaFull: the note has reached the limit of addenda; it can still be marked in error.
    """
    consult = await lock_consult(session, consult_id, by)
    note = await correctable(session, consult_id, doc_type, by=by)
    text = validate_as(_FORMS[doc_type], {"content": content}).content or None
    await commit_version(session, consult, note, doc_type, text, by=by)


async def correctable(
    session: AsyncSession, consult_id: uuid.UUID, doc_type: DocType, *, by: CurrentUser
) -> SignOffNote:
    """The signed note of a consult that the user may view, if they may correct it now; raises what `correct` does."""
    repository = SignOffRepository(session)
    note = await repository.for_writing(consult_id)
    policies.can_add(by, note, doc_type).enforce()
    if note is None:
        raise NotSigned
    policies.can_sign_as(await session.get_one(User, by.id)).enforce()
    locks.can_lock(by, note, clock.now()).enforce()
    if doc_type is DocType.ADDENDUM:
        policies.can_take_addendum(await repository.addenda(consult_id)).enforce()
    return note
