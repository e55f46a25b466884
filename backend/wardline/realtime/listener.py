"""One LISTEN connection per node: notifications from the database go to this node's sockets.

Notifications that arrive while others are being sent are batched and sent together; sending one message to a thousand
sockets takes longer than everything else that a change to a consult involves.

Notifications sent while the connection was down are lost. After a reconnect, the sockets of sign-ins that have ended
are closed, all others are sent a resync, all rooms are redetermined, and the observer rechecks everyone. Health
fails while the connection is down or the database behind it does not respond.
"""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any, NamedTuple, Never, Protocol

import orjson

from wardline.core import retries
from wardline.core.db.connecting import KEEPALIVES, conninfo
from wardline.core.db.deadlines import wait_at_most
from wardline.core.db.psycopg_adapter import DeadlineConnection
from wardline.core.ending import end
from wardline.core.security.rate_limits import Allowed
from wardline.realtime import rooms
from wardline.realtime.events import Resync, UserUpdated
from wardline.realtime.fan_out import OutgoingEvent
from wardline.realtime.publish import CHANNEL
from wardline.realtime.server import SocketServer
from wardline.realtime.shared_limits import SharedLimits

log = logging.getLogger(__name__)

RENEW_SECONDS = 30
MANY_CHANGED = 100
"""So many users whose access has changed are checked together."""
PROBE_SECONDS = 5
"""After this long without a notification, the listener checks whether the database is alive."""
PROBE_TIMEOUT_SECONDS = 2
IDLE_PAUSE_FACTOR = 6
BUSY_PAUSE_FACTOR = 40
MAX_PAUSE_SECONDS = 0.5
"""After sending, the loop pauses for a multiple of the time that it took, longer if the next batch is already waiting.

Most of the cost of sending comes afterwards, in the tasks of the sockets.
"""


class RoomsChanged(NamedTuple):
    """The rooms of this user's sockets must be redetermined."""

    user_id: int


class SocketsEnded(NamedTuple):
    """The sockets of this user, or of this sign-in, must be closed; see `publish.end_sockets`."""

    user_id: int | None
    session_id: str | None
    unnamed_id: str | None


class RequestsAllowed(NamedTuple):
    """A process, perhaps this one, has allowed a caller some requests."""

    reporter: str
    allowed: Allowed


class Reconnected(NamedTuple):
    """Notifications may have been missed."""


class AccessObserver(Protocol):
    """Is notified, like the sockets, when users lose access."""

    async def access_changed(self, user_id: int) -> None:
        """The user's duty, roles or account changed."""

    async def session_ended(self, user_id: int | None, session_id: str | None) -> None:
        """All of the user's sign-ins ended, or this one; with both, also those of the user that may be this one."""

    async def recheck_all(self) -> None:
        """Any of this may have happened to any user while no notifications were received."""


