"""The socket server: websocket only, a bearer token at the door, rooms decided here and never by the client."""

import asyncio
import logging
import uuid
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from typing import Any, Final

import socketio
from socketio.exceptions import ConnectionRefusedError as Refused
from starlette.types import ASGIApp

from wardline.core import clock
from wardline.core.errors import Unavailable
from wardline.core.metrics import EVENTS, SOCKETS
from wardline.core.security.rate_limits import RateLimiter, TooManyRequests
from wardline.realtime.fan_out import OutgoingEvent, fan_out
from wardline.realtime.gate import MAXIMUM_MESSAGE_BYTES, SocketGate
from wardline.realtime.rooms import Admission, RoomPolicy, SignInEnded

log = logging.getLogger(__name__)

SOCKET_PATH = "socket.io"
ADMITTED_AT_ONCE: Final = 8
"""After a restart everybody comes back together; those at the door leave the other calls their connections."""
EVENTS_PER_MINUTE: Final = 240
"""How many events one socket may send; a person opens and leaves far fewer consults."""
UNAVAILABLE: Final = "unavailable"
NOT_SIGNED_IN: Final = "not_signed_in"
SESSION_ENDED: Final = "session_ended"

library_log = logging.getLogger(f"{__name__}.library")
"""Given one of ours, the library writes to no other place; below errors it would write down what is sent."""
library_log.setLevel(logging.ERROR)


