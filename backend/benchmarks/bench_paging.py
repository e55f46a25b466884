"""How soon people are paged: from a request to the push, when many steps are due at once, and with many open consults.

A server pages a specialist on a device, through the push service of the tests, which decrypts each push; the device
returns each receipt. Then the server is stopped, and its engine looks at a thousand open consults in this process, in
alternating rounds with the bare statements that its moves consist of.

Its duration is bounded, a missed goal is only a warning, and it writes its table to docs/benchmarks.md when run in full
size.
"""

import argparse
import asyncio
import json
import os
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import bench_notes as notes
import httpx
import measuring
import psycopg
from live_clients import KeepAlive
from sent_statements import recorded_statements
from servers import CREATED, SERVE, SETTLING_SECONDS, free_port, program, wait_until_responding
from starlette.types import Receive, Scope, Send

from wardline.core.db.database import Database
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import load_declarations
from wardline.demo.identity.provider import issuer_for
from wardline.ehr.tests.serving import Stage
from wardline.embedded.postgres import EmbeddedPostgres
from wardline.paging.engine import Engine
from wardline.paging.jobs import watch_escalations
from wardline.paging.tests.many_requests import multiply
from wardline.settings import Settings
from wardline.webpush.tests.push_service import PushService

OPEN: Final = 1_000
"""How many open consults are watched."""
DUE: Final = 200
"""How many steps are due at once."""
REQUESTS: Final = 40
PAUSE_SECONDS: Final = 0.3
ROUNDS: Final = 3
IDLE_LOOKS: Final = 60
MAX_RUN_SECONDS: Final = 240
SOON: Final = timedelta(seconds=1)
WATCH_GOAL_MILLISECONDS: Final = 2_000
PAGE_GOAL_MILLISECONDS: Final = 1_000
BARE_GOAL: Final = 3
_ADD_DEVICE: Final = """
with removed as (delete from contacts)
insert into contacts (user_id, kind, address, p256dh, auth, label, position, delay_seconds, created_at, verified_at)
select id, 'push', %s, %s, %s, 'Phone', 0, 0, now(), now() from users where username = 'neuro'
"""
_END_ALL: Final = "update escalations set ended_at = now(), end_reason = 'cancelled', next_at = null"
_MAKE_DUE: Final = "update escalations set next_at = %s, position = 0, targets = '{}' where ended_at is null"
_FORGET: Final = "truncate notices, paged_people, notifications, deliveries, procrastinate_jobs cascade"
_QUEUED: Final = """
select extract(epoch from queued_at - %(due)s)::float, extract(epoch from deliveries.created_at - %(due)s)::float
from notices join deliveries on deliveries.id = delivery_id where queued_at >= %(due)s
"""


@dataclass
class Measured:
    """Times are in seconds."""

    requested: list[float] = field(default_factory=list)
    """From sending a request until the push service has the push."""
    stored: list[float] = field(default_factory=list)
    """From the time at which a step is due until its notices are stored."""
    queued: list[float] = field(default_factory=list)
    """The same until they are queued for sending."""
    pushed: list[float] = field(default_factory=list)
    """The same until the push service has them."""
    idle: list[float] = field(default_factory=list)
    """A look at all open consults, with nothing due."""
    busy: list[float] = field(default_factory=list)
    """The same with a step of each due."""
    moves: list[float] = field(default_factory=list)
    """The part of it that makes the moves."""
    bare: list[float] = field(default_factory=list)
    """The bare statements of that part."""


@dataclass
class Device:
    """The specialist's device behind its push service: it notes when pushes arrive, and returns their receipts."""

    http: httpx.AsyncClient
    service: PushService = field(default_factory=PushService)
    arrivals: list[float] = field(default_factory=list)
    _has_pushed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _returning: set[asyncio.Task[None]] = field(default_factory=set)

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.arrivals.append(time.monotonic())
        await self.service.app(scope, receive, send)
        returning = asyncio.create_task(self._return_receipt(self.service.accepted[-1].content["receipt"]))
        self._returning.add(returning)
        returning.add_done_callback(self._returning.discard)
        async with self._has_pushed:
            self._has_pushed.notify_all()

    async def _return_receipt(self, receipt: str) -> None:
        response = await self.http.post("/push-receipts", json={"receipt": receipt, "event": "delivered"})
        response.raise_for_status()

    async def until_pushed(self, number: int) -> None:
        async with self._has_pushed:
            await self._has_pushed.wait_for(lambda: len(self.arrivals) >= number)

    async def until_receipts_returned(self) -> None:
        await asyncio.gather(*self._returning)


@dataclass
class Nurse:
    """Requests one consult after the other."""

    http: KeepAlive
    body: bytes

    async def request(self) -> str:
        """Returns the consult's id."""
        status, response = await self.http.request("POST", "/api/consults", self.body)
        if status != CREATED:
            raise RuntimeError(f"creating a consult returned {status}")
        consult_id: str = response["id"]
        return consult_id


