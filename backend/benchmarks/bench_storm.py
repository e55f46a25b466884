"""A thousand sockets: how fast one committed change reaches them all, and a minute of fifty changes per second.

The change is only the database's committed notification, which every change to a consult sends; for comparison, the
same run includes the bare broadcast. In the storm, a unit's bedside staff comment on its consults; all sockets receive
each event, and clients whose list it concerns fetch the card, like the web application: changes that arrive together
are fetched in one call, and a pause follows each call (`live_clients.py`).

Its duration is bounded, a missed goal is only a warning, and it writes its tables to docs/benchmarks.md when run in
full size.
"""

import argparse
import asyncio
import itertools
import json
import os
import secrets
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import bench_live as live
import measuring
import psycopg
from live_clients import KeepAlive, Plan, Results
from live_people import Population, request_body
from servers import CREATED, SERVE, SETTLING_SECONDS, clients, free_port, people_of, program, wait_until_responding

from wardline.embedded.postgres import EmbeddedPostgres
from wardline.realtime import rooms
from wardline.realtime.publish import CHANNEL
from wardline.settings import Settings

CHANGES_PER_SECOND = 50
STORM_SECONDS = 60
CONSULTS = 100
"""The number of consults that are commented on in turn."""
SAMPLES = 40
PAUSE_SECONDS = 0.3
LAST_CARDS_SECONDS = 5
BROADCAST_GOAL = 2.0
SHOWN_GOAL_MILLISECONDS = 500
STEADY = 1.1
"""Memory at the storm's end, as a multiple of the memory at its midpoint."""


@dataclass
class Storm:
    """Results of a minute of changes, in seconds."""

    sent: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """When each change of each consult was sent."""
    responded: list[float] = field(default_factory=list)
    refused: int = 0
    received: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    missing: int = 0
    memory: list[float] = field(default_factory=list)
    """In megabytes, at the midpoint and at the end."""

    def take(self, results: Results) -> None:
        """A consult's changes reach each user in order."""
        seen: dict[tuple[str, int], itertools.count[int]] = defaultdict(itertools.count)
        for sighting in results.sightings:
            if sighting.consult_id not in self.sent:
                continue
            sent = self.sent[sighting.consult_id][next(seen[sighting.consult_id, sighting.user_id])]
            self.received.append(sighting.received - sent)
            if sighting.shown is None:
                self.missing += 1
            else:
                self.shown.append(sighting.shown - sent)


@dataclass
class Measured:
    storm: Storm = field(default_factory=Storm)
    committed: list[float] = field(default_factory=list)
    bare: live.Measured = field(default_factory=live.Measured)
    not_received: int = 0
    """How often a socket did not receive an event that it should have received; refused changes have no events."""
    lost: int = 0


