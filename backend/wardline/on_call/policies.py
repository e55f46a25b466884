"""Who may go on call and change the on-call settings. Pure functions of the data that was read."""

from wardline.access.current_user import CurrentUser, OpenCheckIn
from wardline.access.decision import ALLOWED, Decision, forbidden
from wardline.access.permissions import GIVE_CONSULT
from wardline.on_call.errors import NotOnCall, NotYourDuty


def can_check_in(user: CurrentUser, *, role_id: int, service_line_id: int) -> Decision:
    """Go on call in one of their roles, for one of the lines for which they provide consults."""
    if not user.may(GIVE_CONSULT):
        return forbidden()
    is_own = role_id in user.role_ids and service_line_id in user.active_line_ids
    return ALLOWED if is_own else Decision(NotYourDuty())


def can_set_preference(user: CurrentUser, *, service_line_id: int) -> Decision:
    """Change the on-call settings for one of the lines for which they provide consults."""
    may_be_on_call = user.may(GIVE_CONSULT) and service_line_id in user.active_line_ids
    return ALLOWED if may_be_on_call else Decision(NotYourDuty())


def valid_check_ins(user: CurrentUser) -> list[OpenCheckIn]:
    """The open check-ins that the user could still make: a role or a line may have been taken from them since."""
    return [
        check_in
        for check_in in user.check_ins
        if can_check_in(user, role_id=check_in.role_id, service_line_id=check_in.service_line_id).allowed
    ]


def can_ring_when_locked(user: CurrentUser) -> Decision:
    """Have a screen that rings while it is locked: whoever is on call."""
    return ALLOWED if valid_check_ins(user) else Decision(NotOnCall())
