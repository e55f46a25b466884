"""Who may have contacts. Pure functions of the data that was read."""

from wardline.access.current_user import CurrentUser
from wardline.access.decision import ALLOWED, Decision, forbidden
from wardline.access.permissions import ACKNOWLEDGE_TRANSFER, GIVE_CONSULT


def can_have_contacts(user: CurrentUser) -> Decision:
    """Whoever can be paged: who provides consults or acknowledges transfers."""
    return ALLOWED if user.may(GIVE_CONSULT) or user.may(ACKNOWLEDGE_TRANSFER) else forbidden()
