"""What video adds to the response about a consult: who is in its meeting, and the ways to join."""

from collections.abc import Sequence
from typing import Any, Final

from wardline.access.current_user import CurrentUser
from wardline.consults.models import Consult
from wardline.consults.parts import Actions, ConsultPart
from wardline.core.forms.wire import ReadModel
from wardline.video import policies
from wardline.video.choices import VideoAction
from wardline.video.repository import present_users_query
from wardline.video.schemas import MeetingAttendee


class MeetingFields(ReadModel):
    meeting_attendees: list[MeetingAttendee]
    """The users who are in the consult's meeting in the app now, each once, by name."""


def _load(rows: Sequence[Any]) -> list[MeetingAttendee]:
    return [MeetingAttendee.model_validate(row) for row in rows]


def _read(attendees: list[MeetingAttendee]) -> MeetingFields:
    return MeetingFields(meeting_attendees=attendees)


def _allowed_actions(user: CurrentUser, consult: Consult, _: list[MeetingAttendee]) -> list[VideoAction]:
    return policies.allowed_actions(user, consult)


VIDEO: Final = ConsultPart(
    query=present_users_query,
    load=_load,
    fields=MeetingFields,
    read=_read,
    actions=Actions(VideoAction, _allowed_actions),
)
