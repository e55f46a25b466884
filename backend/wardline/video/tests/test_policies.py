"""Who may stay in a call: users who still have each permission that joining requires."""

import pytest

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import Permission
from wardline.consults.models import Consult
from wardline.places.models import LocationUnit, VideoRoom
from wardline.video.choices import VideoAction
from wardline.video.errors import CallRightTaken
from wardline.video.policies import allowed_actions, can_stay

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


JOINING = ["JoinChimeMeeting", "JoinVidyoMeeting", "HostBluestreamMeeting", "JoinCoreMeeting"]


@pytest.mark.parametrize(
    ("preferred", "first"),
    [(None, "joinChime"), ("vidyo", "joinVidyo"), ("bluestream", "joinBluestream"), ("core", "joinCoreVideo")],
)
def test_the_way_that_the_location_prefers_is_first(preferred: str | None, first: str) -> None:
    consult = Consult(location=LocationUnit(preferred_video=preferred, video_rooms=[VideoRoom(name="Cart")]))
    ways = allowed_actions(user_with(*(Permission(action, "Consult") for action in JOINING)), consult)
    assert ways == [first, *(each for each in VideoAction if each != first)]


def test_a_preferred_way_that_is_not_allowed_is_left_out() -> None:
    consult = Consult(location=LocationUnit(preferred_video="vidyo", video_rooms=[]))
    user = user_with(*(Permission(action, "Consult") for action in JOINING))
    assert VideoAction.JOIN_VIDYO not in allowed_actions(user, consult)
    assert allowed_actions(user, consult)[0] == VideoAction.JOIN_CHIME
