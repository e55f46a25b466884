"""What video adds to the response about a consult: who is in its meeting, and the ways to join."""

import uuid
from collections.abc import Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.models import Consult
from wardline.consults.parts import Actions, ConsultPart
from wardline.core.forms.wire import ReadModel
from wardline.people.schemas import Viewer
from wardline.video import policies
from wardline.video.choices import VideoAction
from wardline.video.repository import MeetingRepository, PresentRow


class MeetingFields(ReadModel):
    meeting_attendees: list[Viewer]
    """The users who are in the consult's meeting in the app now, each once."""


async def _load(session: AsyncSession, consult_id: uuid.UUID) -> Sequence[PresentRow]:
    return await MeetingRepository(session).present_at(consult_id)


def _read(attendees: Sequence[PresentRow]) -> MeetingFields:
    return MeetingFields(meeting_attendees=[Viewer.model_validate(attendee) for attendee in attendees])


def _allowed_actions(user: CurrentUser, consult: Consult, _: Sequence[PresentRow]) -> list[VideoAction]:
    return policies.allowed_actions(user, consult)


VIDEO: Final = ConsultPart(load=_load, fields=MeetingFields, read=_read, actions=Actions(VideoAction, _allowed_actions))
