"""A thousand sockets: how fast one committed change reaches them all, and a minute of fifty changes a second.

The change is the database's notification alone, committed, as every change of a consult sends one; beside it, in the
same run, the bare broadcast. In the storm the bedside staff of a unit comment on its consults; everybody connected
hears each of them, and those whose list it concerns fetch the card, as the web application does: what comes together
is one call, and a call is followed by a rest (`live_clients.py`).

It is bounded, it is no gate, and it writes its tables into docs/benchmarks.md when run in full size.
"""

import argparse
import asyncio
import itertools
import json
import os
import secrets
import sys
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

from wardline.embedded.postgres import EmbeddedPostgres
from wardline.realtime import rooms
from wardline.realtime.publish import CHANNEL
from wardline.settings import Settings

CHANGES_A_SECOND = 50
STORM_SECONDS = 60
CONSULTS = 100
"""The number of consults that are commented on in turn."""
SAMPLES = 40
PAUSE_SECONDS = 0.3
LAST_CARDS_SECONDS = 5
BROADCAST_GOAL = 2.0
SHOWN_GOAL_MILLISECONDS = 1_000
STEADY = 1.1
"""Memory at the storm's end, as a multiple of that in its middle."""


@dataclass
class Storm:
    """Results of a minute of changes, in seconds."""

    sent: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """When each change of each consult was sent."""
    answered: list[float] = field(default_factory=list)
    refused: int = 0
    heard: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    missing: int = 0
    memory: list[float] = field(default_factory=list)
    """Megabytes, in the middle and at the end."""

    def take(self, results: Results) -> None:
        """A consult's changes reach each user in order."""
        seen: dict[tuple[str, int], itertools.count[int]] = defaultdict(itertools.count)
        for sighting in results.sightings:
            if sighting.consult_id not in self.sent:
                continue
            sent = self.sent[sighting.consult_id][next(seen[sighting.consult_id, sighting.user_id])]
            self.heard.append(sighting.heard - sent)
            if sighting.shown is None:
                self.missing += 1
            else:
                self.shown.append(sighting.shown - sent)


@dataclass
class Measured:
    storm: Storm = field(default_factory=Storm)
    committed: list[float] = field(default_factory=list)
    bare: live.Measured = field(default_factory=live.Measured)
    unheard: int = 0
    """How often a socket should have heard something and did not; nobody hears what was refused."""
    lost: int = 0


async def main(sockets: int, seconds: int) -> Measured:
    measured = Measured()
    concerned = min(live.CONCERNED, sockets // 2)
    async with asyncio.timeout(live.LONGEST_RUN_SECONDS), AsyncExitStack() as stack:
        folder = stack.enter_context(measuring.scratch_folder())
        settings = Settings(demo=True, data_dir=folder, port=live.free_port())
        live.say("Starting a server ...")
        server = await stack.enter_async_context(live.program([sys.executable, "-m", "wardline", "serve"], settings))
        await live.answering(settings.port, "/api/health", server)
        population = live.people_of(settings, concerned, sockets - concerned)
        asking = KeepAlive(settings.port, population.nurse_token)
        consults = [await created(asking, population, number) for number in range(CONSULTS)]
        live.say(f"Connecting {sockets:,} sockets ...")
        crowd = await stack.enter_async_context(live.clients(Plan(settings.port, population.others)))
        watchers = await stack.enter_async_context(live.clients(Plan(settings.port, population.concerned)))
        await asyncio.sleep(live.SETTLING_SECONDS)
        changes = await committed(settings, population)
        live.say(f"{CHANGES_A_SECOND} changes a second for {seconds} s ...")
        await storm(measured.storm, settings.port, server.pid, population, consults, seconds)
        watched, others = await watchers(), await crowd()
        measured.committed = [s.heard - changes[s.consult_id] for s in watched.sightings if s.consult_id in changes]
        measured.storm.take(watched)
        told = len(changes) + sum(map(len, measured.storm.sent.values()))
        measured.unheard = sockets * told - watched.heard - others.heard
        measured.lost = watched.lost + others.lost
    await live.measure_bare(measured.bare, concerned, sockets - concerned, SAMPLES)
    return measured


async def created(asking: KeepAlive, population: Population, number: int) -> str:
    content = json.dumps(request_body(population, population.asking[0], number)).encode()
    status, answer = await asking.ask("POST", "/api/consults", content)
    if status != live.CREATED:
        raise RuntimeError(f"creating a consult was answered with {status}")
    found: str = answer["id"]
    return found


async def committed(settings: Settings, population: Population) -> dict[str, float]:
    """Events about consults of another line, which everyone receives and nobody fetches: times by ID."""
    unit, sent = population.asking[0], {}
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
    found: Storm, port: int, server_id: int, population: Population, consults: Sequence[str], seconds: int
) -> None:
    """Changes start on schedule, however long earlier ones take."""
    staff = [KeepAlive(port, person.token or "") for person in population.concerned if not person.checked_in_line_ids]
    began = time.monotonic()
    async with asyncio.TaskGroup() as group:
        for number in range(CHANGES_A_SECOND * seconds):
            await asyncio.sleep(max(0, began + number / CHANGES_A_SECOND - time.monotonic()))
            consult_id = consults[number % len(consults)]
            found.sent[consult_id].append(time.monotonic())
            group.create_task(comment(found, staff[number % len(staff)], consult_id, number))
            if number == CHANGES_A_SECOND * seconds // 2:
                remember_memory(found, server_id)
    await asyncio.sleep(LAST_CARDS_SECONDS)
    remember_memory(found, server_id)
    for person in staff:
        person.close()


