"""Who may join, and stay in, a consult's meeting and video rooms. Pure functions of the data that was read."""

from typing import Final

from wardline.access.current_user import CurrentUser
from wardline.access.decision import ALLOWED, Decision, forbidden
from wardline.access.permissions import (
    ACCESS_ORGANIZATION,
    ACCESS_SERVICE_LINE,
    HOST_BLUESTREAM_MEETING,
    HOST_CORE_MEETING,
    JOIN_BLUESTREAM_MEETING,
    JOIN_CHIME_MEETING,
    JOIN_CORE_MEETING,
    JOIN_VIDYO_MEETING,
    VIEW_CONSULT,
)
from wardline.consults.models import Consult
from wardline.video.choices import VideoAction
from wardline.video.errors import CallRightTaken, OnCallElsewhere, RoomNotFound

STAY_PERMISSIONS: Final = (VIEW_CONSULT, ACCESS_ORGANIZATION, ACCESS_SERVICE_LINE, JOIN_CHIME_MEETING)
"""The permissions that joining the meeting in the app requires."""


def can_join_chime(user: CurrentUser, consult: Consult) -> Decision:
    """Join the meeting in the app. A user who is on call may join only on the line of their first open check-in."""
    if not user.may(JOIN_CHIME_MEETING):
        return forbidden()
    if user.check_ins and user.check_ins[0].service_line_id != consult.service_line_id:
        return Decision(OnCallElsewhere())
    return ALLOWED


def can_join_vidyo(user: CurrentUser, consult: Consult) -> Decision:
    """Rooms of closed consults stay open, so that no call is ever cut off."""
    if not user.may(JOIN_VIDYO_MEETING):
        return forbidden()
    return ALLOWED if consult.location.video_rooms else Decision(RoomNotFound())


def can_join_bluestream(user: CurrentUser, _: Consult) -> Decision:
    return ALLOWED if user.may(HOST_BLUESTREAM_MEETING) or user.may(JOIN_BLUESTREAM_MEETING) else forbidden()


def can_join_core_video(user: CurrentUser, _: Consult) -> Decision:
    return ALLOWED if user.may(HOST_CORE_MEETING) or user.may(JOIN_CORE_MEETING) else forbidden()


def can_stay(user: CurrentUser) -> Decision:
    """Stay in a meeting. Neither the end of a shift nor a closed consult ends a call; a revoked right does."""
    return ALLOWED if all(map(user.may, STAY_PERMISSIONS)) else Decision(CallRightTaken())


_DECISIONS: Final = {
    VideoAction.JOIN_CHIME: can_join_chime,
    VideoAction.JOIN_VIDYO: can_join_vidyo,
    VideoAction.JOIN_BLUESTREAM: can_join_bluestream,
    VideoAction.JOIN_CORE_VIDEO: can_join_core_video,
}


_PREFERENCES: Final = {
    "vidyo": VideoAction.JOIN_VIDYO,
    "bluestream": VideoAction.JOIN_BLUESTREAM,
    "core": VideoAction.JOIN_CORE_VIDEO,
}


def allowed_actions(user: CurrentUser, consult: Consult) -> list[VideoAction]:
    """The way that the location prefers comes first. The location's video rooms must be loaded."""
    preferred = _PREFERENCES.get(consult.location.preferred_video or "", VideoAction.JOIN_CHIME)
    allowed = [action for action, decide in _DECISIONS.items() if decide(user, consult).allowed]
    return sorted(allowed, key=lambda action: action is not preferred)
