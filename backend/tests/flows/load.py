"""A unit and its specialists at work: they request, comment, acknowledge, complete, read and search consults.

With transfers, patients of stroke consults are also transferred.

A call without a response, or with a 503, is retried with the same Idempotency-Key, as the browser does, and with a new
token if the old one has expired.
"""

import asyncio
import itertools
import random
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final, Protocol, TypeVar

import httpx
from bodies import Bodies
from transfer_forms import request_form

from wardline.core.http.client import HttpClient

from .conftest import TIMEOUT_SECONDS

NURSES: Final = ("nurse", "edtech")
SPECIALISTS: Final = ("psych", "both")
LINE: Final = "tele-psych"
NEUROLOGIST: Final = "neuro"
COORDINATOR: Final = "coordinator"
STROKE_LINE: Final = "tele-stroke"
NOT_SIGNED_IN: Final = 401
UNAVAILABLE: Final = 503
AGAIN_SECONDS: Final = 0.1
STEP_SECONDS: Final = 0.05
"""Pause between two actions of one user, which leaves the machine time for what is tested."""
CLOSED_SHARE: Final = 0.7
Taken = TypeVar("Taken")


@dataclass
class Attempt:
    """One HTTP request. `status` is None before the response; the times are of the monotonic clock."""

    request_id: str
    started_at: float
    ended_at: float = 0.0
    status: int | None = None
    body: Any = None
    retry_after: str | None = None

    @property
    def seconds(self) -> float:
        return self.ended_at - self.started_at

    @property
    def is_response(self) -> bool:
        return self.status not in {None, NOT_SIGNED_IN, UNAVAILABLE}


@dataclass
class Action:
    """What a user wants done once; `consult_id` is the consult's, for a create the one in its response."""

    operation: str
    person: str
    path: str
    body: dict[str, Any]
    consult_id: str | None
    key: str = field(default_factory=lambda: uuid.uuid4().hex)
    attempts: list[Attempt] = field(default_factory=list)

    @property
    def response(self) -> Attempt | None:
        return self.attempts[-1] if self.attempts and self.attempts[-1].is_response else None


class Door(Protocol):
    """Where users reach a server; it may be another one each time."""

    @property
    def url(self) -> str: ...

    def token(self, username: str) -> str: ...