async def main(sockets: int, seconds: int) -> Measured:
    measured = Measured()
    affected = min(live.AFFECTED_USERS, sockets // 2)
    async with asyncio.timeout(live.MAX_RUN_SECONDS), AsyncExitStack() as stack:
        folder = stack.enter_context(measuring.scratch_folder())
        settings = Settings(demo=True, data_dir=folder, port=free_port())
        measuring.say("Starting a server ...")
        server = await stack.enter_async_context(program(SERVE, settings))
        await wait_until_responding(settings.port, "/api/health", server)
        population = people_of(settings, affected, sockets - affected)
        nurse_connection = KeepAlive(settings.port, population.nurse_token)
        consults = [await create_consult(nurse_connection, population, number) for number in range(CONSULTS)]
        measuring.say(f"Connecting {sockets:,} sockets ...")
        crowd = await stack.enter_async_context(clients(Plan(settings.port, population.others)))
        watchers = await stack.enter_async_context(clients(Plan(settings.port, population.affected)))
        await asyncio.sleep(SETTLING_SECONDS)
        changes = await send_events(settings, population)
        measuring.say(f"{CHANGES_PER_SECOND} changes per second for {seconds} s ...")
        await storm(measured.storm, settings.port, server.pid, population, consults, seconds)
        watched, others = await watchers(), await crowd()
        measured.committed = [s.received - changes[s.consult_id] for s in watched.sightings if s.consult_id in changes]
        measured.storm.take(watched)
        event_count = len(changes) + sum(map(len, measured.storm.sent.values()))
        measured.not_received = sockets * event_count - watched.received - others.received
        measured.lost = watched.lost + others.lost
    await live.measure_bare(measured.bare, affected, sockets - affected, SAMPLES)
    return measured


async def create_consult(nurse_connection: KeepAlive, population: Population, number: int) -> str:
    content = json.dumps(request_body(population, population.requesting_units[0], number)).encode()
    status, response = await nurse_connection.request("POST", "/api/consults", content)
    if status != CREATED:
        raise RuntimeError(f"creating a consult returned {status}")
    consult_id: str = response["id"]
    return consult_id


async def send_events(settings: Settings, population: Population) -> dict[str, float]:
    """Send events about another line's consults, which everyone receives and no one fetches; returns times by ID."""
    unit, sent = population.requesting_units[0], {}
    database = EmbeddedPostgres(settings.data_dir)
    database.start_or_attach()
    address = database.application_url.replace("+psycopg", "")
    ids = {"serviceLineId": 0, "locationId": 0, "organizationId": unit.organization_id, "actorId": 0}
    async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
        for _ in range(SAMPLES):
            consult_id = secrets.token_hex(16)
            message = {
                "event": "consult:created",
                "data": ids | {"consultId": consult_id},
                "rooms": [rooms.of_line(unit.organization_id, population.line_id)],
            }
            sent[consult_id] = time.monotonic()
            await connection.execute("select pg_notify(%s, %s)", [CHANNEL, json.dumps(message)])
            await asyncio.sleep(PAUSE_SECONDS)
    database.stop()
    return sent


async def storm(
    results: Storm, port: int, server_id: int, population: Population, consults: Sequence[str], seconds: int
) -> None:
    """Changes start on schedule, regardless of how long earlier ones take."""
    staff = [KeepAlive(port, person.token or "") for person in population.affected if not person.checked_in_line_ids]
    started_at = time.monotonic()
    async with asyncio.TaskGroup() as group:
        for number in range(CHANGES_PER_SECOND * seconds):
            await asyncio.sleep(max(0, started_at + number / CHANGES_PER_SECOND - time.monotonic()))
            consult_id = consults[number % len(consults)]
            results.sent[consult_id].append(time.monotonic())
            group.create_task(comment(results, staff[number % len(staff)], consult_id, number))
            if number == CHANGES_PER_SECOND * seconds // 2:
                record_memory(results, server_id)
    await asyncio.sleep(LAST_CARDS_SECONDS)
    record_memory(results, server_id)
    for person in staff:
        person.close()


async def comment(results: Storm, person: KeepAlive, consult_id: str, number: int) -> None:
    started_at = time.monotonic()
    content = json.dumps({"message": f"Comment {number}"}).encode()
    status, _ = await person.request("POST", f"/api/consults/{consult_id}/updates", content)
    results.responded.append(time.monotonic() - started_at)
    results.refused += status != CREATED


def record_memory(results: Storm, server_id: int) -> None:
    if (memory := measuring.memory_of(server_id)) is not None:
        results.memory.append(memory.private)


def goals(measured: Measured) -> list[measuring.Goal]:
    ours, bare = measuring.figures(measured.committed), measuring.figures(measured.bare.scenarios[0].received)
    times = ours.p95 / bare.p95
    rows = [
        measuring.Goal(
            "One committed change to every socket, p95, as a multiple of the bare broadcast",
            f"at most {BROADCAST_GOAL:.0f}",
            f"{times:.1f} ({ours.p95:.0f} ms : {bare.p95:.0f} ms)",
            times <= BROADCAST_GOAL,
        )
    ]
    storm = measured.storm
    errors = storm.refused + storm.missing + measured.not_received + measured.lost
    rows.append(measuring.Goal("Errors in the storm", "none", str(errors), errors == 0))
    p95 = measuring.figures(storm.shown).p95
    goal = SHOWN_GOAL_MILLISECONDS
    rows.append(
        measuring.Goal("From a change to its card, p95, in the storm", f"under {goal} ms", f"{p95:.0f} ms", p95 < goal)
    )
    if len(storm.memory) > 1:
        middle, end = storm.memory[0], storm.memory[-1]
        rows.append(
            measuring.Goal(
                "Memory in the storm", "steady", f"{middle:.0f} MB, then {end:.0f} MB", end <= STEADY * middle
            )
        )
    return rows


def report(measured: Measured, load: float, sockets: int, seconds: int) -> list[str]:
    storm = measured.storm
    samples = {
        "one committed change is received": measured.committed,
        "a bare broadcast is received": measured.bare.scenarios[0].received,
        "storm: the comment request returns": storm.responded,
        "storm: its event is received": storm.received,
        "storm: **its card is shown**": storm.shown,
    }
    return [
        *measuring.header(
            load,
            f"{sockets:,} sockets receive everything; {live.AFFECTED_USERS} of them have the affected list open.",
            f"{len(storm.responded):,} changes in {seconds} s.",
            goals=goals(measured),
        ),
        "| milliseconds until | p50 | p95 | max |",
        "| --- | ---: | ---: | ---: |",
        *(f"| {name} | {measuring.figures(sample).cells()} |" for name, sample in samples.items() if sample),
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=live.SOCKETS, help="how many to connect")
    parser.add_argument("--seconds", type=int, default=STORM_SECONDS, help="how long the storm lasts")
    arguments = parser.parse_args()
    measuring.allow_sockets(arguments.sockets)
    load_before = os.getloadavg()[0]
    done = measuring.run(main(arguments.sockets, arguments.seconds))
    measuring.publish(
        "storm",
        report(done, load_before, arguments.sockets, arguments.seconds),
        goals(done),
        is_full_size=(arguments.sockets, arguments.seconds) == (live.SOCKETS, STORM_SECONDS),
    )
