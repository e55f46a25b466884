"""What video adds to the response about a consult: who is in its meeting, and the ways to join."""

from collections.abc import Sequence
from typing import Any, Final

from wardline.access.current_user import CurrentUser
from wardline.consults.models import Consult
from wardline.consults.parts import Actions, ConsultPart
from wardline.core.forms.wire import ReadModel
from wardline.people.schemas import Viewer
from wardline.video import policies
from wardline.video.choices import VideoAction
from wardline.video.repository import present_users_query


class MeetingFields(ReadModel):
    meeting_attendees: list[Viewer]
    """The users who are in the consult's meeting in the app now, each once, by name."""


def _load(rows: Sequence[Any]) -> list[Viewer]:
    return [Viewer.model_validate(row) for row in rows]


def _read(attendees: list[Viewer]) -> MeetingFields:
    return MeetingFields(meeting_attendees=attendees)


def _allowed_actions(user: CurrentUser, consult: Consult, _: list[Viewer]) -> list[VideoAction]:
    return policies.allowed_actions(user, consult)


VIDEO: Final = ConsultPart(
    query=present_users_query,
    load=_load,
    fields=MeetingFields,
    read=_read,
    actions=Actions(VideoAction, _allowed_actions),
)
