"""Who may go on call and change the on-call settings. Pure functions of the data that was read."""

from wardline.access.current_user import CurrentUser
from wardline.access.decision import ALLOWED, Decision, forbidden
from wardline.access.permissions import GIVE_CONSULT
from wardline.on_call.errors import NotYourDuty


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
