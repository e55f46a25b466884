"""One LISTEN connection a node: what the database tells is passed to this node's sockets.

What arrives while much is being told is gathered, and told together: sending one message to a thousand sockets takes
longer than everything else that a change of a consult costs.

Notifications sent while the connection was down are lost, so when it returns the sockets of sessions that ended
meanwhile are closed, every other is told to resync, and every room is decided again; so does whoever follows beside
the sockets. Health fails while it is down, and also when the database stands still behind it.
"""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any, NamedTuple, Never, Protocol

import orjson

from wardline.core import retries
from wardline.core.db.deadlines import wait_at_most
from wardline.core.db.psycopg_adapter import DeadlineConnection
from wardline.realtime import rooms
from wardline.realtime.events import Resync, UserUpdated
from wardline.realtime.fan_out import OutgoingEvent
from wardline.realtime.publish import CHANNEL
from wardline.realtime.server import SocketServer

log = logging.getLogger(__name__)

ROUND_SECONDS = 30
BEAT_SECONDS = 5
"""How long silence is taken for peace; then the database is asked whether it is there."""
ANSWER_SECONDS = 2
CALM_RESTS = 6
BUSY_RESTS = 40
LONGEST_REST_SECONDS = 0.5
"""After event, so many times as long as it took goes to everything else: more of it when the next waits already.

What a telling costs is mostly yet to come when it has been told, in the tasks of the sockets.
"""


class RoomsChanged(NamedTuple):
    """The rooms of this user's sockets are to be decided again."""

    user_id: int


class SocketsEnded(NamedTuple):
    """The sockets of this user, or of this sign-in, are to be closed, as `publish.end_sockets` says."""

    user_id: int | None
    session_id: str | None
    unnamed_id: str | None


class Unheard(NamedTuple):
    """Nobody listened until now: anything may have happened."""


class AccessFollower(Protocol):
    """Follows, beside the sockets, what is no longer true of a person."""

    async def access_changed(self, user_id: int) -> None:
        """Their duty, roles or account are not what they were."""

    async def session_ended(self, user_id: int | None, session_id: str | None) -> None:
        """All of the user's sign-ins, or this one; with both, those of the user that may be this one, too."""

    async def look_at_all(self) -> None:
        """Any of it may have happened to anybody while nobody listened."""


class Listener:
    """Runs until cancelled; `alive` is what health reports."""

    def __init__(self, database_url: str, sockets: SocketServer, follower: AccessFollower | None = None) -> None:
        self._conninfo = database_url.replace("postgresql+psycopg://", "postgresql://", 1)
        self._sockets = sockets
        self._follower = follower
        self._to_follow: asyncio.Queue[RoomsChanged | SocketsEnded | Unheard] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._arrived: list[str] = []
        self._has_arrived = asyncio.Event()
        self.alive = asyncio.Event()

    async def start(self) -> None:
        """Return once notifications are being heard."""
        works = (self._run(), self._pass_on(), self._follow(), self._look_after_sockets())
        self._tasks = [asyncio.create_task(work) for work in works]
        await self.alive.wait()

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self) -> None:
        connected_before = False
        while True:
            try:
                async with await self._connect() as connection:
                    await connection.execute(f"listen {CHANNEL}")
                    self.alive.set()
                    self._to_follow.put_nowait(Unheard())
                    if connected_before:
                        await self._sockets.close_ended_sign_ins()
                        await self._sockets.refresh_all_rooms()
                        await self._sockets.send_events([OutgoingEvent(Resync.name, {}, None)])
                    connected_before = True
                    await self._hear(connection)
            except Exception as error:  # noqa: BLE001 - whatever it was, nobody hears anything until it is back
                log.warning("the LISTEN connection is down: %s", type(error).__name__)
            self.alive.clear()
            await asyncio.sleep(retries.LISTENER_SECONDS)

    async def _hear(self, connection: DeadlineConnection) -> Never:
        while True:
            async for notification in connection.notifies(timeout=BEAT_SECONDS):
                self._arrived.append(notification.payload)
                self._has_arrived.set()
            with wait_at_most(ANSWER_SECONDS):
                await connection.execute("select 1")

    async def _connect(self) -> DeadlineConnection:
        return await DeadlineConnection.connect(
            self._conninfo,
            autocommit=True,
            connect_timeout=3,
            keepalives_idle=5,
            keepalives_interval=2,
            keepalives_count=3,
            application_name="wardline-listen",
        )

    async def _pass_on(self) -> Never:
        while True:
            await self._has_arrived.wait()
            self._has_arrived.clear()
            began = monotonic()
            arrived, self._arrived = self._arrived, []
            try:
                await self._tell(arrived)
            except Exception:
                log.exception("events could not be passed on")
            took = monotonic() - began
            calm, busy = (min(times * took, LONGEST_REST_SECONDS) for times in (CALM_RESTS, BUSY_RESTS))
            await asyncio.sleep(calm)
            if self._arrived:
                await asyncio.sleep(busy - calm)

    async def _tell(self, arrived: Sequence[str]) -> None:
        """In the order in which it happened: whoever left a room hears nothing of what came later."""
        events: list[OutgoingEvent] = []
        for message in _read(arrived):
            if isinstance(message, OutgoingEvent):
                events.append(message)
                continue
            self._to_follow.put_nowait(message)
            await self._sockets.send_events(events)
            events = []
            if isinstance(message, SocketsEnded):
                if message.user_id is None and message.unnamed_id is not None:
                    # Nobody could say whose they are, but the sockets here can.
                    for user_id in self._sockets.owners(message.unnamed_id):
                        self._to_follow.put_nowait(message._replace(user_id=user_id))
                await self._sockets.close_sockets(**message._asdict())
                continue
            await self._sockets.refresh_rooms(message.user_id)
            event = UserUpdated(user_id=message.user_id)
            events.append(OutgoingEvent(event.name, event.model_dump(mode="json"), [rooms.of_user(message.user_id)]))
        await self._sockets.send_events(events)

    async def _follow(self) -> Never:
        """Beside the event, which others wait for."""
        while True:
            message = await self._to_follow.get()
            if self._follower is None:
                continue
            try:
                if isinstance(message, RoomsChanged):
                    await self._follower.access_changed(message.user_id)
                elif isinstance(message, SocketsEnded):
                    await self._follower.session_ended(message.user_id, message.session_id)
                else:
                    await self._follower.look_at_all()
            except Exception as error:  # noqa: BLE001 - whatever it was, the next is followed
                log.warning("a change of access could not be followed: %s", type(error).__name__)

    async def _look_after_sockets(self) -> None:
        while True:
            await asyncio.sleep(ROUND_SECONDS)
            try:
                await self._sockets.renew_viewing()
            except Exception:
                log.exception("sockets could not be looked after")


def _read(payloads: Sequence[str]) -> Iterator[OutgoingEvent | RoomsChanged | SocketsEnded]:
    """One that cannot be read must not end those behind it."""
    for payload in payloads:
        try:
            yield _message(orjson.loads(payload))
        except (ValueError, TypeError, KeyError) as error:
            log.error("a notification could not be read: %s", type(error).__name__)  # noqa: TRY400


def _message(found: Any) -> OutgoingEvent | RoomsChanged | SocketsEnded:
    if "rooms_of" in found:
        return RoomsChanged(int(found["rooms_of"]))
    if "ended" in found:
        ended = found["ended"]
        # A node of an older version names no `unnamed_id`.
        return SocketsEnded(ended["user_id"], ended["session_id"], ended.get("unnamed_id"))
    return OutgoingEvent(found["event"], found["data"], list(found["rooms"]))
