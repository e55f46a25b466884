"""What video adds to the response about a consult: who is in its meeting, and the ways to join."""

from collections.abc import Sequence
from typing import Any, Final

from wardline.access.current_user import CurrentUser
from wardline.consults.models import Consult
from wardline.consults.parts import Actions, ConsultPart
from wardline.core.forms.wire import ReadModel
from wardline.video import policies
from wardline.video.choices import VideoAction
from wardline.video.repository import people_in_meeting_query
from wardline.video.schemas import GuestName, MeetingAttendee


class MeetingFields(ReadModel):
    meeting_attendees: list[MeetingAttendee]
    """The users who are in the consult's meeting in the app now, each once, by name."""
    meeting_guests: list[GuestName]
    """The guests who are in it."""


def _load(rows: Sequence[Any]) -> MeetingFields:
    return MeetingFields(
        meeting_attendees=[
            MeetingAttendee(
                id=row.user_id, first_name=row.first_name, last_name=row.last_name, unattended=row.unattended
            )
            for row in rows
            if row.guest_id is None
        ],
        meeting_guests=[
            GuestName(id=row.guest_id, name=row.name, kind=row.kind) for row in rows if row.guest_id is not None
        ],
    )


def _allowed_actions(user: CurrentUser, consult: Consult, _: MeetingFields) -> list[VideoAction]:
    return policies.allowed_actions(user, consult)


VIDEO: Final = ConsultPart(
    query=people_in_meeting_query,
    load=_load,
    fields=MeetingFields,
    read=lambda people: people,
    actions=Actions(VideoAction, _allowed_actions),
)
