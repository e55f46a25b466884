"""Whose duty a user may see: the one rule for reads and live events."""

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import REQUEST_CONSULT, VIEW_CONSULT


def lines_shown_to(user: CurrentUser) -> frozenset[int]:
    """The lines whose consults the user may view or request in some organization."""
    if not user.accessible_organization_ids:
        return frozenset()
    viewed = user.accessible_line_ids if user.may(VIEW_CONSULT) else frozenset()
    requested = user.requestable_line_ids if user.may(REQUEST_CONSULT) else frozenset()
    return viewed | requested
