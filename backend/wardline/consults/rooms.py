"""Who may join which room: the socket server's `RoomPolicy`, by the same rule as every read (`reach`)."""

import logging
import uuid
from collections.abc import Mapping
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser, SessionEnded
from wardline.access.tokens import InvalidToken, TokenVerifier
from wardline.consults.events import ViewersChanged
from wardline.consults.reach import reach_of
from wardline.consults.reading import can_read
from wardline.consults.repository import ConsultRepository
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.directory.loading import load_by_id, load_by_token
from wardline.on_call.reach import lines_shown_to
from wardline.realtime import rooms
from wardline.realtime.publish import publish
from wardline.realtime.rooms import Admission, NoAccount, SignInEnded
from wardline.sessions.service import ended_among

log = logging.getLogger(__name__)

MAX_NOTIFIED_VIEWERS: Final = 20
"""If more users view one consult, they see each other when they next load it, not each time someone joins."""


class ConsultRoomPolicy:
    def __init__(self, database: Database, verifier: TokenVerifier) -> None:
        self._database = database
        self._verifier = verifier

    async def admit(self, token: str) -> Admission | None:
        try:
            verified = await self._verifier.verify(token)
        except InvalidToken as error:
            log.info("a socket's token was refused: %s", error.reason)
            return None
        async with self._database.autocommit() as connection:
            try:
                user = await load_by_token(connection, verified)
            except SessionEnded:
                raise SignInEnded from None
        if user is None:
            raise NoAccount
        return Admission(
            user_id=user.id,
            session_id=verified.session_id,
            rooms=rooms_of(user),
            expires_at=verified.expires_at,
            ended_by=verified.ended_by,
            authenticated_at=verified.authenticated_at,
        )

    async def sockets_of_ended_sign_ins(self, admitted: Mapping[str, Admission]) -> frozenset[str]:
        keys = [
            (sid, key, admission.authenticated_at) for sid, admission in admitted.items() for key in admission.ended_by
        ]
        async with self._database.autocommit() as connection:
            return await ended_among(connection, keys)

    async def rooms(self, user_id: int) -> frozenset[str]:
        async with self._database.autocommit() as connection:
            user = await load_by_id(connection, user_id)
        return rooms_of(user) if user else frozenset()

    async def began_viewing(self, user_id: int, consult_id: uuid.UUID, socket_id: str) -> bool:
        async with self._database.transaction() as session:
            user = await load_by_id(session, user_id)
            if user is None or not await can_read(session, user, consult_id):
                return False
            if await ConsultRepository(session).start_viewing(socket_id, consult_id, user_id, clock.now()):
                await _notify_viewers(session, consult_id, except_user=user_id)
        return True

    async def ended_viewing(self, socket_id: str, consult_id: uuid.UUID | None) -> None:
        async with self._database.transaction() as session:
            for consult, user_id in await ConsultRepository(session).stop_viewing(socket_id, consult_id):
                await _notify_viewers(session, consult, except_user=user_id)

    async def still_viewing(self, socket_ids: list[str]) -> None:
        async with self._database.transaction() as session:
            await ConsultRepository(session).renew_viewing(socket_ids, clock.now())


async def _notify_viewers(session: AsyncSession, consult_id: uuid.UUID, *, except_user: int) -> None:
    viewers = await ConsultRepository(session).viewers(consult_id, clock.now())
    others = [rooms.of_user(viewer.id) for viewer in viewers if viewer.id != except_user]
    if 0 < len(others) <= MAX_NOTIFIED_VIEWERS:
        publish(session, ViewersChanged(consult_id=consult_id), to=others)


def rooms_of(user: CurrentUser) -> frozenset[str]:
    """The user's own room, those of the consults that the user may view, and those of the duty that they may see."""
    lines = (rooms.of_line(organization_id, line_id) for organization_id, line_id in reach_of(user).lines)
    duty = (rooms.of_duty(line_id) for line_id in lines_shown_to(user))
    return frozenset({rooms.of_user(user.id), *lines, *duty})