async def main(consults: int) -> Measured:
    measured, stage = Measured(), Stage()
    with measuring.scratch_folder() as folder:
        settings = Settings(demo=True, data_dir=folder, port=free_port())
        api = f"http://127.0.0.1:{settings.port}/api"
        async with asyncio.timeout(MAX_RUN_SECONDS), stage.open(), httpx.AsyncClient(base_url=api, timeout=30) as http:
            measuring.say("Starting a server ...")
            async with program(SERVE, settings, more={"WARDLINE_PUSH_SERVICES": "127.0.0.1"}) as server:
                await wait_until_responding(settings.port, "/api/health", server)
                device = Device(http)
                stage.app, device.service.origin = device.app, stage.origin
                consult_id = await measure_server(measured, settings, device)
            await measure_engine(measured, folder, consult_id, consults)
    return measured


async def measure_server(measured: Measured, settings: Settings, device: Device) -> str:
    """Returns the id of a consult whose escalation runs."""
    token = issuer_for(settings).access_token
    await notes.go_on_call(settings.port, token("neuro"))
    headers = {"Authorization": f"Bearer {token('nurse')}"}
    async with httpx.AsyncClient(base_url=device.http.base_url, headers=headers) as http:
        body = json.dumps(await notes.request_body(http)).encode()
    nurse = Nurse(KeepAlive(settings.port, token("nurse")), body)
    with attached(settings.data_dir) as database:
        owner = database.owner_url.replace("+psycopg", "")
        async with await psycopg.AsyncConnection.connect(owner, autocommit=True) as connection:
            # The demonstration's requests page whoever goes on call.
            await connection.execute(_END_ALL)
            await add_device(connection, settings.port, token("neuro"), device)
            await asyncio.sleep(SETTLING_SECONDS)
            measuring.say("Requesting consults ...")
            for number in range(1, REQUESTS + 2):
                sent = time.monotonic()
                await nurse.request()
                await device.until_pushed(number)
                if number > 1:  # The first opens connections.
                    measured.requested.append(device.arrivals[-1] - sent)
                await asyncio.sleep(PAUSE_SECONDS)
            for number in range(ROUNDS):
                measuring.say(f"{DUE} steps due at once, {number + 1} ...")
                await connection.execute(_END_ALL)
                await measure_due(measured, settings.data_dir, nurse, device, connection)
            await connection.execute(_END_ALL)
            pushes = len(device.arrivals)
            consult_id = await nurse.request()
            await device.until_pushed(pushes + 1)
            await device.until_receipts_returned()
    nurse.http.close()
    return consult_id


async def add_device(connection: psycopg.AsyncConnection[Any], port: int, token: str, device: Device) -> None:
    http = KeepAlive(port, token)
    _, contacts = await http.request("GET", "/api/contacts")
    http.close()
    subscription = device.service.subscribe(contacts["pushKey"]).subscription
    keys = subscription["keys"]
    await connection.execute(_ADD_DEVICE, [subscription["endpoint"], keys["p256dh"], keys["auth"]])


async def measure_due(
    measured: Measured, data_dir: Path, nurse: Nurse, device: Device, connection: psycopg.AsyncConnection[Any]
) -> None:
    """The consult that is multiplied has been paged about already, so it ends."""
    before = len(device.arrivals)
    consult_id = await nurse.request()
    await device.until_pushed(before + 1)
    await connection.execute("update escalations set next_at = now() + interval '1 hour' where ended_at is null")
    await multiply_to(data_dir, consult_id, DUE + 1)
    await connection.execute(f"{_END_ALL} where consult_id = %s", [consult_id])
    due, due_at = datetime.now(UTC) + SOON, time.monotonic() + SOON.total_seconds()
    await connection.execute(_MAKE_DUE, [due])
    await device.until_pushed(before + 1 + DUE)
    measured.pushed += [arrival - due_at for arrival in device.arrivals[-DUE:]]
    for stored, queued in await (await connection.execute(_QUEUED, {"due": due})).fetchall():
        measured.stored.append(stored)
        measured.queued.append(queued)
    await asyncio.sleep(SETTLING_SECONDS)


async def multiply_to(data_dir: Path, consult_id: str, number: int) -> None:
    with attached(data_dir) as embedded:
        database = Database(embedded.application_url, pool_size=1)
        async with database.transaction() as session:
            await multiply(session, consult_id, number)
        await database.close()


@contextmanager
def attached(data_dir: Path) -> Iterator[EmbeddedPostgres]:
    """The database of a server, which may be running."""
    database = EmbeddedPostgres(data_dir)
    database.start_or_attach()
    try:
        yield database
    finally:
        database.stop()


