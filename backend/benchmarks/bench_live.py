"""From requesting a consult to its card on another screen, with a thousand sockets connected.

A real server with its own database, real sockets and real calls; only the browsers are reduced to what they send
(`live_clients.py`). For comparison, the same run includes a bare broadcast of the same event (`bare_broadcast.py`),
which is how fast the same server program could be if it did nothing else. Also measured: the idle server's memory.

Its duration is bounded, a missed goal is only a warning, and it writes its tables to docs/benchmarks.md when run in
full size.
"""

import argparse
import asyncio
import json
import os
import random
import secrets
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import measuring
from live_clients import KeepAlive, Person, Plan, Sighting
from live_people import Population, request_body
from servers import (
    CREATED,
    HERE,
    SERVE,
    SETTLING_SECONDS,
    clients,
    free_port,
    people_of,
    program,
    wait_until_responding,
)

from wardline.settings import Settings

SOCKETS = 1_000
AFFECTED_USERS = 50
CONSULTS = 40
"""The number of consults of each kind."""
PACE_SECONDS = 0.8
BARE_PACE_SECONDS = 0.3
LAST_CARDS_SECONDS = 5
MAX_RUN_SECONDS = 175

GOAL_MILLISECONDS = 500
GOAL_MEGABYTES = 250


@dataclass
class Scenario:
    """Results of one kind of sending, in seconds."""

    name: str
    receivers: int
    fetchers: int
    responded: list[float] = field(default_factory=list)
    received: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    missing: int = 0
    """Cards that were never shown or, if no client fetches them, events that never arrived."""
    sent: dict[str, float] = field(default_factory=dict)
    """When each consult was requested, by ID."""
    work: float = 0
    """The server's CPU time between sends, without its database."""

    def take(self, sightings: Sequence[Sighting], watching: int) -> None:
        own_sightings = [sighting for sighting in sightings if sighting.consult_id in self.sent]
        self.received = [sighting.received - self.sent[sighting.consult_id] for sighting in own_sightings]
        self.shown = [s.shown - self.sent[s.consult_id] for s in own_sightings if s.shown is not None]
        expected = watching * len(self.sent)
        self.missing = expected - len(self.shown if self.fetchers else self.received)

    def rows(self) -> list[str]:
        stages = [("the request returns", self.responded), ("its event is received", self.received)]
        if self.fetchers:
            stages.append(("**its card is shown**", self.shown))
        start = f"| {self.name} | {self.receivers:,} | {self.fetchers or 'none'}"
        rows = [f"{start} | {stage} | {measuring.figures(sample).cells()} |" for stage, sample in stages if sample]
        work = 1000 * self.work / max(len(self.sent), 1)
        return rows if not work else [*rows, f"{start} | the server's CPU time, on average | {work:.0f} | | |"]


@dataclass
class Measured:
    scenarios: list[Scenario] = field(default_factory=list)
    idle: measuring.Memory | None = None
    full: measuring.Memory | None = None
    connecting_seconds: float = 0
    lost: int = 0


