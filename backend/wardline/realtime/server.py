"""The socket server: WebSocket only, with a bearer token to connect, and rooms decided here, never by the client."""

import asyncio
import logging
import uuid
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from time import monotonic
from typing import Any, Final

import socketio
from socketio.exceptions import ConnectionRefusedError as ConnectionRefused
from starlette.types import ASGIApp

from wardline.core import clock
from wardline.core.errors import Unavailable
from wardline.core.metrics import EVENTS, SOCKETS
from wardline.core.security.rate_limits import RateLimiter, TooManyRequests
from wardline.realtime.events import MISSED_EVENTS
from wardline.realtime.fan_out import OutgoingEvent, as_pairs, fan_out
from wardline.realtime.gate import MAX_MESSAGE_BYTES, SocketGate
from wardline.realtime.recent_events import RecentEvents
from wardline.realtime.rooms import Admission, NoAccount, RoomPolicy, SignInEnded
from wardline.realtime.socketio_adapter import connections_in, encode, is_open, send

log = logging.getLogger(__name__)

SOCKET_PATH = "socket.io"
MAX_ADMITTING: Final = 8
"""How many sockets are admitted at a time. After a restart all clients reconnect; other requests need the pool."""
EVENTS_PER_MINUTE: Final = 240
"""How many events one socket may send; a person opens and closes far fewer consults."""
UNAVAILABLE: Final = "unavailable"
NOT_SIGNED_IN: Final = "not_signed_in"
SESSION_ENDED: Final = "session_ended"
UNKNOWN_USER: Final = "unknown_user"

library_log = logging.getLogger(f"{__name__}.library")
"""With this logger, the library does not use any other; below the error level, it would log the data that is sent."""
library_log.setLevel(logging.ERROR)