class Load:
    """Two nurses and two specialists; `mark` is part of the last name of each of their patients.

    With `transfers`, there are also a neurologist who requests consults and transfers of patients with strokes, and a
    coordinator who takes the transfers on.
    """

    def __init__(self, door: Callable[[], Door], bodies: Bodies, *, seed: int, transfers: bool = False) -> None:
        self._door = door
        self.actions: list[Action] = []
        self.reads: list[tuple[str, Attempt]] = []
        self.lag = 0.0
        """The worst delay of this machine, in seconds; the server's responses are delayed as much."""
        self._bodies = bodies
        self._random = random.Random(seed)  # noqa: S311 - nothing secret
        self._numbers = itertools.count(1)
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._transfers: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        """Consults with their transfers, which have been requested."""
        self._with_transfers = transfers
        self._prepared = asyncio.Barrier(1 + len(NURSES) + len(SPECIALISTS) + 2 * transfers)
        self._ended = asyncio.Event()
        self.mark = uuid.uuid4().hex[:8]

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Load"]:
        """The users, all prepared, work during the block; when it ends, everything they started is done."""
        async with asyncio.TaskGroup() as people:
            people.create_task(self._watch_clock())
            for name in NURSES:
                people.create_task(self._work_as_nurse(name))
            for name in SPECIALISTS:
                people.create_task(self._work_as_specialist(name))
            if self._with_transfers:
                people.create_task(self._work_as_neurologist())
                people.create_task(self._work_as_coordinator())
            await self._prepared.wait()
            try:
                yield self
            finally:
                self._ended.set()

    @property
    def attempts(self) -> Iterator[tuple[str, Attempt]]:
        """Every request with its operation."""
        yield from ((action.operation, attempt) for action in self.actions for attempt in action.attempts)
        yield from self.reads

    def refused(self, since: float = 0.0) -> list[Attempt]:
        """The responses with status 503."""
        return [found for _, found in self.attempts if found.status == UNAVAILABLE and found.started_at >= since]

    async def until_done(self, count: int) -> None:
        """Wait until this many more actions are done."""
        goal = self._done() + count
        await self._until(lambda: self._done() >= goal)

    async def until_transferred(self) -> None:
        """Wait until a transfer is completed, if none is yet."""
        await self._until(
            lambda: any(action.operation == "completeTransfer" and action.response for action in self.actions)
        )

    async def first_success(self, since: float) -> float:
        """Seconds from `since` to the first change that was requested and done after it."""
        found: list[float] = []

        def is_there() -> bool:
            found[:] = [
                action.attempts[-1].ended_at
                for action in self.actions
                if action.response and action.attempts[-1].started_at >= since
            ]
            return bool(found)

        await self._until(is_there)
        return min(found) - since

    async def _until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not condition():
                await asyncio.sleep(0.01)

    def _done(self) -> int:
        return sum(action.response is not None for action in self.actions)

    async def _watch_clock(self) -> None:
        while not self._ended.is_set():
            before = monotonic()
            await asyncio.sleep(0.02)
            self.lag = max(self.lag, monotonic() - before - 0.02)

    async def _work_as_nurse(self, name: str) -> None:
        async with self._client() as client:
            template = await self._template(name, LINE)
            await self._prepared.wait()
            while not self._ended.is_set():
                body = self._request(template)
                created = await self._do(client, Action("createConsult", name, "/consults", body, None))
                await self._comment(client, name, created)
                self._waiting.put_nowait(created)
                family = body["Patient"]["nameFamily"]
                await self._read(client, name, "searchConsults", json={"length": 5, "filter": {"searchString": family}})

    def _request(self, template: dict[str, Any]) -> dict[str, Any]:
        """A request for another patient."""
        number = next(self._numbers)
        return template | {
            "Patient": template["Patient"] | {"nameFamily": f"Load-{self.mark}-{number}"},
            "callbackNumber": f"(555) 010-{number % 10_000:04}",
        }

    async def _work_as_specialist(self, name: str) -> None:
        async with self._client() as client:
            await self._go_on_call(name, LINE)
            await self._prepared.wait()
            async for consult_id in self._taken(self._waiting):
                path = f"/consults/{consult_id}"
                await self._do(client, Action("acknowledgeConsult", name, f"{path}/acknowledge", {}, consult_id))
                await self._read(client, name, "getConsult", consult_id)
                await self._comment(client, name, consult_id)
                if self._random.random() < CLOSED_SHARE:
                    completion = {"completeType": "video", "qaComment": f"closed-{consult_id}"}
                    await self._do(client, Action("completeConsult", name, f"{path}/complete", completion, consult_id))

    async def _work_as_neurologist(self) -> None:
        async with self._client() as client:
            template = await self._template(NEUROLOGIST, STROKE_LINE)
            me = await self._go_on_call(NEUROLOGIST, STROKE_LINE)
            await self._prepared.wait()
            while not self._ended.is_set():
                create = Action("createConsult", NEUROLOGIST, "/consults", self._request(template), None)
                consult_id = await self._do(client, create)
                form = request_form(me) | {"referringPhysician": f"Dr. {uuid.uuid4().hex}"}
                path = f"/consults/{consult_id}/transfer"
                request = Action("requestTransfer", NEUROLOGIST, path, form, consult_id)
                await self._do(client, request)
                assert request.response is not None
                self._transfers.put_nowait((consult_id, request.response.body["id"]))

    async def _work_as_coordinator(self) -> None:
        async with self._client() as client:
            await self._prepared.wait()
            async for consult_id, transfer_id in self._taken(self._transfers):
                path = f"/consults/{consult_id}/transfers/{transfer_id}"
                acknowledge = Action("acknowledgeTransfer", COORDINATOR, f"{path}/acknowledge", {}, consult_id)
                await self._do(client, acknowledge)
                complete = Action("completeTransfer", COORDINATOR, f"{path}/complete", {}, consult_id)
                await self._do(client, complete)

    async def _taken(self, queue: asyncio.Queue[Taken]) -> AsyncIterator[Taken]:
        """What arrives in the queue, until the load ends."""
        while not self._ended.is_set():
            try:
                async with asyncio.timeout(0.1):
                    arrived = await queue.get()
            except TimeoutError:
                continue
            yield arrived

    async def _comment(self, client: httpx.AsyncClient, name: str, consult_id: str) -> None:
        text = {"message": f"{uuid.uuid4().hex} {'word ' * self._random.randint(0, 400)}".strip()}
        await self._do(client, Action("addUpdate", name, f"/consults/{consult_id}/updates", text, consult_id))

    async def _do(self, client: httpx.AsyncClient, action: Action) -> str:
        """Send the request until there is a response; returns the id of the consult."""
        self.actions.append(action)
        while True:
            attempt = await self._send(
                client, action.person, action.attempts.append, action.path, action.body, action.key
            )
            if attempt.is_response:
                break
            await asyncio.sleep(AGAIN_SECONDS)
        assert attempt.status in {200, 201}, (action.operation, attempt.status, attempt.body)
        action.consult_id = action.consult_id or attempt.body["id"]
        assert action.consult_id is not None
        return action.consult_id

    async def _read(
        self, client: httpx.AsyncClient, name: str, operation: str, consult_id: str = "", json: Any = None
    ) -> None:
        """Send it once; a read is not retried."""
        path = "/consults/$search" if operation == "searchConsults" else f"/consults/{consult_id}"
        attempt = await self._send(client, name, lambda made: self.reads.append((operation, made)), path, json, None)
        assert attempt.status in {200, NOT_SIGNED_IN, UNAVAILABLE, None}, (operation, attempt.status, attempt.body)

    async def _send(
        self,
        client: httpx.AsyncClient,
        name: str,
        remember: Callable[[Attempt], object],
        path: str,
        body: dict[str, Any] | None,
        key: str | None,
    ) -> Attempt:
        await asyncio.sleep(STEP_SECONDS)
        attempt = Attempt(uuid.uuid4().hex, monotonic())
        remember(attempt)
        door = self._door()
        headers = {"Authorization": f"Bearer {door.token(name)}", "X-Request-ID": attempt.request_id}
        if key is not None:
            headers["Idempotency-Key"] = key
        url = f"{door.url}/api{path}"
        try:
            if body is None:
                response = await client.get(url, headers=headers)
            else:
                response = await client.post(url, headers=headers, json=body)
            attempt.status, attempt.body = response.status_code, response.json()
            attempt.retry_after = response.headers.get("retry-after")
            assert response.headers["x-request-id"] == attempt.request_id
        except httpx.TransportError:
            pass
        attempt.ended_at = monotonic()
        return attempt

    def _client(self) -> httpx.AsyncClient:
        return HttpClient(timeout=TIMEOUT_SECONDS)

    async def _template(self, name: str, line: str) -> dict[str, Any]:
        async with self._signed_in(name) as signed_in:
            return await self._bodies.request(signed_in, line)

    async def _go_on_call(self, name: str, slug: str) -> dict[str, Any]:
        """Returns what the server says about the user."""
        async with self._signed_in(name) as signed_in:
            me: dict[str, Any] = (await signed_in.get("/me")).json()
            line = next(found["id"] for found in me["activeServiceLines"] if found["slug"] == slug)
            duty = {
                "roleId": me["defaultCheckinRoleId"],
                "serviceLineId": line,
                "phoneNumber": "(555) 010-0199",
                "primary": True,
            }
            assert (await signed_in.post("/checkin", json=duty)).status_code == 201
            return me

    def _signed_in(self, name: str) -> httpx.AsyncClient:
        door = self._door()
        headers = {"Authorization": f"Bearer {door.token(name)}"}
        return HttpClient(base_url=f"{door.url}/api", headers=headers, timeout=TIMEOUT_SECONDS)
