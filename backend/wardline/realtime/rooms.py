"""Names of rooms. Who may enter one is decided by `RoomPolicy`, which the composition root registers."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


def of_line(organization_id: int, service_line_id: int) -> str:
    """Everyone who may view the consults of one service line in one organization."""
    return f"line:{organization_id}:{service_line_id}"


def of_user(user_id: int) -> str:
    return f"user:{user_id}"


@dataclass(frozen=True, slots=True)
class Admission:
    """Who a socket belongs to, where it may be and until when.

    `session_id` names the sign-in whose token was shown; all of its sockets end with it. They end also with what
    `ended_by` names, for who last proved who they are at `proven_at`.
    """

    user_id: int
    session_id: str
    rooms: frozenset[str]
    expires_at: datetime
    ended_by: tuple[str, ...]
    proven_at: datetime


class SignInEnded(Exception):
    """The token is good, and the sign-in that it is from has been ended."""


class RoomPolicy(Protocol):
    """What the socket server asks of the parts that know people and consults."""

    async def admit(self, token: str) -> Admission | None:
        """The owner of a bearer token, or None when it opens nothing. Raises `SignInEnded`."""

    async def whose_sign_in_ended(self, admitted: Mapping[str, Admission]) -> frozenset[str]:
        """Which of these sockets are of sign-ins that have ended since."""

    async def rooms(self, user_id: int) -> frozenset[str]:
        """The rooms this user belongs in now; empty when the user may no longer sign in."""

    async def began_viewing(self, user_id: int, consult_id: uuid.UUID, socket_id: str) -> bool:
        """Note that a consult is on this socket's screen; False when the user may not view it."""

    async def ended_viewing(self, socket_id: str, consult_id: uuid.UUID | None) -> None:
        """The consult, or every consult when None, left this socket's screen."""

    async def still_viewing(self, socket_ids: list[str]) -> None:
        """Renew what these sockets are viewing."""
