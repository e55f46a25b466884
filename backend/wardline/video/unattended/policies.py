"""Who may leave a device in a call."""

from wardline.access.current_user import CurrentUser
from wardline.access.decision import ALLOWED, Decision
from wardline.video.errors import NotInCall
from wardline.video.unattended.errors import OnCallHere


def can_leave_device(user: CurrentUser, *, is_in_call: bool) -> Decision:
    """Leave this device in a call that the user may join, with nobody signed in on it."""
    if user.is_checked_in:
        return Decision(OnCallHere())
    return ALLOWED if is_in_call else Decision(NotInCall())
