"""May this person sign this consult off now? Pure functions over what has been read."""

from wardline.access.current_user import CurrentUser
from wardline.access.decision import ALLOWED, Decision, forbidden
from wardline.access.permissions import GIVE_CONSULT
from wardline.consults.choices import ConsultAction
from wardline.consults.errors import NotCheckedIn
from wardline.consults.models import Consult
from wardline.consults.policies import can_complete, is_cancelled, is_closed
from wardline.service_lines.registry import line_of
from wardline.signoff.errors import AlreadySignedOff, NotCompleted


def can_sign_off(user: CurrentUser, consult: Consult, *, signed: bool) -> Decision:
    """By the short sign-off of the consult's line; of a cancelled consult, too, so that this is on record."""
    short = line_of(consult.service_line_id).sign_off
    if short is None or not (user.may(GIVE_CONSULT) and user.may(short.permission)):
        return forbidden()
    if short.on_duty and consult.service_line_id not in user.checked_in_line_ids:
        return Decision(NotCheckedIn())
    if not is_closed(consult):
        return Decision(NotCompleted())
    return Decision(AlreadySignedOff()) if signed else ALLOWED


def allowed_actions(user: CurrentUser, consult: Consult, *, signed: bool) -> list[ConsultAction]:
    """What an answer tells the browser beside `wardline.consults.policies.allowed_actions`.

    A cancelled consult offers none, though its sign-off would be taken.
    """
    decision = can_sign_off(user, consult, signed=signed)
    if isinstance(decision.refusal, NotCompleted) and can_complete(user, consult).allowed:
        return [ConsultAction.COMPLETE_AND_SIGN_OFF]
    return [ConsultAction.SIGN_OFF] if decision.allowed and not is_cancelled(consult) else []