async def main(sockets: int, consults: int) -> Measured:
    affected = min(AFFECTED_USERS, sockets // 2)
    measured = Measured()
    if (task := asyncio.current_task()) is not None:
        # Ending this program also ends the processes that it started.
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    async with asyncio.timeout(MAX_RUN_SECONDS):
        await measure_wardline(measured, affected, sockets - affected, consults)
        await measure_bare(measured, affected, sockets - affected, consults)
    return measured


async def measure_wardline(measured: Measured, affected: int, others: int, consults: int) -> None:
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(measuring.scratch_folder())
        settings = Settings(demo=True, data_dir=folder, port=free_port())
        measuring.say("Starting a server ...")
        server = await stack.enter_async_context(program(SERVE, settings))
        await wait_until_responding(settings.port, "/api/health", server)
        await asyncio.sleep(SETTLING_SECONDS)
        measured.idle = measuring.memory_of(server.pid)
        population = people_of(settings, affected, others)
        measuring.say(f"Connecting {affected + others:,} sockets ...")
        started = time.monotonic()
        # The measured clients connect last, so the event reaches them after all others.
        crowd = await stack.enter_async_context(clients(Plan(settings.port, population.others)))
        watchers = await stack.enter_async_context(clients(Plan(settings.port, population.affected)))
        measured.connecting_seconds = time.monotonic() - started
        await asyncio.sleep(SETTLING_SECONDS)
        measured.full = measuring.memory_of(server.pid)
        measuring.say(f"Requesting {2 * consults} consults ...")
        scenarios = [
            Scenario("Wardline, everyone receives it", affected + others, affected),
            Scenario("Wardline, only affected users receive it", affected, affected),
        ]
        await request_consults(settings.port, server.pid, population, scenarios, consults)
        results = [await watchers(), await crowd()]
        for scenario in scenarios:
            scenario.take(results[0].sightings, affected)
        measured.scenarios += scenarios
        measured.lost += sum(result.lost for result in results)


async def measure_bare(measured: Measured, affected: int, others: int, consults: int) -> None:
    port = free_port()
    async with AsyncExitStack() as stack:
        measuring.say(f"Broadcasting {consults} events to {affected + others:,} bare sockets ...")
        server = await stack.enter_async_context(program([sys.executable, str(HERE / "bare_broadcast.py"), str(port)]))
        await wait_until_responding(port, "/", server)
        crowd = await stack.enter_async_context(clients(Plan(port, [Person()] * others)))
        watchers = await stack.enter_async_context(clients(Plan(port, [Person(is_watching=True)] * affected)))
        scenario = Scenario("Bare broadcast of the same event", affected + others, 0)
        http = KeepAlive(port, "")
        stack.callback(http.close)
        for _ in range(consults):
            event = dict.fromkeys(("serviceLineId", "locationId", "organizationId", "actorId"), 1)
            event_id = secrets.token_hex(16)
            message = "42" + json.dumps(["consult:created", event | {"consultId": event_id}])
            before = measuring.cpu_seconds_of(server.pid)
            sent = time.monotonic()
            await http.request("POST", "/", message.encode())
            scenario.sent[event_id] = sent
            scenario.responded.append(time.monotonic() - sent)
            await asyncio.sleep(BARE_PACE_SECONDS)
            scenario.work += measuring.cpu_seconds_of(server.pid) - before
        results = [await watchers(), await crowd()]
        scenario.take(results[0].sightings, affected)
        measured.scenarios.append(scenario)
        measured.lost += sum(result.lost for result in results)


async def request_consults(
    port: int, server_id: int, population: Population, scenarios: Sequence[Scenario], consults: int
) -> None:
    """One nurse requests consults in both units in turn, and the last cards are given time to arrive."""
    http = KeepAlive(port, population.nurse_token)
    for number in range(consults):
        for scenario, unit in zip(scenarios, population.requesting_units, strict=True):
            content = json.dumps(request_body(population, unit, number)).encode()
            before = measuring.cpu_seconds_of(server_id)
            sent = time.monotonic()
            key = f"idempotency-key: {secrets.token_hex(16)}\r\n"
            status, created = await http.request("POST", "/api/consults", content, key)
            if status != CREATED:
                raise RuntimeError(f"creating a consult returned {status}")
            scenario.responded.append(time.monotonic() - sent)
            scenario.sent[created["id"]] = sent
            # A regular interval could coincide with the sockets' pings.
            await asyncio.sleep(PACE_SECONDS * random.uniform(0.75, 1.25))  # noqa: S311
            scenario.work += measuring.cpu_seconds_of(server_id) - before
    await asyncio.sleep(LAST_CARDS_SECONDS)
    http.close()


def goals(measured: Measured) -> list[measuring.Goal]:
    shown = [
        (scenario.name, measuring.figures(scenario.shown).p95) for scenario in measured.scenarios if scenario.shown
    ]
    rows = [
        measuring.Goal(
            f"Create to card, p95 ({name})",
            f"under {GOAL_MILLISECONDS} ms",
            f"{p95:.0f} ms",
            p95 < GOAL_MILLISECONDS,
        )
        for name, p95 in shown
    ]
    if measured.idle is not None:
        value = f"{measured.idle.private:.0f} MB ({measured.idle.resident:.0f} MB resident)"
        is_met = measured.idle.resident < GOAL_MEGABYTES
        rows.append(measuring.Goal("Idle server, database apart", f"under {GOAL_MEGABYTES} MB", value, is_met))
    return rows


def report(measured: Measured, load: float) -> list[str]:
    full = f"; with all sockets connected it takes {measured.full.private:.0f} MB" if measured.full else ""
    sockets = max(scenario.receivers for scenario in measured.scenarios)
    return [
        *measuring.header(
            load,
            f"{sockets:,} sockets were connected in {measured.connecting_seconds:.0f} s{full}.",
            goals=goals(measured),
        ),
        "Milliseconds from sending the create (or the broadcast) until",
        "",
        "| scenario | receiving sockets | fetching clients | until | p50 | p95 | max |",
        "| --- | ---: | ---: | --- | ---: | ---: | ---: |",
        *(row for scenario in measured.scenarios for row in scenario.rows()),
    ]


def warnings(measured: Measured) -> list[str]:
    messages = [
        f"{scenario.name}: {scenario.missing} never arrived" for scenario in measured.scenarios if scenario.missing
    ]
    if measured.lost:
        messages.append(f"{measured.lost} sockets were closed by the server")
    return messages


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=SOCKETS, help="how many to connect")
    parser.add_argument("--consults", type=int, default=CONSULTS, help="how many to request, of each kind")
    arguments = parser.parse_args()
    measuring.allow_sockets(arguments.sockets)
    load_before = os.getloadavg()[0]
    done = measuring.run(main(arguments.sockets, arguments.consults))
    measuring.publish(
        "live",
        report(done, load_before),
        goals(done),
        is_full_size=(arguments.sockets, arguments.consults) == (SOCKETS, CONSULTS),
    )
    for warning in warnings(done):
        measuring.say(f"warning: {warning}")
