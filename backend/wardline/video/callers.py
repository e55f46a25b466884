"""Who calls about a meeting: a signed-in user, or a device that one has left in it."""

import uuid
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, exists

from wardline.access.current_user import CurrentUser
from wardline.video.models import Attendee, Meeting


@dataclass(frozen=True, slots=True)
class Device:
    """A device in unattended patient mode, by its standalone token; the ids are of the only call that it may be in."""

    token_id: uuid.UUID
    meeting_id: uuid.UUID
    external_meeting_id: uuid.UUID
    consult_id: uuid.UUID


@dataclass(frozen=True, slots=True)
class Caller:
    """`session_id` is the sign-in of a user who calls; a `device` calls in the name of the user who left it there."""

    user: CurrentUser
    session_id: str | None
    device: Device | None = None

    @property
    def own_windows(self) -> ColumnElement[bool]:
        """Of all attendees. A user's devices are not among their windows."""
        if self.device is not None:
            return Attendee.standalone_token_id == self.device.token_id
        return and_(Attendee.user_id == self.user.id, Attendee.standalone_token_id.is_(None))

    @property
    def may_end(self) -> ColumnElement[bool]:
        """Of all meetings: the ones that a user has ever joined, and the one that a device is for."""
        if self.device is not None:
            return Meeting.id == self.device.meeting_id
        return exists().where(Attendee.meeting_id == Meeting.id, self.own_windows)

    def is_own(self, attendee: Attendee) -> bool:
        """Whether it is among `own_windows`."""
        if self.device is not None:
            return attendee.standalone_token_id == self.device.token_id
        return attendee.user_id == self.user.id and attendee.standalone_token_id is None
