"""Who is notified of what. Pure functions of the data that was read."""

from wardline.access.current_user import CurrentUser
from wardline.consults.models import Consult
from wardline.consults.reach import reach_of


def is_notified_of_urgent_comment(user: CurrentUser, consult: Consult, *, author_id: int) -> bool:
    """A provider who is checked in to the consult's line, may view the consult and did not write the comment."""
    return (
        user.id != author_id
        and user.is_virtual
        and consult.service_line_id in user.checked_in_line_ids
        and reach_of(user).includes(consult)
    )
