"""Who may stay in a call: users who still have each permission that joining requires."""

import pytest

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import Permission
from wardline.video.errors import CallRightTaken
from wardline.video.policies import can_stay

RIGHTS = [
    Permission("View", "Consult"),
    Permission("Access", "Organization"),
    Permission("Access", "ServiceLine"),
    Permission("JoinChimeMeeting", "Consult"),
]


def user_with(*permissions: Permission) -> CurrentUser:
    """Off duty, without any organization or line."""
    return CurrentUser(
        id=1,
        username="me",
        first_name="Mia",
        last_name="Own",
        permissions=frozenset(permissions),
        role_ids=(),
        organization_ids=frozenset(),
        location_ids=frozenset(),
        member_line_ids=frozenset(),
        active_line_ids=frozenset(),
        requestable_line_ids=frozenset(),
        check_ins=(),
        served_organization_ids=frozenset(),
        consult_ids_in_writing=frozenset(),
        rights_version=0,
    )


@pytest.mark.req("PERM-32")
def test_attendees_stay_off_duty_and_without_the_line() -> None:
    assert can_stay(user_with(*RIGHTS)).allowed


@pytest.mark.parametrize("missing", RIGHTS, ids=" ".join)
@pytest.mark.req("PERM-26")
def test_without_any_one_of_these_permissions_no_one_stays(missing: Permission) -> None:
    refusal = can_stay(user_with(*(right for right in RIGHTS if right != missing))).refusal
    assert isinstance(refusal, CallRightTaken)
