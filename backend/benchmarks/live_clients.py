"""Many users' browsers in one process, reduced to what reaches the server: sockets, and requests for cards.

Run by `bench_live.py`, which writes one `Plan` as a line of JSON to this program's input and reads one line when all
sockets are connected. A second line of input, or its end, makes it print the results and exit.
"""

import asyncio
import json
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

import orjson
import websockets

BATCHING_SECONDS = 0.05
MIN_REFRESH_INTERVAL_SECONDS = 0.4
MAX_REFRESH_INTERVAL_SECONDS = 1
"""As in `frontend/src/api/live.ts`: events that arrive together cause one refresh, and the next one follows later."""
MAX_CARDS = 100
EVENT_BATCH = "events:gathered"
OK = 200
CONCURRENT_CONNECTS = 20
TIMEOUT_SECONDS = 60
SORT = "priorityHighToLow"
FILTER = {
    "serviceLines": [],
    "locations": [],
    "state": "pending",
    "searchString": "",
    "assignedLocationsToggleOn": True,
}
SEARCH = {"start": 0, "length": 25, "sort": SORT, "filter": FILTER}


@dataclass(frozen=True)
class Person:
    """A browser's user. Without a token it connects to the bare broadcast and only listens."""

    token: str | None = None
    user_id: int = 0
    is_watching: bool = False
    """Whether it has the worklist open and records when it received and showed changes; other clients only listen."""
    checked_in_line_ids: Sequence[int] = ()
    location_ids: Sequence[int] = ()

    def is_affected(self, event: dict[str, Any]) -> bool:
        """Like `isAssigned` in `frontend/src/features/worklist/cards.ts`, for a list's initial filter."""
        if self.checked_in_line_ids:
            return event["serviceLineId"] in self.checked_in_line_ids
        return event["locationId"] in self.location_ids or event["actorId"] == self.user_id


@dataclass(frozen=True)
class Plan:
    port: int
    people: list[Person]


@dataclass
class Sighting:
    """One consult on one watching client; times are from `time.monotonic`, which all processes of a machine share."""

    consult_id: str
    user_id: int
    received: float
    shown: float | None = None


@dataclass
class Results:
    received: int = 0
    """Events that reached any of the sockets."""
    lost: int = 0
    """Sockets that the server closed."""
    sightings: list[Sighting] = field(default_factory=list)


class KeepAlive:
    """One persistent HTTP/1.1 connection, like a browser's; one request at a time.

    For fifty responses at once, a full HTTP library would take longer than the server on the same two cores.
    """

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._token = token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._lock = asyncio.Lock()

    async def request(self, method: str, path: str, content: bytes = b"", headers: str = "") -> tuple[int, Any]:
        """The status and the decoded JSON."""
        request_head = (
            f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self._port}\r\naccept: application/json\r\n"
            f"authorization: Bearer {self._token}\r\ncontent-type: application/json\r\n{headers}"
            f"content-length: {len(content)}\r\n\r\n"
        )
        async with self._lock, asyncio.timeout(TIMEOUT_SECONDS):
            if self._streams is None:
                self._streams = await asyncio.open_connection("127.0.0.1", self._port)
            reader, writer = self._streams
            writer.write(request_head.encode() + content)
            response_head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            length = int(response_head.partition("content-length:")[2].partition("\r\n")[0])
            return int(response_head.split(" ", 2)[1]), orjson.loads(await reader.readexactly(length))

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()


