"""Who calls about a meeting: a signed-in user, a device that one has left in it, or a guest."""

import uuid
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, exists

from wardline.access.current_user import CurrentUser
from wardline.core.errors import Forbidden, ProductError
from wardline.video.errors import MeetingNotFound
from wardline.video.models import Attendee, Meeting
from wardline.video.policies import can_stay


class Participant(ABC):
    """Who takes part in a meeting, with one or several windows."""

    session_id: str | None
    """The sign-in with which they call; None without one."""

    @property
    @abstractmethod
    def own_windows(self) -> ColumnElement[bool]:
        """Of all attendees."""

    @property
    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """What an attendee of theirs has that those of others do not, by column."""

    @property
    @abstractmethod
    def refusal(self) -> ProductError:
        """The response about the windows of others."""

    @abstractmethod
    def require_stay(self) -> None:
        """Raises `CallRightTaken` if they may no longer take part."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device in unattended patient mode, by its standalone token; the ids are of the only call that it may be in."""

    token_id: uuid.UUID
    meeting_id: uuid.UUID
    external_meeting_id: uuid.UUID
    consult_id: uuid.UUID


@dataclass(frozen=True, slots=True)
class Caller(Participant):
    """`session_id` is the sign-in of a user who calls; a `device` calls in the name of the user who left it there."""

    user: CurrentUser
    session_id: str | None
    device: Device | None = None

    @property
    def own_windows(self) -> ColumnElement[bool]:
        """A user's devices are not among their windows."""
        if self.device is not None:
            return Attendee.standalone_token_id == self.device.token_id
        return and_(Attendee.user_id == self.user.id, Attendee.standalone_token_id.is_(None))

    @property
    def identity(self) -> dict[str, Any]:
        token_id = self.device.token_id if self.device is not None else None
        return {"user_id": self.user.id, "standalone_token_id": token_id}

    @property
    def refusal(self) -> ProductError:
        return MeetingNotFound() if self.device is None else Forbidden()

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

    def require_stay(self) -> None:
        can_stay(self.user).enforce()


@dataclass(frozen=True, slots=True)
class GuestCaller(Participant):
    """A guest, by the secret of their device; the meeting is the only one that they may be in.

    What ends their invitation also ends their windows.
    """

    guest_id: uuid.UUID
    meeting_id: uuid.UUID
    session_id: None = None

    @property
    def own_windows(self) -> ColumnElement[bool]:
        return Attendee.guest_id == self.guest_id

    @property
    def identity(self) -> dict[str, Any]:
        return {"guest_id": self.guest_id}

    @property
    def refusal(self) -> ProductError:
        return Forbidden()

    def require_stay(self) -> None:
        """Whoever has removed them has removed their windows, too."""