class SocketServer:
    """One node's sockets."""

    def __init__(self, keeper: RoomPolicy) -> None:
        self.keeper = keeper
        self.sio = socketio.AsyncServer(
            async_mode="asgi",
            transports=["websocket"],
            cors_allowed_origins=[],
            max_http_buffer_size=MAXIMUM_MESSAGE_BYTES,
            logger=library_log,
            engineio_logger=library_log,
            ping_interval=10,
            ping_timeout=10,
        )
        self._sockets_of: defaultdict[int, set[str]] = defaultdict(set)
        self._owner: dict[str, int] = {}
        self._rooms: dict[str, set[str]] = {}
        """The rooms of each socket; the library would look through all there are for one socket's."""
        self._viewed: dict[str, set[uuid.UUID]] = {}
        """The consults on each socket's screen."""
        self._turns: dict[str, asyncio.Lock] = {}
        """What each socket sends is done in the order in which it was sent; the library does it all at once."""
        self._ends: dict[str, asyncio.TimerHandle] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._door = asyncio.Semaphore(ADMITTED_AT_ONCE)
        self._settling = asyncio.Lock()
        self._settled = 0
        self._admitted: dict[str, Admission] = {}
        self._ended = 0
        self.sio.on("connect", self._connect)
        self.sio.on("disconnect", self._disconnect)
        self._limits = RateLimiter(EVENTS_PER_MINUTE)
        self._heard = {
            "consult:began-viewing": self._began_viewing,
            "consult:ended-viewing": self._ended_viewing,
        }
        for name, handler in self._heard.items():
            self.sio.on(name, partial(self._hear, handler))

    def beside(self, app: ASGIApp | None, *, public_url: str) -> ASGIApp:
        """An application with sockets at `SOCKET_PATH`, for pages of the public address, that is `app` elsewhere."""
        library = socketio.ASGIApp(self.sio, app, socketio_path=SOCKET_PATH)
        return SocketGate(library, public_url=public_url, heard_events=self._heard)

    async def _hear(self, handler: Callable[[str, Any], Awaitable[bool]], sid: str, data: Any = None, *_: Any) -> bool:
        """What a client sends comes to nothing when it is too often, and whatever else it sends with it is left out."""
        try:
            self._limits.take("event", sid)
        except TooManyRequests:
            return False
        async with self._turns.get(sid) or nullcontext():
            return await handler(sid, data)

    async def send_events(self, events: Sequence[OutgoingEvent]) -> None:
        """Send to each of this node's sockets what it is to be told, in one message."""
        for event in events:
            EVENTS.labels(event.event).inc()
        await fan_out(self.sio, events)

    async def refresh_rooms(self, user_id: int) -> None:
        """Put the user's sockets into exactly the rooms the user belongs in now.

        One at a time, so that what was read earlier is never applied later. When the rooms cannot be read the sockets
        are closed rather than left where they may no longer be; the browsers come back.
        """
        self._settled += 1
        async with self._settling:
            try:
                wanted = await self.keeper.rooms(user_id)
            except Exception as error:  # noqa: BLE001 - whatever it was, it must not keep from others what happened next
                log.warning("a user's rooms could not be read: %s", type(error).__name__)
                wanted = frozenset()
            for sid in list(self._sockets_of.get(user_id, ())):
                await self._settle_socket(sid, wanted)

    async def refresh_all_rooms(self) -> None:
        self._settled += 1  # Also for who is at the door and is not yet among them.
        for user_id in list(self._sockets_of):
            await self.refresh_rooms(user_id)

    async def close_sockets(
        self, *, user_id: int | None = None, session_id: str | None = None, unnamed_id: str | None = None
    ) -> None:
        """Close the sockets that these keys end; without a key, the user's."""
        self._ended += 1  # Whoever is at the door may have been admitted before and is not yet among them.
        keys = {session_id, unnamed_id} - {None}
        ending = [
            sid
            for sid, each in self._admitted.items()
            if (not keys.isdisjoint(each.ended_by) if keys else each.user_id == user_id)
        ]
        for sid in ending:
            await self._settle_socket(sid, frozenset())

    def owners(self, key: str) -> frozenset[int]:
        """Whose sockets this key ends."""
        return frozenset(each.user_id for each in self._admitted.values() if key in each.ended_by)

    async def close_ended_sign_ins(self) -> None:
        """Close the sockets of sign-ins that ended while nobody was told."""
        self._ended += 1
        for sid in await self.keeper.whose_sign_in_ended(dict(self._admitted)):
            await self._settle_socket(sid, frozenset())

    async def renew_viewing(self) -> None:
        """Keep this node's sockets among the viewers; a dead node's fall out by themselves."""
        await self.keeper.still_viewing([sid for sid, viewed in self._viewed.items() if viewed])

    async def _connect(self, sid: str, environ: dict[str, Any], auth: Any = None) -> None:  # noqa: ARG002
        token = auth.get("token") if isinstance(auth, dict) else None
        try:
            reason = await self._let_in(sid, token)
        except Exception as error:  # noqa: BLE001 - without an answer the browser would wait for ever
            log.warning("a socket could not be admitted: %s", type(error).__name__)
            reason = UNAVAILABLE
        if reason is not None:
            await self._disconnect(sid)
            raise Refused(reason)

    async def _let_in(self, sid: str, token: Any) -> str | None:
        """Put the socket into its rooms, or answer why not.

        Until this is over, the library neither closes the socket when it is asked to, nor tells when the connection
        ends: nothing may be awaited between the last look at both and the end.
        """
        async with self._door:
            if not await self._is_open(sid):
                return UNAVAILABLE
            settled, ended = self._settled, self._ended
            try:
                admission = await self.keeper.admit(token) if isinstance(token, str) else None
            except SignInEnded:
                return SESSION_ENDED
        if admission is None:
            return NOT_SIGNED_IN
        self._owner[sid] = admission.user_id
        self._admitted[sid] = admission
        self._rooms[sid] = set()
        self._viewed[sid] = set()
        self._turns[sid] = asyncio.Lock()
        SOCKETS.set(len(self._owner))
        self._sockets_of[admission.user_id].add(sid)
        if settled == self._settled:
            await self._settle_socket(sid, admission.rooms)
        else:
            # Somebody's rooms changed while these were being read, perhaps this user's.
            await self.refresh_rooms(admission.user_id)
        if not self._rooms[sid] or not await self._is_open(sid) or ended != self._ended:
            # Who may no longer sign in hears of that on coming back.
            return UNAVAILABLE
        remaining = max((admission.expires_at - clock.now()).total_seconds(), 0)
        self._ends[sid] = asyncio.get_running_loop().call_later(remaining, self._end, sid)
        return None

    async def _is_open(self, sid: str) -> bool:
        """Whether the connection still stands; one that has been silent for too long is closed by the question."""
        connection = self.sio.eio.sockets.get(self.sio.manager.eio_sid_from_sid(sid, "/"))
        return connection is not None and not connection.closed and bool(await connection.check_ping_timeout())

    def _end(self, sid: str) -> None:
        """The token's time is over, and so is the socket's; the browser comes back with a fresh one."""
        self._in_background(self.sio.disconnect(sid))

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _disconnect(self, sid: str, reason: str | None = None) -> None:  # noqa: ARG002
        if (timer := self._ends.pop(sid, None)) is not None:
            timer.cancel()
        owner = self._owner.pop(sid, None)
        SOCKETS.set(len(self._owner))
        if owner is None:
            return
        self._sockets_of[owner].discard(sid)
        if not self._sockets_of[owner]:
            del self._sockets_of[owner]
        self._admitted.pop(sid, None)
        self._rooms.pop(sid, None)
        self._turns.pop(sid, None)
        if self._viewed.pop(sid, None):
            with suppress(Unavailable):  # What is not renewed ends by itself.
                await self.keeper.ended_viewing(sid, None)

    async def _settle_socket(self, sid: str, wanted: frozenset[str]) -> None:
        present = set(self._rooms.get(sid, ()))
        for room in present - wanted:
            await self._leave(sid, room)
        for room in wanted - present:
            await self._enter(sid, room)
        if not wanted:
            await self.sio.disconnect(sid)
            return
        for consult_id in list(self._viewed.get(sid, ())):
            if not await self._may_view(sid, consult_id):
                await self._ended_viewing(sid, str(consult_id))

    async def _enter(self, sid: str, room: str) -> None:
        """Nothing for a socket that was closed meanwhile."""
        if sid in self._rooms:
            self._rooms[sid].add(room)
            await self.sio.enter_room(sid, room)

    async def _leave(self, sid: str, room: str) -> None:
        if sid in self._rooms:
            self._rooms[sid].discard(room)
            await self.sio.leave_room(sid, room)

    async def _may_view(self, sid: str, consult_id: uuid.UUID) -> bool:
        """Note the viewing if the socket's owner may; False also when the socket was closed meanwhile."""
        owner = self._owner.get(sid)
        try:
            if owner is None or not await self.keeper.began_viewing(owner, consult_id, sid):
                return False
            if sid not in self._owner:
                await self.keeper.ended_viewing(sid, None)
        except Unavailable as error:
            log.warning("a viewing could not be noted: %s", type(error).__name__)
            return False
        return sid in self._owner

    async def _began_viewing(self, sid: str, data: Any) -> bool:
        consult_id = _consult_id(data)
        settled = self._settled
        if consult_id is None or not await self._may_view(sid, consult_id):
            return False
        if settled == self._settled:
            self._viewed[sid].add(consult_id)
            return True
        # Somebody's rights changed meanwhile, perhaps these: ask again while no change can be settled.
        async with self._settling:
            if await self._may_view(sid, consult_id):
                self._viewed[sid].add(consult_id)
                return True
        await self._ended_viewing(sid, data)
        return False

    async def _ended_viewing(self, sid: str, data: Any) -> bool:
        consult_id = _consult_id(data)
        if consult_id is None or sid not in self._owner:
            return False
        self._viewed[sid].discard(consult_id)
        with suppress(Unavailable):
            await self.keeper.ended_viewing(sid, consult_id)
        return True


def _consult_id(data: Any) -> uuid.UUID | None:
    try:
        return uuid.UUID(data) if isinstance(data, str) else None
    except ValueError:
        return None