class Browser:
    """One person's socket, and the worklist behind it."""

    def __init__(self, person: Person, port: int, results: Results) -> None:
        self._person = person
        self._port = port
        self._results = results
        self._http = KeepAlive(port, person.token or "")
        self._pending: list[Sighting] = []
        self._refreshing: asyncio.Task[None] | None = None
        self._socket: websockets.ClientConnection | None = None

    async def connect(self) -> None:
        """Return once the socket is connected and the worklist is loaded."""
        path = "/socket.io/?EIO=4&transport=websocket" if self._person.token else "/"
        # A browser responds to the server's pings but does not send any.
        self._socket = await websockets.connect(f"ws://127.0.0.1:{self._port}{path}", ping_interval=None)
        if self._person.token is None:
            return
        await self._socket.recv()
        await self._socket.send("40" + json.dumps({"token": self._person.token}))
        if not str(await self._socket.recv()).startswith("40"):
            raise RuntimeError("the server refused a socket")
        if self._person.is_watching:
            await self._load_list()

    async def follow(self) -> None:
        """Handle events until the connection or this task ends."""
        if self._socket is None:
            raise RuntimeError("not connected")
        with suppress(websockets.ConnectionClosedError):
            async for message in self._socket:
                text = str(message)
                if text == "2":
                    await self._socket.send("3")
                elif text.startswith("42"):
                    name, data = orjson.loads(text[2:])
                    for event in data if name == EVENT_BATCH else [(name, data)]:
                        self._receive_event(*event)
        self._results.lost += 1

    async def close(self) -> None:
        self._http.close()
        if self._socket is not None:
            await self._socket.close()

    def _receive_event(self, _name: str, event: dict[str, Any]) -> None:
        received = time.monotonic()
        self._results.received += 1
        if not self._person.is_watching:
            # The browser decides the same way, and ignores everything else that does not affect its list.
            self._person.is_affected(event)
            return
        sighting = Sighting(event["consultId"], self._person.user_id, received)
        self._results.sightings.append(sighting)
        if self._person.token is not None and self._person.is_affected(event):
            self._pending.append(sighting)
            if self._refreshing is None:
                self._refreshing = asyncio.create_task(self._refresh())

    async def _refresh(self) -> None:
        await asyncio.sleep(BATCHING_SECONDS)
        while self._pending:
            started_at = time.monotonic()
            await self._show()
            elapsed = time.monotonic() - started_at
            interval = min(max(2 * elapsed, MIN_REFRESH_INTERVAL_SECONDS), MAX_REFRESH_INTERVAL_SECONDS)
            await asyncio.sleep(max(0, interval - elapsed))
        self._refreshing = None

    async def _show(self) -> None:
        batch, self._pending = self._pending[:MAX_CARDS], self._pending[MAX_CARDS:]
        ids = list(dict.fromkeys(sighting.consult_id for sighting in batch))
        body = orjson.dumps({"ids": ids, "filter": FILTER, "sort": SORT})
        status, response = await self._http.request("POST", "/api/consults/$cards", body)
        # A refusal counts as a missing card; the application would report it and fetch the list.
        shown = {card["id"] for card in response["consults"]} if status == OK else set()
        for sighting in batch:
            if sighting.consult_id in shown:
                sighting.shown = time.monotonic()

    async def _load_list(self) -> None:
        status, _ = await self._http.request("POST", "/api/consults/$search", orjson.dumps(SEARCH))
        if status != OK:
            raise RuntimeError(f"a search returned {status}")


async def _run(plan: Plan, lines: "asyncio.Queue[str]") -> None:
    results = Results()
    browsers = [Browser(person, plan.port, results) for person in plan.people]
    remaining = iter(browsers)
    following: list[asyncio.Task[None]] = []

    async def connect_some() -> None:
        for browser in remaining:
            await browser.connect()
            # Immediately, because the first pings arrive before the last sockets are connected.
            following.append(asyncio.create_task(browser.follow()))

    await asyncio.gather(*(connect_some() for _ in range(CONCURRENT_CONNECTS)))
    print(json.dumps({"connected": len(browsers)}), flush=True)
    await lines.get()
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)
    print(json.dumps(asdict(results)), flush=True)
    await asyncio.gather(*(browser.close() for browser in browsers), return_exceptions=True)


async def _main() -> None:
    data = json.loads(await asyncio.to_thread(sys.stdin.readline))
    plan = Plan(data["port"], [Person(**person) for person in data["people"]])
    lines: asyncio.Queue[str] = asyncio.Queue()
    asyncio.get_running_loop().add_reader(sys.stdin, lambda: lines.put_nowait(sys.stdin.readline()))
    await _run(plan, lines)


if __name__ == "__main__":
    asyncio.run(_main())
