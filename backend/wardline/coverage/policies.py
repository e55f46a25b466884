"""What a user sees on the coverage board. Pure functions of the user."""

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import EDIT_CALL_SCHEDULE
from wardline.consults.reach import Reach, reach_of


def board_reach(user: CurrentUser) -> Reach:
    """The lines whose consults the user may view, in their own organizations.

    Being on call for another organization shows its consults, but not how its lines are covered.
    """
    reach = reach_of(user)
    return Reach(reach.organization_ids & user.organization_ids, reach.line_ids)


def sees_reachability(user: CurrentUser) -> bool:
    """Whether the user is shown how people on call would be reached: those who see to it that somebody is there."""
    return user.may(EDIT_CALL_SCHEDULE)
