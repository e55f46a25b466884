"""May this person write, sign or correct the sign-off of this consult now? Pure functions over what has been read."""

from wardline.access.current_user import CurrentUser
from wardline.access.decision import ALLOWED, Decision, forbidden
from wardline.access.permissions import (
    ADDEND_SIGNOFF_NOTE,
    FAX_SIGNOFF_NOTE,
    GIVE_CONSULT,
    MARK_SIGNOFF_NOTE_IN_ERROR,
    VIEW_SIGNOFF_NOTE,
    Permission,
)
from wardline.consults.choices import ConsultAction, SignOffStatus
from wardline.consults.errors import NotCheckedIn
from wardline.consults.models import Consult
from wardline.consults.policies import can_complete, is_cancelled, is_closed
from wardline.service_lines.base.structured_note import StructuredNote
from wardline.service_lines.registry import line_of
from wardline.signoff.choices import DocType
from wardline.signoff.errors import (
    AddendaFull,
    AlreadySignedOff,
    CancelledWithoutNote,
    MarkedInError,
    NotCompleted,
    NothingSigned,
    NotSigned,
)
from wardline.signoff.models import SignOffNote
from wardline.signoff.schemas import ADDENDA_LIMIT


def is_signed(note: SignOffNote | None) -> bool:
    return note is not None and note.status != SignOffStatus.DRAFT


def can_sign_off(user: CurrentUser, consult: Consult, note: SignOffNote | None) -> Decision:
    """By the short sign-off of the consult's line; of a cancelled consult, too, so that this is on record."""
    short = line_of(consult.service_line_id).sign_off
    if short is None or not (user.may(GIVE_CONSULT) and user.may(short.permission)):
        return forbidden()
    if short.on_duty and consult.service_line_id not in user.checked_in_line_ids:
        return Decision(NotCheckedIn())
    if not is_closed(consult):
        return Decision(NotCompleted())
    return Decision(AlreadySignedOff()) if is_signed(note) else ALLOWED


def can_write(user: CurrentUser, structured: StructuredNote) -> Decision:
    """Such notes at all, on duty or not."""
    return ALLOWED if user.may(GIVE_CONSULT) and user.may(structured.permission) else forbidden()


def can_open_note(user: CurrentUser, consult: Consult) -> Decision:
    """To write in it from now on, which a shift that ends meanwhile does not cut short."""
    decision = can_go_on_writing(user, consult)
    if decision.allowed and consult.service_line_id not in user.checked_in_line_ids:
        return Decision(NotCheckedIn())
    return decision


def can_go_on_writing(user: CurrentUser, consult: Consult) -> Decision:
    """For who holds the lock."""
    structured = line_of(consult.service_line_id).note
    decision = can_write(user, structured) if structured is not None else forbidden()
    if decision.allowed and is_cancelled(consult):
        return Decision(CancelledWithoutNote())
    return decision


def can_fax(user: CurrentUser, consult: Consult, note: SignOffNote | None) -> Decision:
    """By who may view it, of lines with a structured note; also one that is marked in error, which its pages say."""
    may_take_it_out = user.may(FAX_SIGNOFF_NOTE) and user.may(VIEW_SIGNOFF_NOTE)
    if line_of(consult.service_line_id).note is None or not may_take_it_out:
        return forbidden()
    return ALLOWED if is_signed(note) else Decision(NotSigned())


_RIGHT_TO_ADD: dict[DocType, Permission] = {
    DocType.ADDENDUM: ADDEND_SIGNOFF_NOTE,
    DocType.ERROR: MARK_SIGNOFF_NOTE_IN_ERROR,
}


def can_add(user: CurrentUser, note: SignOffNote | None, doc_type: DocType) -> Decision:
    """An addendum or a mark in error, of any line's note."""
    if not user.may(_RIGHT_TO_ADD[doc_type]):
        return forbidden()
    if note is None or not is_signed(note):
        return Decision(NotSigned())
    return Decision(MarkedInError()) if note.status == SignOffStatus.MARKED_IN_ERROR else ALLOWED


def can_take_addendum(already: int) -> Decision:
    """A note that has `already` addenda, whoever writes one more."""
    return ALLOWED if already < ADDENDA_LIMIT else Decision(AddendaFull())


def can_export(user: CurrentUser, note: SignOffNote | None) -> Decision:
    """To take what was signed out as a document."""
    if not user.may(VIEW_SIGNOFF_NOTE):
        return forbidden()
    return ALLOWED if is_signed(note) else Decision(NothingSigned())


def allowed_actions(user: CurrentUser, consult: Consult, note: SignOffNote | None) -> list[ConsultAction]:
    """What an answer tells the browser beside `wardline.consults.policies.allowed_actions`.

    A cancelled consult offers no short sign-off, though it would be taken.
    """
    found = []
    decision = can_sign_off(user, consult, note)
    if isinstance(decision.refusal, NotCompleted) and can_complete(user, consult).allowed:
        found.append(ConsultAction.COMPLETE_AND_SIGN_OFF)
    elif decision.allowed and not is_cancelled(consult):
        found.append(ConsultAction.SIGN_OFF)
    if not is_signed(note) and can_open_note(user, consult).allowed:
        found.append(ConsultAction.EDIT_NOTE)
    if can_export(user, note).allowed:
        found.append(ConsultAction.EXPORT_NOTE)
    if can_fax(user, consult, note).allowed:
        found.append(ConsultAction.FAX_NOTE)
    if can_add(user, note, DocType.ADDENDUM).allowed:
        found.append(ConsultAction.ADDEND_NOTE)
    if can_add(user, note, DocType.ERROR).allowed:
        found.append(ConsultAction.MARK_NOTE_IN_ERROR)
    return found
