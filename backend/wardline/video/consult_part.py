"""What video adds to the response about a consult: who is in its meeting, and the ways to join."""

import uuid
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import DateTime, Uuid, bindparam, select

from wardline.access.current_user import CurrentUser
from wardline.consults.models import Consult
from wardline.consults.parts import Actions, ConsultPart
from wardline.core import clock
from wardline.core.db.statements import Execution, compile_statement
from wardline.core.forms.wire import ReadModel
from wardline.people.models import User
from wardline.people.schemas import Viewer
from wardline.video import policies
from wardline.video.choices import VideoAction
from wardline.video.models import Attendee, Meeting
from wardline.video.time_limits import LEASE

_PRESENT: Final = compile_statement(
    select(User.id, User.first_name, User.last_name)
    .join(Attendee, Attendee.user_id == User.id)
    .join(Meeting, Meeting.id == Attendee.meeting_id)
    .where(
        Meeting.consult_id == bindparam("consult_id", type_=Uuid()),
        Meeting.ended_at.is_(None),
        Attendee.left_at.is_(None),
        Attendee.seen_at > bindparam("since", type_=DateTime(timezone=True)),
    )
    .distinct()
    .order_by(User.last_name, User.first_name, User.id)
)


class MeetingFields(ReadModel):
    meeting_attendees: list[Viewer]
    """The users who are in the consult's meeting in the app now, each once, by name."""


def _query(consult_id: uuid.UUID) -> Execution:
    return _PRESENT, {"consult_id": consult_id, "since": clock.now() - LEASE}


def _load(rows: Sequence[Any]) -> list[Viewer]:
    return [Viewer.model_validate(row) for row in rows]


def _read(attendees: list[Viewer]) -> MeetingFields:
    return MeetingFields(meeting_attendees=attendees)


def _allowed_actions(user: CurrentUser, consult: Consult, _: list[Viewer]) -> list[VideoAction]:
    return policies.allowed_actions(user, consult)


VIDEO: Final = ConsultPart(
    query=_query, load=_load, fields=MeetingFields, read=_read, actions=Actions(VideoAction, _allowed_actions)
)
