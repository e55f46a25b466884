"""What can be done with a structured note, and with any signed one: one function a verb.

Each locks the consult's row first, so that of two people at once exactly one wins and the other is told who was first.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.decision import Decision
from wardline.consults import service as consults
from wardline.consults.changing import for_change, save, tell, told_person
from wardline.consults.choices import SignOffStatus
from wardline.consults.errors import CompletionTypeFixed
from wardline.consults.models import Consult
from wardline.consults.policies import is_closed
from wardline.consults.schemas import CompleteConsult
from wardline.consults.timeline import service as timeline
from wardline.consults.timeline.choices import TaskType
from wardline.core import clock
from wardline.core.forms.drafts import draft_model
from wardline.core.http.routing import validate_as
from wardline.notifications.choices import NotificationKind
from wardline.notifications.service import notify, withdraw
from wardline.people.models import User
from wardline.service_lines.base.completion import CALL_LENGTH_MAXIMUM
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.structured_note import StructuredNote
from wardline.service_lines.registry import line_of
from wardline.signoff import documents, filing, locks, policies
from wardline.signoff.choices import DocType
from wardline.signoff.errors import (
    AlreadySignedOff,
    LockedByAnother,
    MarkedInError,
    NoMedipacId,
    NothingToAddTo,
    NotLocked,
    NotSigned,
    WrongServiceLine,
)
from wardline.signoff.events import SignoffChanged
from wardline.signoff.locks import Edit
from wardline.signoff.models import SignOffDraft, SignOffNote, SignOffVersion
from wardline.signoff.repository import SignOffRepository
from wardline.signoff.schemas import Addendum, RequiredAddendum
from wardline.signoff.signing import notify_of_signature, stored, version

_LENGTHS_OF_CALLS: Final = range(1, CALL_LENGTH_MAXIMUM + 1)
"""In minutes; a note may say 0, a completion says nothing then."""
IN_CONTENT: Final = "content."
"""Before the fields of a note in a body that has the note inside."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a caller says that the consult of the note ended."""

    complete_type: str | None = None
    comment: str | None = None


NOT_SAID: Final = Ending()


@dataclass(frozen=True, slots=True)
class Saved:
    """A note right after a save; `draft` as it is kept, None where the save sent none."""

    note: SignOffNote
    draft: dict[str, Any] | None
    at: datetime


async def request_lock(
    session: AsyncSession, consult_id: uuid.UUID, doc_type: DocType, edit: Edit, *, by: CurrentUser
) -> None:
    """Open the note for this user, with a first draft where there is none; LockedByAnother names who has it.

    A signed note is not opened for writing, which is no error: the answer says that it is signed.
    """
    consult = await for_change(session, consult_id, by)
    note = await SignOffRepository(session).for_writing(consult.id)
    if doc_type is not DocType.NOTE:
        _enforce_addition_may_begin(policies.can_add(by, note, doc_type))
    else:
        structured = _structured(consult)
        policies.can_write(by, structured).enforce()
        if policies.is_signed(note):
            return
        goes_on = note is not None and locks.holds_lock(by, note, edit).allowed
        (policies.can_go_on_writing if goes_on else policies.can_open_note)(by, consult).enforce()
        note = note or await _begin(session, consult, structured, by=by)
    if note is None:
        raise NothingToAddTo
    now = clock.now()
    await _enforce_lock(session, locks.can_lock(by, note, now), note)
    left_by = note.locked_by_id
    locks.lock(note, by, edit, now)
    await session.flush()
    if left_by not in {None, by.id} and not policies.is_signed(note):
        # Whoever takes a note over is faster than the job that tells of those that were left.
        await notify(session, [left_by], consult.id, NotificationKind.SIGNOFF_NOTE_DRAFT)


async def save_draft(
    session: AsyncSession,
    consult_id: uuid.UUID,
    content: dict[str, Any] | None,
    edit: Edit,
    *,
    release: bool = False,
    at: str = IN_CONTENT,
    by: CurrentUser,
) -> Saved:
    """Keep what was written so far, whole or not; needs the lock, and gives it back where that is asked for.

    Whoever gives it back is notified of what they left unsigned.
    """
    consult = await for_change(session, consult_id, by)
    structured = _structured(consult)
    note = await _note_in_hand(session, consult, edit, by=by)
    draft, now = None, clock.now()
    if content is not None:
        draft = stored(validate_as(draft_model(structured.content), content, at=at))
        await SignOffRepository(session).put_draft(consult.id, draft, author_id=by.id, moment=now)
    if release:
        locks.release(note)
        await notify(session, [by.id], consult.id, NotificationKind.SIGNOFF_NOTE_DRAFT)
    else:
        locks.renew(note, by, edit, now)
    await session.flush()
    await tell(session, SignoffChanged, consult, by)
    return Saved(note, draft, now)


