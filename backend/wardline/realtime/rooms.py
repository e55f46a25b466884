"""Names of rooms, and the `RoomPolicy` that decides who may be in them; the composition root provides it."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


def of_line(organization_id: int, service_line_id: int) -> str:
    """Everyone who may view the consults of one service line in one organization."""
    return f"line:{organization_id}:{service_line_id}"


def of_duty(service_line_id: int) -> str:
    """Everyone who may see who is on call for the line."""
    return f"on-call:{service_line_id}"


def of_user(user_id: int) -> str:
    return f"user:{user_id}"


@dataclass(frozen=True, slots=True)
class Admission:
    """A socket's user, its rooms, and when it expires.

    `session_id` identifies the sign-in of its token, whose end closes all its sockets. A socket is also closed by the
    end of any key in `ended_by` if its user last authenticated, at `authenticated_at`, before that.
    """

    user_id: int
    session_id: str
    rooms: frozenset[str]
    expires_at: datetime
    ended_by: tuple[str, ...]
    authenticated_at: datetime


class SignInEnded(Exception):
    """The token is valid, but its sign-in has been ended."""


class NoAccount(Exception):
    """The token is valid, but nobody who may sign in has this subject: never, or no longer."""


class RoomPolicy(Protocol):
    """What the socket server needs from the domains that know people and consults."""

    async def admit(self, token: str) -> Admission | None:
        """The user of a bearer token, or None if it is not valid. Raises `SignInEnded`, `NoAccount`."""

    async def sockets_of_ended_sign_ins(self, admitted: Mapping[str, Admission]) -> frozenset[str]:
        """The ids of the sockets whose sign-ins have ended since they were admitted."""

    async def rooms(self, user_id: int) -> frozenset[str]:
        """The rooms this user belongs in now; empty if the user may no longer sign in."""

    async def began_viewing(self, user_id: int, consult_id: uuid.UUID, socket_id: str) -> bool:
        """Record that a consult is on this socket's screen; False if the user may not view it."""

    async def ended_viewing(self, socket_id: str, consult_id: uuid.UUID | None) -> None:
        """Record that the consult, or every consult for None, is no longer on this socket's screen."""

    async def still_viewing(self, socket_ids: list[str]) -> None:
        """Renew the presence of these sockets."""
