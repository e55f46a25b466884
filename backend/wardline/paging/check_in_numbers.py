"""The number that somebody gave when they went on call: it is called, too, although nobody has shown that it is theirs.

It may be mistyped and belong to a stranger. So the call says what waits and asks for nothing, no key counts in it, and
nobody counts as reached because of it.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from wardline.access.current_user import CurrentUser
from wardline.contacts.choices import ContactKind
from wardline.contacts.service import ReachableContact

AFTER_CONTACTS: Final = timedelta(minutes=1)
"""How long after the last of their verified contacts it is called."""


def unverified_number(user: CurrentUser, service_line_id: int, contacts: Sequence[ReachableContact]) -> str | None:
    """The number of the user's check-in to the line, unless it is one of their verified contacts for calls."""
    verified = {contact.address for contact in contacts if contact.kind is ContactKind.CALL}
    given = [each.phone_number for each in user.check_ins if each.service_line_id == service_line_id]
    return next((number for number in given if number not in verified), None)


def delay_after(contacts: Sequence[ReachableContact]) -> int:
    """Seconds after the step; at once if they have no verified contact."""
    last = max((contact.delay_seconds for contact in contacts), default=None)
    return 0 if last is None else last + int(AFTER_CONTACTS.total_seconds())