class SocketServer:
    """One node's sockets."""

    def __init__(self, policy: RoomPolicy) -> None:
        self.policy = policy
        self.sio = socketio.AsyncServer(
            async_mode="asgi",
            transports=["websocket"],
            cors_allowed_origins=[],
            max_http_buffer_size=MAX_MESSAGE_BYTES,
            logger=library_log,
            engineio_logger=library_log,
            ping_interval=10,
            ping_timeout=10,
        )
        self._sockets_of: defaultdict[int, set[str]] = defaultdict(set)
        self._user_of: dict[str, int] = {}
        self._rooms: dict[str, set[str]] = {}
        """The rooms of each socket; the library would search all rooms for one socket's."""
        self._viewed: dict[str, set[uuid.UUID]] = {}
        """The consults on each socket's screen."""
        self._event_locks: dict[str, asyncio.Lock] = {}
        """The events of one socket are handled in order; the library would handle them concurrently."""
        self._expiries: dict[str, asyncio.TimerHandle] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._admitting = asyncio.Semaphore(MAX_ADMITTING)
        self._refreshing = asyncio.Lock()
        self._refreshed = 0
        self._admitted: dict[str, Admission] = {}
        self._ended = 0
        self.recent_events = RecentEvents()
        self.sio.on("connect", self._connect)
        self.sio.on("disconnect", self._disconnect)
        self._limits = RateLimiter(EVENTS_PER_MINUTE)
        self._handlers = {
            "consult:began-viewing": self._began_viewing,
            "consult:ended-viewing": self._ended_viewing,
        }
        for name, handler in self._handlers.items():
            self.sio.on(name, partial(self._handle, handler))

    def wrap(self, app: ASGIApp | None, *, public_url: str) -> ASGIApp:
        """`app` with sockets at `SOCKET_PATH`, for pages of the public URL."""
        library = socketio.ASGIApp(self.sio, app, socketio_path=SOCKET_PATH)
        return SocketGate(library, public_url=public_url, handled_events=self._handlers)

    async def _handle(
        self, handler: Callable[[str, Any], Awaitable[bool]], sid: str, data: Any = None, *_: Any
    ) -> bool:
        """Ignores an event over the rate limit, and all arguments after the first."""
        try:
            self._limits.hit("event", sid)
        except TooManyRequests:
            return False
        async with self._event_locks.get(sid) or nullcontext():
            return await handler(sid, data)

    async def send_events(self, events: Sequence[OutgoingEvent]) -> float:
        """Send each of this node's sockets all its events, in one message; see `fan_out`."""
        for event in events:
            EVENTS.labels(event.name).inc()
        # Nothing is awaited between this and the choice of the sockets, so a socket that connects gets each event.
        self.recent_events.remember(events)
        return await fan_out(self.sio, events)

    async def refresh_rooms(self, user_id: int) -> None:
        """Put the user's sockets into exactly the rooms the user belongs in now.

        One user at a time, so that an older result is never applied after a newer one. If the rooms cannot be read, the
        sockets are closed rather than left in rooms that may be wrong; the browsers reconnect.
        """
        self._refreshed += 1
        async with self._refreshing:
            try:
                user_rooms = await self.policy.rooms(user_id)
            except Exception as error:  # noqa: BLE001 - whatever it was, it must not block later changes
                log.warning("a user's rooms could not be read: %s", type(error).__name__)
                user_rooms = frozenset()
            for sid in list(self._sockets_of.get(user_id, ())):
                await self._set_rooms(sid, user_rooms)

    async def refresh_all_rooms(self) -> None:
        self._refreshed += 1  # Also for sockets that are being admitted and are not yet in the list.
        for user_id in list(self._sockets_of):
            await self.refresh_rooms(user_id)

    async def close_sockets(
        self, *, user_id: int | None = None, session_id: str | None = None, unnamed_id: str | None = None
    ) -> None:
        """Close the sockets that these keys end, or without a key all of the user's."""
        self._ended += 1  # A socket that is being admitted may have been checked already, and is not yet in the list.
        keys = {session_id, unnamed_id} - {None}
        ending = [
            sid
            for sid, admission in self._admitted.items()
            if (not keys.isdisjoint(admission.ended_by) if keys else admission.user_id == user_id)
        ]
        for sid in ending:
            await self._set_rooms(sid, frozenset())

    def users_of(self, key: str) -> frozenset[int]:
        """The users whose sockets this key ends."""
        return frozenset(admission.user_id for admission in self._admitted.values() if key in admission.ended_by)

    async def close_ended_sign_ins(self) -> None:
        """Close the sockets of sign-ins that ended while notifications were missed."""
        self._ended += 1
        for sid in await self.policy.sockets_of_ended_sign_ins(dict(self._admitted)):
            await self._set_rooms(sid, frozenset())

    async def renew_viewing(self) -> None:
        """Renew the presence of this node's sockets; the presence of a dead node's sockets expires."""
        await self.policy.still_viewing([sid for sid, viewed in self._viewed.items() if viewed])

    async def _connect(self, sid: str, environ: dict[str, Any], auth: Any = None) -> None:  # noqa: ARG002
        token, page_age = (auth.get("token"), auth.get("pageAge")) if isinstance(auth, dict) else (None, None)
        opened_at = monotonic() - page_age / 1_000 if isinstance(page_age, int | float) else None
        try:
            reason = await self._admit(sid, token, opened_at)
        except Exception as error:  # noqa: BLE001 - without a response the browser would wait forever
            log.warning("a socket could not be admitted: %s", type(error).__name__)
            reason = UNAVAILABLE
        if reason is not None:
            await self._disconnect(sid)
            raise ConnectionRefused(reason)

    async def _admit(self, sid: str, token: Any, opened_at: float | None) -> str | None:
        """Put the socket into its rooms, or return the reason for refusing it.

        Until this returns, the library neither closes the socket on request nor reports that its connection ended. So
        nothing may be awaited between the last check of both and the return.
        """
        async with self._admitting:
            if not await is_open(self.sio, sid):
                return UNAVAILABLE
            refreshed, ended = self._refreshed, self._ended
            try:
                admission = await self.policy.admit(token) if isinstance(token, str) else None
            except SignInEnded:
                return SESSION_ENDED
            except NoAccount:
                return UNKNOWN_USER
        if admission is None:
            return NOT_SIGNED_IN
        self._user_of[sid] = admission.user_id
        self._admitted[sid] = admission
        self._rooms[sid] = set()
        self._viewed[sid] = set()
        self._event_locks[sid] = asyncio.Lock()
        SOCKETS.set(len(self._user_of))
        self._sockets_of[admission.user_id].add(sid)
        if refreshed == self._refreshed:
            await self._set_rooms(sid, admission.rooms)
        else:
            # A user's rooms changed while these were being read, perhaps this user's.
            await self.refresh_rooms(admission.user_id)
        if opened_at is not None:
            await self._send_missed(sid, opened_at)
        if not self._rooms[sid] or not await is_open(self.sio, sid) or ended != self._ended:
            # A user who may no longer sign in gets the reason on the next attempt.
            return UNAVAILABLE
        remaining = max((admission.expires_at - clock.now()).total_seconds(), 0)
        self._expiries[sid] = asyncio.get_running_loop().call_later(remaining, self._expire, sid)
        return None

    async def _send_missed(self, sid: str, since: float) -> None:
        """Tell the browser which events it missed since it opened its page. Without this message, it refetches."""
        missed = self.recent_events.missed(since, self._rooms[sid])
        if missed is None:
            return
        for connection in connections_in(self.sio, [sid]):
            await send(self.sio, connection, encode(self.sio, MISSED_EVENTS, as_pairs(missed)))

    def _expire(self, sid: str) -> None:
        """The token has expired, so the socket is closed; the browser reconnects with a new token."""
        self._in_background(self.sio.disconnect(sid))

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _disconnect(self, sid: str, reason: str | None = None) -> None:  # noqa: ARG002
        if (timer := self._expiries.pop(sid, None)) is not None:
            timer.cancel()
        user_id = self._user_of.pop(sid, None)
        SOCKETS.set(len(self._user_of))
        if user_id is None:
            return
        self._sockets_of[user_id].discard(sid)
        if not self._sockets_of[user_id]:
            del self._sockets_of[user_id]
        self._admitted.pop(sid, None)
        self._rooms.pop(sid, None)
        self._event_locks.pop(sid, None)
        if self._viewed.pop(sid, None):
            # Events are sent by a task that closes sockets which do not respond; it must not wait for the database.
            self._in_background(self._end_viewing(sid))

    async def _end_viewing(self, sid: str) -> None:
        with suppress(Unavailable):  # Presence that is not renewed expires.
            await self.policy.ended_viewing(sid, None)

    async def _set_rooms(self, sid: str, target_rooms: frozenset[str]) -> None:
        """Closes the socket if there are no rooms."""
        current_rooms = set(self._rooms.get(sid, ()))
        for room in current_rooms - target_rooms:
            await self._leave(sid, room)
        for room in target_rooms - current_rooms:
            await self._enter(sid, room)
        if not target_rooms:
            await self.sio.disconnect(sid)
            return
        for consult_id in list(self._viewed.get(sid, ())):
            if not await self._may_view(sid, consult_id):
                await self._ended_viewing(sid, str(consult_id))

    async def _enter(self, sid: str, room: str) -> None:
        """Does nothing if the socket has been closed."""
        if sid in self._rooms:
            self._rooms[sid].add(room)
            await self.sio.enter_room(sid, room)

    async def _leave(self, sid: str, room: str) -> None:
        if sid in self._rooms:
            self._rooms[sid].discard(room)
            await self.sio.leave_room(sid, room)

    async def _may_view(self, sid: str, consult_id: uuid.UUID) -> bool:
        """Record the viewing if the socket's user may view the consult; also False if the socket has been closed."""
        user_id = self._user_of.get(sid)
        try:
            if user_id is None or not await self.policy.began_viewing(user_id, consult_id, sid):
                return False
            if sid not in self._user_of:
                await self.policy.ended_viewing(sid, None)
        except Unavailable as error:
            log.warning("a viewing could not be recorded: %s", type(error).__name__)
            return False
        return sid in self._user_of

    async def _began_viewing(self, sid: str, data: Any) -> bool:
        consult_id = _consult_id(data)
        refreshed = self._refreshed
        if consult_id is None or not await self._may_view(sid, consult_id):
            return False
        if refreshed == self._refreshed:
            self._viewed[sid].add(consult_id)
            return True
        # A user's permissions changed while these were being read, perhaps this user's: check again under the lock.
        async with self._refreshing:
            if await self._may_view(sid, consult_id):
                self._viewed[sid].add(consult_id)
                return True
        await self._ended_viewing(sid, data)
        return False

    async def _ended_viewing(self, sid: str, data: Any) -> bool:
        consult_id = _consult_id(data)
        if consult_id is None or sid not in self._user_of:
            return False
        self._viewed[sid].discard(consult_id)
        with suppress(Unavailable):
            await self.policy.ended_viewing(sid, consult_id)
        return True


def _consult_id(data: Any) -> uuid.UUID | None:
    try:
        return uuid.UUID(data) if isinstance(data, str) else None
    except ValueError:
        return None
