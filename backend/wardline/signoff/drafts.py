"""Drafts of a structured note: opening one for editing, and saving it.

Each request locks the consult's row first. If two users act at once, one of them succeeds, and the other's refusal
names that user.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.decision import Decision
from wardline.consults.changing import lock_consult, publish_change
from wardline.consults.models import Consult
from wardline.core import clock
from wardline.core.forms.drafts import draft_model
from wardline.core.http.form_errors import validate_as
from wardline.notifications.choices import NotificationKind
from wardline.notifications.service import notify
from wardline.service_lines.base.structured_note import StructuredNote
from wardline.service_lines.registry import line_of
from wardline.signoff import locks, policies
from wardline.signoff.choices import DocType, SignOffStatus
from wardline.signoff.errors import (
    MarkedInError,
    NothingToAddTo,
    NotLocked,
    NotSigned,
    WrongServiceLine,
)
from wardline.signoff.events import SignoffChanged
from wardline.signoff.locks import Editor
from wardline.signoff.models import SignOffDraft, SignOffNote
from wardline.signoff.repository import SignOffRepository
from wardline.signoff.versions import to_json

IN_CONTENT: Final = "content."
"""Prefix of the note's fields in errors, for a body that has the note in `content`."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A note right after a save; `draft` as it was stored, None if the save had no content."""

    note: SignOffNote
    draft: dict[str, Any] | None
    at: datetime


async def request_lock(
    session: AsyncSession, consult_id: uuid.UUID, doc_type: DocType, editor: Editor, *, by: CurrentUser
) -> None:
    """Open the note for this user, creating a draft if there is none.

    A signed note is not opened, which is not an error: the response shows that it is signed.

    Raises:
        LockedByAnother: another user is editing it.
        NothingToAddTo: there is no signed note to addend or mark in error.
    """
    consult = await lock_consult(session, consult_id, by)
    note = await SignOffRepository(session).for_writing(consult.id)
    now = clock.now()
    if doc_type is not DocType.NOTE:
        _enforce_can_add(policies.can_add(by, note, doc_type))
        if note is None:
            raise NothingToAddTo
        locks.can_lock(by, note, now).enforce()
    else:
        can_open(by, consult, note, editor, now).enforce()
        if policies.is_signed(note):
            return
        note = note or await _create_draft(session, consult, structured_note_of(consult), by=by)
    previous_holder_id = note.locked_by_id
    locks.lock(note, by, editor, now)
    await session.flush()
    if previous_holder_id not in {None, by.id} and not policies.is_signed(note):
        # The job that notifies of expired locks will not find this one.
        await notify(session, [previous_holder_id], consult.id, NotificationKind.SIGNOFF_NOTE_DRAFT)


def can_open(user: CurrentUser, consult: Consult, note: SignOffNote | None, editor: Editor, now: datetime) -> Decision:
    """Open the note in this window, or go on with it there; a signed note is not opened, but not refused either.

    Raises:
        WrongServiceLine: the consult's line has no structured note.
    """
    decision = policies.can_write(user, structured_note_of(consult))
    if not decision.allowed or policies.is_signed(note):
        return decision
    is_editing = note is not None and locks.holds_lock(user, note, editor).allowed
    decision = (policies.can_continue_note if is_editing else policies.can_open_note)(user, consult)
    return locks.can_lock(user, note, now) if decision.allowed and note is not None else decision


async def save_draft(
    session: AsyncSession,
    consult_id: uuid.UUID,
    content: dict[str, Any] | None,
    editor: Editor,
    *,
    release: bool = False,
    at: str = IN_CONTENT,
    by: CurrentUser,
) -> Saved:
    """Store the draft, complete or not. Needs the lock.

    `release` gives up the lock, and notifies the user that the note is still unsigned. `at` is as in `validate_as`.
    """
    consult = await lock_consult(session, consult_id, by)
    structured = structured_note_of(consult)
    note = await draft_in_edit(session, consult, editor, by=by)
    draft, now = None, clock.now()
    if content is not None:
        draft = to_json(validate_as(draft_model(structured.content), content, at=at))
        await SignOffRepository(session).put_draft(consult.id, draft, author_id=by.id, moment=now)
    if release:
        locks.release(note)
        await notify(session, [by.id], consult.id, NotificationKind.SIGNOFF_NOTE_DRAFT)
    else:
        locks.renew(note, by, editor, now)
    await session.flush()
    publish_change(session, SignoffChanged, consult, by)
    return Saved(note, draft, now)


def structured_note_of(consult: Consult) -> StructuredNote:
    """The structured note of the consult's line.

    Raises:
        WrongServiceLine: the line has none.
    """
    structured = line_of(consult.service_line_id).note
    if structured is None:
        raise WrongServiceLine
    return structured


async def draft_in_edit(session: AsyncSession, consult: Consult, editor: Editor, *, by: CurrentUser) -> SignOffNote:
    """The draft that this user is editing in this window.

    Raises:
        AlreadySignedOff, LockedByAnother: with the user and the time.
        NotLocked, OpenElsewhere, OutrunSave: as decided by `locks.holds_lock`.
    """
    policies.can_continue_note(by, consult).enforce()
    note = await SignOffRepository(session).for_writing(consult.id)
    if note is None:
        raise NotLocked
    policies.can_be_signed(note).enforce()
    locks.holds_lock(by, note, editor).enforce()
    return note


async def _create_draft(
    session: AsyncSession, consult: Consult, structured: StructuredNote, *, by: CurrentUser
) -> SignOffNote:
    """The first draft, prefilled from the consult."""
    note = SignOffNote(consult_id=consult.id, status=SignOffStatus.DRAFT.value, last_save=0)
    session.add(note)
    await session.flush()
    content = validate_as(draft_model(structured.content), structured.prefilled(consult.detail, consult.call_length))
    session.add(SignOffDraft(consult_id=consult.id, content=to_json(content), author_id=by.id, saved_at=clock.now()))
    publish_change(session, SignoffChanged, consult, by)
    return note


def _enforce_can_add(decision: Decision) -> None:
    """A lock request's 409 always means another editor, so a note that cannot be corrected is a 400 here."""
    if isinstance(decision.refusal, NotSigned | MarkedInError):
        raise NothingToAddTo
    decision.enforce()