class Listener:
    """Runs until stopped; `alive` is what health reports."""

    def __init__(
        self,
        database_url: str,
        sockets: SocketServer,
        observer: AccessObserver | None = None,
        limits: SharedLimits | None = None,
    ) -> None:
        self._conninfo = conninfo(database_url)
        self._sockets = sockets
        self._observer = observer
        self._limits = limits
        self._to_observe: asyncio.Queue[Observed] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._pending: list[str] = []
        self._has_pending = asyncio.Event()
        self.alive = asyncio.Event()

    async def start(self) -> None:
        """Return once notifications are received."""
        work = (self._listen(), self._send_pending(), self._notify_observer(), self._renew_presence())
        self._tasks = [asyncio.create_task(coroutine) for coroutine in work]
        await self.alive.wait()

    async def stop(self) -> None:
        await end(*self._tasks)

    async def _listen(self) -> None:
        was_connected = False
        while True:
            try:
                async with await self._connect() as connection:
                    await connection.execute(f"listen {CHANNEL}")
                    self._sockets.recent_events.start_over()
                    self.alive.set()
                    self._to_observe.put_nowait(Reconnected())
                    if was_connected:
                        await self._sockets.close_ended_sign_ins()
                        await self._sockets.refresh_all_rooms()
                        await self._sockets.send_events([OutgoingEvent(Resync.name, {}, None)])
                    was_connected = True
                    await self._receive(connection)
            except Exception as error:  # noqa: BLE001 - whatever it was, nothing is received until the next attempt
                log.warning("the LISTEN connection is down: %s", type(error).__name__)
            self.alive.clear()
            await asyncio.sleep(retries.LISTENER_SECONDS)

    async def _receive(self, connection: DeadlineConnection) -> Never:
        while True:
            async for notification in connection.notifies(timeout=PROBE_SECONDS):
                self._pending.append(notification.payload)
                self._has_pending.set()
            with wait_at_most(PROBE_TIMEOUT_SECONDS):
                await connection.execute("select 1")

    async def _connect(self) -> DeadlineConnection:
        return await DeadlineConnection.connect(
            self._conninfo,
            autocommit=True,
            connect_timeout=3,
            application_name="wardline-listen",
            **KEEPALIVES,
        )

    async def _send_pending(self) -> Never:
        while True:
            await self._has_pending.wait()
            self._has_pending.clear()
            started_at = monotonic()
            batch, self._pending = self._pending, []
            waited = 0.0
            try:
                waited = await self._send(batch)
            except Exception:
                log.exception("events could not be sent")
            duration = monotonic() - started_at - waited
            idle_pause, busy_pause = (
                min(factor * duration, MAX_PAUSE_SECONDS) for factor in (IDLE_PAUSE_FACTOR, BUSY_PAUSE_FACTOR)
            )
            await asyncio.sleep(idle_pause)
            if self._pending:
                await asyncio.sleep(busy_pause - idle_pause)

    async def _send(self, payloads: Sequence[str]) -> float:
        """Sends in order, so that a socket that left a room gets no later events for that room.

        Returns for how many seconds sending yielded to other tasks.
        """
        waited = 0.0
        events: list[OutgoingEvent] = []
        for message in _read(payloads):
            if isinstance(message, OutgoingEvent):
                events.append(message)
                continue
            if isinstance(message, RequestsAllowed):
                if self._limits is not None:
                    self._limits.received(*message)
                continue
            self._to_observe.put_nowait(message)
            waited += await self._sockets.send_events(events)
            events = []
            if isinstance(message, SocketsEnded):
                if message.user_id is None and message.unnamed_id is not None:
                    # The publisher did not know the user, but the sockets on this node do.
                    for user_id in self._sockets.users_of(message.unnamed_id):
                        self._to_observe.put_nowait(message._replace(user_id=user_id))
                await self._sockets.close_sockets(**message._asdict())
                continue
            await self._sockets.refresh_rooms(message.user_id)
            updated = UserUpdated(user_id=message.user_id)
            events.append(
                OutgoingEvent(updated.name, updated.model_dump(mode="json"), [rooms.of_user(message.user_id)])
            )
        return waited + await self._sockets.send_events(events)

    async def _notify_observer(self) -> Never:
        """Runs in its own task, because sending events must not wait for it."""
        while True:
            message = self._together(await self._to_observe.get())
            if self._observer is None:
                continue
            try:
                if isinstance(message, RoomsChanged):
                    await self._observer.access_changed(message.user_id)
                elif isinstance(message, SocketsEnded):
                    await self._observer.session_ended(message.user_id, message.session_id)
                else:
                    await self._observer.recheck_all()
            except Exception as error:  # noqa: BLE001 - whatever it was, the next message is handled
                log.warning("a change of access could not be handled: %s", type(error).__name__)

    def _together(self, message: "Observed") -> "Observed":
        """If access changed for many, as with their role, whoever may be concerned is checked once instead of each."""
        if not isinstance(message, RoomsChanged) or self._to_observe.qsize() < MANY_CHANGED:
            return message
        waiting = [self._to_observe.get_nowait() for _ in range(self._to_observe.qsize())]
        for each in waiting:
            if not isinstance(each, RoomsChanged):
                self._to_observe.put_nowait(each)
        return Reconnected()

    async def _renew_presence(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                await self._sockets.renew_viewing()
            except Exception:
                log.exception("the presence of sockets could not be renewed")


Observed = RoomsChanged | SocketsEnded | Reconnected
Message = OutgoingEvent | RoomsChanged | SocketsEnded | RequestsAllowed


def _read(payloads: Sequence[str]) -> Iterator[Message]:
    """Skips a payload that cannot be parsed."""
    for payload in payloads:
        try:
            yield _message(orjson.loads(payload))
        except (ValueError, TypeError, KeyError) as error:
            log.error("a notification could not be parsed: %s", type(error).__name__)  # noqa: TRY400


def _message(data: Any) -> Message:
    if "rooms_of" in data:
        return RoomsChanged(int(data["rooms_of"]))
    if "ended" in data:
        ended = data["ended"]
        # A node of an older version does not send `unnamed_id`.
        return SocketsEnded(ended["user_id"], ended["session_id"], ended.get("unnamed_id"))
    if "allowed" in data:
        return RequestsAllowed(data["reporter"], Allowed(**data["allowed"]))
    return OutgoingEvent(data["event"], data["data"], list(data["rooms"]))
