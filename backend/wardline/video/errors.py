"""Errors about meetings and video rooms."""

from wardline.core.errors import Conflict, Forbidden, NotFound, Unavailable


class MeetingNotFound(NotFound):
    code = "meeting_not_found"
    message = "This meeting does not exist, or you have not joined it."


class CallRightTaken(Forbidden):
    code = "call_right_taken"
    message = "You can no longer take part in calls because your role has changed. Please contact the help desk."


class NotInCall(Forbidden):
    code = "not_in_call"
    message = "You are not in this call. Join it first."


class MeetingFull(Conflict):
    code = "meeting_full"
    message = "This call is full."


class MeetingInUse(Conflict):
    code = "meeting_in_use"
    message = "Someone else is still in this call."


class MediaServerDown(Unavailable):
    code = "media_server_down"
    message = "The media server for calls does not respond. Try again in a moment, or call the other side."


class PublisherTaken(Conflict):
    code = "publisher_taken"
    message = "Another window has reported this connection to the media server as its own. Connect anew."


class RoomNotFound(NotFound):
    code = "room_not_found"
    message = "This location has no video room."


class OnCallElsewhere(Forbidden):
    code = "on_call_elsewhere"
    message = "You are on call for another service line. Go off call to join calls for this one."
