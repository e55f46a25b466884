"""One LISTEN connection a node: what the database tells is passed to this node's sockets.

Notifications sent while the connection was down are lost, so when it returns every socket is told to resync and every
room is decided again. Health fails while it is down, and also when the database stands still behind it.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Never

import orjson

from wardline.core.patience import PunctualConnection, at_most
from wardline.realtime import rooms
from wardline.realtime.events import Resync, UserUpdated
from wardline.realtime.publish import CHANNEL
from wardline.realtime.server import SocketServer

log = logging.getLogger(__name__)

RETRY_SECONDS = 0.5
ROUND_SECONDS = 30
BEAT_SECONDS = 5
"""How long silence is taken for peace; then the database is asked whether it is there."""
ANSWER_SECONDS = 2


class Listener:
    """Runs until cancelled; `alive` is what health reports."""

    def __init__(self, database_url: str, sockets: SocketServer) -> None:
        self._conninfo = database_url.replace("postgresql+psycopg://", "postgresql://", 1)
        self._sockets = sockets
        self._tasks: list[asyncio.Task[None]] = []
        self.alive = asyncio.Event()

    async def start(self) -> None:
        """Return once notifications are being heard."""
        self._tasks = [asyncio.create_task(self._run()), asyncio.create_task(self._look_after_sockets())]
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
                    if connected_before:
                        await self._sockets.settle_all()
                        await self._sockets.emit_to_all(Resync.name, {})
                    connected_before = True
                    await self._hear(connection)
            except Exception as error:  # noqa: BLE001 - whatever it was, nobody hears anything until it is back
                log.warning("the LISTEN connection is down: %s", type(error).__name__)
            self.alive.clear()
            await asyncio.sleep(RETRY_SECONDS)

    async def _hear(self, connection: PunctualConnection) -> Never:
        while True:
            async for notification in connection.notifies(timeout=BEAT_SECONDS):
                await self._pass_on(notification.payload)
            with at_most(ANSWER_SECONDS):
                await connection.execute("select 1")

    async def _connect(self) -> PunctualConnection:
        return await PunctualConnection.connect(
            self._conninfo,
            autocommit=True,
            connect_timeout=3,
            keepalives_idle=5,
            keepalives_interval=2,
            keepalives_count=3,
            application_name="wardline-listen",
        )

    async def _pass_on(self, payload: str) -> None:
        """One message must never end the loop for those behind it."""
        with suppress(orjson.JSONDecodeError):
            message = orjson.loads(payload)
            try:
                if "rooms_of" in message:
                    await self._user_changed(message["rooms_of"])
                else:
                    await self._sockets.emit(message["event"], message["data"], message["rooms"])
            except Exception:
                log.exception("an event could not be passed on")

    async def _user_changed(self, user_id: int) -> None:
        await self._sockets.settle(user_id)
        event = UserUpdated(user_id=user_id)
        await self._sockets.emit(event.name, event.model_dump(mode="json"), [rooms.of_user(user_id)])

    async def _look_after_sockets(self) -> None:
        while True:
            await asyncio.sleep(ROUND_SECONDS)
            try:
                await self._sockets.renew_viewing()
                await self._sockets.close_strangers()
            except Exception:
                log.exception("sockets could not be looked after")
