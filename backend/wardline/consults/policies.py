"""May this person do that with this consult now? Pure functions over what has been read."""

from typing import Final, NamedTuple
from uuid import UUID

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
    HOST_BLUESTREAM_MEETING,
    HOST_CORE_MEETING,
    JOIN_BLUESTREAM_MEETING,
    JOIN_CHIME_MEETING,
    JOIN_CORE_MEETING,
    JOIN_VIDYO_MEETING,
    VIEW_CONSULT,
    Permission,
)
from wardline.consults.choices import ConsultAction, ConsultState
from wardline.consults.errors import (
    AlreadyAcknowledged,
    AlreadyClosed,
    CheckedIn,
    CommentsFull,
    NotCheckedIn,
    OnCallElsewhere,
    OnlyThePhoneChanges,
    RoomNotFound,
)
from wardline.consults.models import Consult
from wardline.consults.timeline.schemas import COMMENTS_LENGTH_LIMIT, COMMENTS_LIMIT
from wardline.patients.choices import EncounterStatus
from wardline.service_lines.base.completion import CANCELLED
from wardline.service_lines.registry import line_of

CLOSED_STATES: Final = frozenset({ConsultState.COMPLETED, ConsultState.CANCELLED})
"""A discharged consult is still open to work on."""


def is_closed(consult: Consult) -> bool:
    return consult.state in CLOSED_STATES


def is_cancelled(consult: Consult) -> bool:
    return consult.state == ConsultState.CANCELLED or consult.complete_type == CANCELLED


class Reach(NamedTuple):
    """Every consult of one of these organizations on one of these lines, and each of these consults."""

    organization_ids: frozenset[int]
    line_ids: frozenset[int]
    consult_ids: frozenset[UUID] = frozenset()


def reach_of(user: CurrentUser) -> Reach:
    """The consults that this person may view: the one rule for reads, lists, search and live events.

    The list and the rooms of live events go by organizations and lines alone: what is in reach only by its note is
    read and written, but neither listed nor heard of.
    """
    if not user.may(VIEW_CONSULT):
        return Reach(frozenset(), frozenset())
    # Who has a note open saves and signs it, also when the shift that gave the reach has ended.
    return Reach(user.accessible_organization_ids, user.accessible_line_ids, user.consult_ids_in_writing)


def is_in_reach(user: CurrentUser, consult: Consult) -> bool:
    """Whether this person may view this consult."""
    reach = reach_of(user)
    within = consult.organization_id in reach.organization_ids and consult.service_line_id in reach.line_ids
    return within or consult.id in reach.consult_ids


def can_acknowledge(user: CurrentUser, consult: Consult) -> Decision:
    decision = _on_duty(user, consult, ACKNOWLEDGE_CONSULT)
    if decision.allowed and consult.acknowledged_by_id is not None:
        return Decision(AlreadyAcknowledged())
    return decision


def can_repeat_acknowledgement(user: CurrentUser, consult: Consult) -> Decision:
    """For the one who acknowledged: a second press is answered like the first, as long as the first were allowed."""
    return _on_duty(user, consult, ACKNOWLEDGE_CONSULT)


def can_complete(user: CurrentUser, consult: Consult) -> Decision:
    return _on_duty(user, consult, COMPLETE_CONSULT)


def can_complete_by_signing(user: CurrentUser, consult: Consult) -> Decision:
    """For who holds the lock of its note: opening that needed duty, and a shift that ends meanwhile stops nobody."""
    return _open(consult) if user.may(COMPLETE_CONSULT) else forbidden()


def can_edit(user: CurrentUser, consult: Consult) -> Decision:
    if consult.organization_id not in user.accessible_organization_ids:
        return forbidden()
    decision = _on_duty(user, consult, EDIT_CONSULT)
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
    if is_cancelled(consult):
        return Decision(AlreadyClosed())
    if consult.patient.is_emr:
        return conflict("This patient's data comes from the EMR and cannot be edited here.")
    return ALLOWED


def can_comment(user: CurrentUser, consult: Consult) -> Decision:
    return _open(consult) if user.may(ADD_COMMENT) else forbidden()


def can_comment_with_alert(user: CurrentUser, consult: Consult) -> Decision:
    return can_comment(user, consult) if user.may(ADD_COMMENT_WITH_ALERT) else forbidden()


def can_take_comment(consult: Consult, message: str, *, already: int) -> Decision:
    """One more, from whomever, beside comments of `already` characters together."""
    full = consult.comment_count >= COMMENTS_LIMIT or already + len(message) > COMMENTS_LENGTH_LIMIT
    return Decision(CommentsFull()) if full else ALLOWED


def can_discharge(user: CurrentUser, consult: Consult) -> Decision:
    if consult.encounter.status == EncounterStatus.FINISHED:
        return forbidden()
    return can_repeat_discharge(user)


def can_repeat_discharge(user: CurrentUser) -> Decision:
    """For an encounter that is over already: a second press is answered like the first, to who might have pressed."""
    return ALLOWED if user.may(EDIT_PATIENT) else forbidden()


def can_join_chime(user: CurrentUser, consult: Consult) -> Decision:
    """The meeting in the app: of whoever is on call, for the line of the first check-in that is still open."""
    if not user.may(JOIN_CHIME_MEETING):
        return forbidden()
    if user.check_ins and user.check_ins[0].service_line_id != consult.service_line_id:
        return Decision(OnCallElsewhere())
    return ALLOWED


def can_join_vidyo(user: CurrentUser, consult: Consult) -> Decision:
    """Like every way into a room of a closed consult too: a call that goes on is never cut off."""
    if not user.may(JOIN_VIDYO_MEETING):
        return forbidden()
    return ALLOWED if consult.location.video_rooms else Decision(RoomNotFound())


def can_join_bluestream(user: CurrentUser, _: Consult) -> Decision:
    return ALLOWED if user.may(HOST_BLUESTREAM_MEETING) or user.may(JOIN_BLUESTREAM_MEETING) else forbidden()


def can_join_core_video(user: CurrentUser, _: Consult) -> Decision:
    return ALLOWED if user.may(HOST_CORE_MEETING) or user.may(JOIN_CORE_MEETING) else forbidden()


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
    ConsultAction.JOIN_CHIME: can_join_chime,
    ConsultAction.JOIN_VIDYO: can_join_vidyo,
    ConsultAction.JOIN_BLUESTREAM: can_join_bluestream,
    ConsultAction.JOIN_CORE_VIDEO: can_join_core_video,
}


def allowed_actions(user: CurrentUser, consult: Consult) -> list[ConsultAction]:
    """What an answer tells the browser, so that it never decides again.

    `consult.patient`, `consult.encounter` and the location's video rooms must be loaded.
    """
    return [action for action, decide in _DECISIONS.items() if decide(user, consult).allowed]


def _on_duty(user: CurrentUser, consult: Consult, permission: Permission) -> Decision:
    if not user.may(permission):
        return forbidden()
    if consult.service_line_id not in user.checked_in_line_ids:
        return Decision(NotCheckedIn())
    return _open(consult)


def _open(consult: Consult) -> Decision:
    return Decision(AlreadyClosed()) if is_closed(consult) else ALLOWED
