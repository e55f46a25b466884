"""May this person still take part in the call? Joining is decided with the consult (`consults.policies`)."""

from typing import Final

from wardline.access.current_user import CurrentUser
from wardline.access.decision import ALLOWED, Decision
from wardline.access.permissions import ACCESS_ORGANIZATION, ACCESS_SERVICE_LINE, JOIN_CHIME_MEETING, VIEW_CONSULT
from wardline.video.errors import CallRightTaken

ASKED_OF_ROLES: Final = (VIEW_CONSULT, ACCESS_ORGANIZATION, ACCESS_SERVICE_LINE, JOIN_CHIME_MEETING)
"""What joining asks of somebody's roles."""


def can_stay(user: CurrentUser) -> Decision:
    """Whoever has joined: no end of a duty and no closed consult cuts a call off, but a right that was taken does."""
    return ALLOWED if all(map(user.may, ASKED_OF_ROLES)) else Decision(CallRightTaken())