async def measure_engine(measured: Measured, data_dir: Path, consult_id: str, consults: int) -> None:
    load_declarations()
    with attached(data_dir) as embedded:
        await multiply_to(data_dir, consult_id, consults)
        database = Database(embedded.application_url).without_deadline()
        context = JobContext(database, Settings(demo=True, data_dir=data_dir))
        engine = Engine(database, context.settings.standard_backup_number)
        owner = embedded.owner_url.replace("+psycopg", "")
        async with await psycopg.AsyncConnection.connect(owner, autocommit=True) as connection:
            sent: list[tuple[str, Any]] = []
            await make_all_due(connection)
            await make_moves(engine)  # The first opens connections.
            await make_all_due(connection)
            with recorded_statements(lambda statement, parameters: sent.append((statement, parameters))):
                await make_moves(engine)
            for number in range(ROUNDS):
                measuring.say(f"{consults:,} open consults, {number + 1} ...")
                await make_all_due(connection)
                measured.moves.append(await timed(make_moves(engine)))
                await make_all_due(connection)
                measured.bare.append(await timed(replay(embedded.application_url, sent)))
                await make_all_due(connection)
                measured.busy.append(await timed(watch_escalations(context)))
                for _ in range(IDLE_LOOKS // ROUNDS):
                    measured.idle.append(await timed(watch_escalations(context)))
        await context.aclose()
        await database.close()


async def make_all_due(connection: psycopg.AsyncConnection[Any]) -> None:
    await connection.execute(_FORGET)
    await connection.execute(_MAKE_DUE, [datetime.now(UTC) - timedelta(hours=1)])


async def make_moves(engine: Engine) -> None:
    while await engine.make_due_moves():
        pass


async def replay(url: str, sent: list[tuple[str, Any]]) -> None:
    """Send these statements again, in one transaction."""
    async with await psycopg.AsyncConnection.connect(url.replace("+psycopg", "")) as connection:
        plain, raw = connection.cursor(), psycopg.AsyncRawCursor(connection)
        for statement, parameters in sent:
            if isinstance(parameters, list) and isinstance(parameters[0], dict):
                await plain.executemany(statement, parameters)
            else:
                await (raw if "$1" in statement else plain).execute(statement, parameters)


async def timed(work: Any) -> float:
    """The seconds that it takes."""
    started = time.monotonic()
    await work
    return time.monotonic() - started


def goals(measured: Measured, consults: int) -> list[measuring.Goal]:
    limits = {
        "A request until its push is handed over, p95": (measured.requested, PAGE_GOAL_MILLISECONDS),
        f"{DUE} steps due at once until their notices are queued, p95": (measured.queued, PAGE_GOAL_MILLISECONDS),
        f"A look at {consults:,} open consults, nothing due, p95": (measured.idle, WATCH_GOAL_MILLISECONDS),
        "The same with a step of each due, p95": (measured.busy, WATCH_GOAL_MILLISECONDS),
    }
    found = []
    for name, (sample, limit) in limits.items():
        value = measuring.figures(sample).p95
        found.append(measuring.Goal(name, f"under {limit:,} ms", f"{value:,.0f} ms", value < limit))
    ratio = statistics.median(measured.moves) / statistics.median(measured.bare)
    name = "Making those moves, p50, as a multiple of their bare statements"
    found.append(measuring.Goal(name, f"at most {BARE_GOAL}", f"{ratio:.1f}", ratio <= BARE_GOAL))
    return found


def report(measured: Measured, load: float, consults: int) -> list[str]:
    samples = {
        "from a request to its push at the push service": measured.requested,
        f"{DUE} due at once: until a notice is stored": measured.stored,
        f"{DUE} due at once: until it is queued for sending": measured.queued,
        f"{DUE} due at once: until its push is at the push service": measured.pushed,
        f"a look at {consults:,} open consults, nothing due": measured.idle,
        "the same with a step of each due": measured.busy,
        "of this, making the moves": measured.moves,
        "the bare statements of these moves": measured.bare,
    }
    return [
        *measuring.header(
            load,
            f"{REQUESTS} requests one after another; {ROUNDS} rounds of everything else.",
            goals=goals(measured, consults),
        ),
        "| milliseconds | p50 | p95 | max |",
        "| --- | ---: | ---: | ---: |",
        *(f"| {name} | {measuring.figures(sample).cells()} |" for name, sample in samples.items()),
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--consults", type=int, default=OPEN, help="how many open consults are watched")
    arguments = parser.parse_args()
    load_before = os.getloadavg()[0]
    done = measuring.run(main(arguments.consults))
    measuring.publish(
        "paging",
        report(done, load_before, arguments.consults),
        goals(done, arguments.consults),
        is_full_size=arguments.consults == OPEN,
    )