async def sign(
    session: AsyncSession,
    consult_id: uuid.UUID,
    content: dict[str, Any] | None,
    edit: Edit,
    *,
    line: ServiceLineDefinition | None = None,
    ending: Ending = NOT_SAID,
    at: str = IN_CONTENT,
    by: CurrentUser,
) -> None:
    """Sign the note for good: what is sent, else the saved draft. A consult that is open is completed before.

    `line` is the one whose own call this is; `ending` says how the consult ended, where the caller says it.
    """
    consult = await for_change(session, consult_id, by)
    structured = _structured(consult)
    if line is not None and line_of(consult.service_line_id) is not line:
        raise WrongServiceLine
    await _enforce_medipac_id(session, by)
    note = await _note_in_hand(session, consult, edit, by=by)
    repository = SignOffRepository(session)
    signed = validate_as(
        structured.content, content if content is not None else await repository.draft(consult.id), at=at
    )
    await _enforce_ended(session, consult, structured, ending, signed, by=by)
    moment = clock.now()
    await repository.drop_draft(consult.id)
    note.status, note.signatory_id, note.signed_off_at = SignOffStatus.SIGNED.value, by.id, moment
    locks.release(note)
    await session.flush()
    session.add(SignOffVersion(**version(consult.id, 1, DocType.NOTE, stored(signed), by_id=by.id, moment=moment)))
    await timeline.record(session, consult.id, TaskType.SIGNOFF_NOTE_NOTE, by=by)
    await documents.order(session, consult.id, 1)
    await session.flush()
    await filing.order(session, consult)
    await save(session, consult)
    await tell(session, SignoffChanged, consult, by)
    await withdraw(session, consult.id, NotificationKind.SIGNOFF_NOTE_DRAFT)
    await notify_of_signature(session, consult)


_ADDITIONS: Final = {
    DocType.ADDENDUM: (RequiredAddendum, SignOffStatus.ADDENDED, TaskType.SIGNOFF_NOTE_ADDENDUM),
    DocType.ERROR: (Addendum, SignOffStatus.MARKED_IN_ERROR, TaskType.SIGNOFF_NOTE_ERROR),
}


async def add(
    session: AsyncSession, consult_id: uuid.UUID, doc_type: DocType, content: Any, *, by: CurrentUser
) -> None:
    """Addend a signed note, or mark it in error for good; refused while somebody else holds the lock.

    AddendaFull where the note takes no more; it may still be marked in error.
    """
    consult = await for_change(session, consult_id, by)
    repository = SignOffRepository(session)
    note = await repository.for_writing(consult.id)
    policies.can_add(by, note, doc_type).enforce()
    if note is None:
        raise NotSigned
    await _enforce_medipac_id(session, by)
    moment = clock.now()
    await _enforce_lock(session, locks.can_lock(by, note, moment), note)
    if doc_type is DocType.ADDENDUM:
        policies.can_take_addendum(await repository.addenda(consult.id)).enforce()
    form, status, entry = _ADDITIONS[doc_type]
    said = validate_as(form, {"content": content}).content or None
    number = await repository.next_version(consult.id)
    session.add(SignOffVersion(**version(consult.id, number, doc_type, said, by_id=by.id, moment=moment)))
    note.status = status.value
    locks.release(note)
    await timeline.record(session, consult.id, entry, by=by)
    await documents.order(session, consult.id, number)
    await session.flush()
    await filing.order(session, consult)
    await save(session, consult)
    await tell(session, SignoffChanged, consult, by)


def _structured(consult: Consult) -> StructuredNote:
    structured = line_of(consult.service_line_id).note
    if structured is None:
        raise WrongServiceLine
    return structured


async def _begin(
    session: AsyncSession, consult: Consult, structured: StructuredNote, *, by: CurrentUser
) -> SignOffNote:
    """A first draft that says what is known already."""
    note = SignOffNote(consult_id=consult.id, status=SignOffStatus.DRAFT.value, last_save=0)
    session.add(note)
    await session.flush()
    content = validate_as(draft_model(structured.content), structured.prefilled(consult.detail, consult.call_length))
    session.add(SignOffDraft(consult_id=consult.id, content=stored(content), author_id=by.id, saved_at=clock.now()))
    await tell(session, SignoffChanged, consult, by)
    return note


async def _note_in_hand(session: AsyncSession, consult: Consult, edit: Edit, *, by: CurrentUser) -> SignOffNote:
    """The draft that this user is writing, in this window."""
    policies.can_go_on_writing(by, consult).enforce()
    note = await SignOffRepository(session).for_writing(consult.id)
    if note is None:
        raise NotLocked
    if policies.is_signed(note):
        signatory = await session.get_one(User, note.signatory_id)
        raise AlreadySignedOff(signatory=told_person(signatory), signedOffAt=note.signed_off_at)
    await _enforce_lock(session, locks.holds_lock(by, note, edit), note)
    return note


async def _enforce_lock(session: AsyncSession, decision: Decision, note: SignOffNote) -> None:
    """Refuse with the reason; where somebody else writes, with who and since when they were not heard of."""
    if isinstance(decision.refusal, LockedByAnother):
        holder = await session.get_one(User, note.locked_by_id)
        name = {"firstName": holder.first_name, "lastName": holder.last_name}
        raise LockedByAnother(lockedUser=name, lockedAt=note.locked_at)
    decision.enforce()


def _enforce_addition_may_begin(decision: Decision) -> None:
    if isinstance(decision.refusal, NotSigned | MarkedInError):
        raise NothingToAddTo
    decision.enforce()


async def _enforce_medipac_id(session: AsyncSession, by: CurrentUser) -> None:
    if not (await session.get_one(User, by.id)).medipac_id:
        raise NoMedipacId


async def _enforce_ended(
    session: AsyncSession,
    consult: Consult,
    structured: StructuredNote,
    ending: Ending,
    signed: BaseModel,
    *,
    by: CurrentUser,
) -> None:
    """No consult stays open behind a signed note, and both say the same type of call where the caller says one."""
    if is_closed(consult):
        if ending.complete_type not in {None, consult.complete_type}:
            raise CompletionTypeFixed
        return
    length = getattr(signed, "call_length", None)
    completion = {
        "completeType": ending.complete_type or structured.completes_as,
        "qaComment": ending.comment,
        "callLength": length if length in _LENGTHS_OF_CALLS else None,
    }
    await consults.complete(session, consult.id, CompleteConsult.model_validate(completion), signing=True, by=by)