async def comment(found: Storm, person: KeepAlive, consult_id: str, number: int) -> None:
    began = time.monotonic()
    content = json.dumps({"message": f"Comment {number}"}).encode()
    status, _ = await person.ask("POST", f"/api/consults/{consult_id}/updates", content)
    found.answered.append(time.monotonic() - began)
    found.refused += status != live.CREATED


def remember_memory(found: Storm, server_id: int) -> None:
    if (memory := measuring.memory_of(server_id)) is not None:
        found.memory.append(memory.private)


def goals(measured: Measured) -> list[tuple[str, str, str, bool]]:
    ours, bare = measuring.figures(measured.committed), measuring.figures(measured.bare.sides[0].heard)
    times = ours.p95 / bare.p95
    rows = [
        (
            "One committed change to every socket, p95, as a multiple of the bare broadcast",
            f"at most {BROADCAST_GOAL:.0f}",
            f"{times:.1f} ({ours.p95:.0f} ms : {bare.p95:.0f} ms)",
            times <= BROADCAST_GOAL,
        )
    ]
    storm = measured.storm
    errors = storm.refused + storm.missing + measured.unheard + measured.lost
    rows.append(("Errors in the storm", "none", str(errors), errors == 0))
    p95 = measuring.figures(storm.shown).p95
    goal = SHOWN_GOAL_MILLISECONDS
    rows.append(("From a change to its card, p95, in the storm", f"under {goal} ms", f"{p95:.0f} ms", p95 < goal))
    if len(storm.memory) > 1:
        middle, end = storm.memory[0], storm.memory[-1]
        rows.append(("Memory in the storm", "steady", f"{middle:.0f} MB, then {end:.0f} MB", end <= STEADY * middle))
    return rows


def report(measured: Measured, load: float, sockets: int, seconds: int) -> list[str]:
    storm = measured.storm
    samples = {
        "one committed change is heard": measured.committed,
        "a bare broadcast is heard": measured.bare.sides[0].heard,
        "storm: the comment is answered": storm.answered,
        "storm: its event is heard": storm.heard,
        "storm: **its card is there**": storm.shown,
    }
    return [
        f"Measured on {measuring.today()} by `make bench`: {measuring.machine()}.",
        f"The machine's load before the run was {load:.1f}.",
        f"{sockets:,} sockets hear everything, {live.CONCERNED} of them have the list open that is concerned.",
        f"{len(storm.answered):,} changes in {seconds} s.",
        "",
        "| goal | | measured | |",
        "| --- | --- | --- | --- |",
        *(
            f"| {what} | {goal} | {found} | {'met' if met else '**missed**'} |"
            for what, goal, found, met in goals(measured)
        ),
        "",
        "| milliseconds until | p50 | p95 | most |",
        "| --- | ---: | ---: | ---: |",
        *(f"| {name} | {measuring.figures(sample).cells()} |" for name, sample in samples.items() if sample),
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=live.SOCKETS, help="how many are connected")
    parser.add_argument("--seconds", type=int, default=STORM_SECONDS, help="how long the storm lasts")
    arguments = parser.parse_args()
    if measuring.raise_file_limit() < 2 * arguments.sockets:
        sys.exit("the system lets a process have too few files open for so many sockets")
    load_before = os.getloadavg()[0]
    try:
        done = asyncio.run(main(arguments.sockets, arguments.seconds))
    except (TimeoutError, RuntimeError) as error:
        sys.exit(f"the benchmark did not come to its end: {type(error).__name__} {error}")
    lines = report(done, load_before, arguments.sockets, arguments.seconds)
    print("\n".join(lines))
    for what, goal, found, met in goals(done):
        if not met:
            live.say(f"warning: {what}: {found}, the goal is {goal}")
    if (arguments.sockets, arguments.seconds) == (live.SOCKETS, STORM_SECONDS):
        measuring.write_section("storm", lines)
