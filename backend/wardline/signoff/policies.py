"""Whether a user can write, sign or correct the sign-off of a consult now. Pure functions over loaded rows."""

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
from wardline.consults.errors import NotCheckedIn
from wardline.consults.models import Consult
from wardline.consults.policies import can_complete
from wardline.people.models import User
from wardline.people.responses import person
from wardline.service_lines.base.structured_note import StructuredNote
from wardline.service_lines.registry import line_of
from wardline.signoff.choices import DocType, SignOffAction, SignOffStatus
from wardline.signoff.errors import (
    AddendaFull,
    AlreadySignedOff,
    CancelledWithoutNote,
    MarkedInError,
    NoMedipacId,
    NotCompleted,
    NothingSigned,
    NotSigned,
)
from wardline.signoff.models import SignOffNote
from wardline.signoff.schemas import ADDENDA_LIMIT
from wardline.signoff.summary import NoteSummary

AnyNote = SignOffNote | NoteSummary | None
"""A consult's sign-off note, whole or without its content; None if it has none."""


def is_signed(note: AnyNote) -> bool:
    return note is not None and note.status != SignOffStatus.DRAFT


def can_sign_off(user: CurrentUser, consult: Consult, note: AnyNote) -> Decision:
    """Using the short sign-off of the consult's line. A cancelled consult can be signed off, too, for the record."""
    short = line_of(consult.service_line_id).sign_off
    if short is None or not (user.may(GIVE_CONSULT) and user.may(short.permission)):
        return forbidden()
    if short.on_duty and consult.service_line_id not in user.checked_in_line_ids:
        return Decision(NotCheckedIn())
    if not consult.is_closed:
        return Decision(NotCompleted())
    return can_be_signed(note)


def can_be_signed(note: AnyNote) -> Decision:
    """Refused with who has signed it, and when."""
    if note is not None and is_signed(note):
        return Decision(AlreadySignedOff(person(note.signatory), note.signed_off_at))
    return ALLOWED


def can_sign_as(signatory: User) -> Decision:
    """Sign or correct a note, which requires a provider ID."""
    return ALLOWED if signatory.medipac_id else Decision(NoMedipacId())


def can_write(user: CurrentUser, structured: StructuredNote) -> Decision:
    """Write any note of this kind, whether checked in or not."""
    return ALLOWED if user.may(GIVE_CONSULT) and user.may(structured.permission) else forbidden()


def can_open_note(user: CurrentUser, consult: Consult) -> Decision:
    """Start editing, which needs a check-in; the end of the shift does not interrupt it."""
    decision = can_continue_note(user, consult)
    if decision.allowed and consult.service_line_id not in user.checked_in_line_ids:
        return Decision(NotCheckedIn())
    return decision


def can_continue_note(user: CurrentUser, consult: Consult) -> Decision:
    """For the user who holds the lock."""
    structured = line_of(consult.service_line_id).note
    decision = can_write(user, structured) if structured is not None else forbidden()
    if decision.allowed and consult.is_cancelled:
        return Decision(CancelledWithoutNote())
    return decision


def can_fax(user: CurrentUser, consult: Consult, note: AnyNote) -> Decision:
    """For lines with a structured note, and users who may view it.

    A note that is marked in error says so on every page.
    """
    may_fax = user.may(FAX_SIGNOFF_NOTE) and can_view(user).allowed
    if line_of(consult.service_line_id).note is None or not may_fax:
        return forbidden()
    return ALLOWED if is_signed(note) else Decision(NotSigned())


_PERMISSION: dict[DocType, Permission] = {
    DocType.ADDENDUM: ADDEND_SIGNOFF_NOTE,
    DocType.ERROR: MARK_SIGNOFF_NOTE_IN_ERROR,
}


def can_add(user: CurrentUser, note: AnyNote, doc_type: DocType) -> Decision:
    """Addend the note of any line, or mark it in error."""
    if not user.may(_PERMISSION[doc_type]):
        return forbidden()
    if note is None or not is_signed(note):
        return Decision(NotSigned())
    return Decision(MarkedInError()) if note.status == SignOffStatus.MARKED_IN_ERROR else ALLOWED


def can_take_addendum(count: int) -> Decision:
    """Whether a note with `count` addenda can have another."""
    return ALLOWED if count < ADDENDA_LIMIT else Decision(AddendaFull())


def can_view(user: CurrentUser) -> Decision:
    """Read the signed notes of consults that they may view."""
    return ALLOWED if user.may(VIEW_SIGNOFF_NOTE) else forbidden()


def can_export(user: CurrentUser, note: AnyNote) -> Decision:
    """Open the signed note as a PDF."""
    decision = can_view(user)
    if decision.allowed and not is_signed(note):
        return Decision(NothingSigned())
    return decision


def allowed_actions(user: CurrentUser, consult: Consult, note: AnyNote) -> list[SignOffAction]:
    """The actions on the consult's sign-off that this user can take now, as a response lists them.

    A short sign-off of a cancelled consult is accepted but not offered.
    """
    actions = []
    decision = can_sign_off(user, consult, note)
    if isinstance(decision.refusal, NotCompleted) and can_complete(user, consult).allowed:
        actions.append(SignOffAction.COMPLETE_AND_SIGN_OFF)
    elif decision.allowed and not consult.is_cancelled:
        actions.append(SignOffAction.SIGN_OFF)
    if not is_signed(note) and can_open_note(user, consult).allowed:
        actions.append(SignOffAction.EDIT_NOTE)
    if can_export(user, note).allowed:
        actions.append(SignOffAction.EXPORT_NOTE)
    if can_fax(user, consult, note).allowed:
        actions.append(SignOffAction.FAX_NOTE)
    if can_add(user, note, DocType.ADDENDUM).allowed:
        actions.append(SignOffAction.ADDEND_NOTE)
    if can_add(user, note, DocType.ERROR).allowed:
        actions.append(SignOffAction.MARK_NOTE_IN_ERROR)
    return actions
