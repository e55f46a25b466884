"""Whether a user may take an action on a consult now. Pure functions of the data that was read.

A consult comes with its patient, its encounter, and the users who acknowledged and completed it.
"""

from wardline.access.current_user import CurrentUser
from wardline.access.decision import ALLOWED, Decision, conflict, forbidden
from wardline.access.permissions import (
    ACKNOWLEDGE_CONSULT,
    ADD_COMMENT,
    ADD_COMMENT_WITH_ALERT,
    CANCEL_CONSULT,
    COMPLETE_CONSULT,
    EDIT_CONSULT,
    EDIT_PATIENT,
    Permission,
)
from wardline.consults.choices import ConsultAction
from wardline.consults.errors import (
    AlreadyAcknowledged,
    AlreadyClosed,
    CheckedIn,
    CommentsFull,
    NotCheckedIn,
    OnlyThePhoneChanges,
)
from wardline.consults.models import Consult
from wardline.consults.timeline.schemas import COMMENTS_LENGTH_LIMIT, COMMENTS_LIMIT
from wardline.patients.choices import EncounterStatus
from wardline.people.responses import person
from wardline.service_lines.registry import line_of


def can_acknowledge(user: CurrentUser, consult: Consult) -> Decision:
    decision = _on_call(user, consult, ACKNOWLEDGE_CONSULT)
    if decision.allowed and consult.acknowledged_by_id is not None:
        return Decision(AlreadyAcknowledged(person(consult.acknowledged_by), consult.acknowledged_at))
    return decision


def can_repeat_acknowledgement(user: CurrentUser, consult: Consult) -> Decision:
    """For the user who acknowledged: a second press succeeds like the first, while the first would still be allowed."""
    return _on_call(user, consult, ACKNOWLEDGE_CONSULT)


def can_press_acknowledge(user: CurrentUser, consult: Consult) -> Decision:
    """What decides for a press of Acknowledge, the first or a second one."""
    is_repeat = consult.acknowledged_by_id == user.id
    return (can_repeat_acknowledgement if is_repeat else can_acknowledge)(user, consult)


def can_complete(user: CurrentUser, consult: Consult) -> Decision:
    return _on_call(user, consult, COMPLETE_CONSULT)


def can_complete_by_signing(user: CurrentUser, consult: Consult) -> Decision:
    """For the user who holds the note's lock: opening it required being on call; staying on call is not required."""
    return _open(consult) if user.may(COMPLETE_CONSULT) else forbidden()


def can_edit(user: CurrentUser, consult: Consult) -> Decision:
    if consult.organization_id not in user.accessible_organization_ids:
        return forbidden()
    decision = _on_call(user, consult, EDIT_CONSULT)
    if decision.allowed and not line_of(consult.service_line_id).editable_detail:
        return Decision(OnlyThePhoneChanges())
    return decision


def can_cancel(user: CurrentUser, consult: Consult) -> Decision:
    if not user.may(CANCEL_CONSULT):
        return forbidden()
    if user.is_checked_in:
        return Decision(CheckedIn())
    return _open(consult)


def can_edit_bedside_phone(user: CurrentUser, consult: Consult) -> Decision:
    if consult.organization_id not in user.accessible_organization_ids:
        return forbidden()
    return _open(consult)


def can_edit_patient(user: CurrentUser, consult: Consult) -> Decision:
    if not user.may(EDIT_PATIENT):
        return forbidden()
    if consult.is_cancelled:
        return Decision(already_closed(consult))
    if consult.patient.is_emr:
        return conflict("This patient's data comes from the EMR and cannot be edited here.")
    return ALLOWED


def can_comment(user: CurrentUser, consult: Consult) -> Decision:
    return _open(consult) if user.may(ADD_COMMENT) else forbidden()


def can_comment_with_alert(user: CurrentUser, consult: Consult) -> Decision:
    return can_comment(user, consult) if user.may(ADD_COMMENT_WITH_ALERT) else forbidden()


def can_take_comment(consult: Consult, message: str, *, existing_length: int) -> Decision:
    """Whether one more comment fits, in addition to comments of `existing_length` characters in total."""
    full = consult.comment_count >= COMMENTS_LIMIT or existing_length + len(message) > COMMENTS_LENGTH_LIMIT
    return Decision(CommentsFull()) if full else ALLOWED


def can_discharge(user: CurrentUser, consult: Consult) -> Decision:
    if consult.encounter.status == EncounterStatus.FINISHED:
        return forbidden()
    return can_repeat_discharge(user)


def can_repeat_discharge(user: CurrentUser) -> Decision:
    """For an encounter that has already ended: a second press succeeds like the first."""
    return ALLOWED if user.may(EDIT_PATIENT) else forbidden()


def can_correct_completion(consult: Consult) -> Decision:
    """Change how a completed consult was conducted; a cancelled consult stays cancelled, with its reason."""
    return Decision(already_closed(consult)) if consult.is_cancelled else ALLOWED


_DECISIONS = {
    ConsultAction.ACKNOWLEDGE: can_acknowledge,
    ConsultAction.COMPLETE: can_complete,
    ConsultAction.CANCEL: can_cancel,
    ConsultAction.EDIT: can_edit,
    ConsultAction.EDIT_BEDSIDE_PHONE: can_edit_bedside_phone,
    ConsultAction.EDIT_PATIENT: can_edit_patient,
    ConsultAction.COMMENT: can_comment,
    ConsultAction.COMMENT_WITH_ALERT: can_comment_with_alert,
    ConsultAction.DISCHARGE: can_discharge,
}


def allowed_actions(user: CurrentUser, consult: Consult) -> list[ConsultAction]:
    return [action for action, decide in _DECISIONS.items() if decide(user, consult).allowed]


def already_closed(consult: Consult) -> AlreadyClosed:
    """The refusal with who closed the consult, and when; `consult.completed_by` must be loaded."""
    return AlreadyClosed(person(consult.completed_by), consult.completed_at, consult.complete_type)


def _on_call(user: CurrentUser, consult: Consult, permission: Permission) -> Decision:
    if not user.may(permission):
        return forbidden()
    if consult.service_line_id not in user.checked_in_line_ids:
        return Decision(NotCheckedIn())
    return _open(consult)


def _open(consult: Consult) -> Decision:
    return Decision(already_closed(consult)) if consult.is_closed else ALLOWED
