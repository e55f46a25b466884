"""The audit trail over one and ten million entries: each filter of the administrators' screen.

The same network of 50,000 people with a short and with a long trail, each with its own server. Every request is over
HTTP, by an administrator of all organizations and by one of the smallest, for different patients, people and times.

A missed goal is only a warning. It writes its table to docs/benchmarks.md when run in full size.
"""

import argparse
import hashlib
import json
import os
import random
import time
import uuid
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import measuring
from live_clients import KeepAlive
from many_consults import Person, make_consults
from many_entries import ENTRIES_OF_PATIENT, PEOPLE, make_entries
from search_parts import OK, ServedDatabase, clone, prepare, serve

from wardline.embedded.postgres import EmbeddedPostgres

FEW = 1_000_000
MANY = 10_000_000
CONSULTS = 1_000
"""As many as a demonstration has."""
ATTEMPTS = 40
SEED = 20_260_304
PATH = "/api/audit/$search"
DATABASE_SETTINGS = {"shared_buffers": "1GB", "max_wal_size": "4GB"}
GOAL_MILLISECONDS = 150
GOAL_RATIO = 1.5
EVERY_ORGANIZATION = [f"large-{n}" for n in range(1, 13)]
READERS = {"reads-all": "of all organizations", "reads-few": "of the smallest"}
PERSONS = (
    Person("reads-all", "Administrator", EVERY_ORGANIZATION, [], None),
    Person("reads-few", "Administrator", EVERY_ORGANIZATION[-1:], [], None),
)


@dataclass
class Trail:
    """A served trail, and what there is in it."""

    served: ServedDatabase
    entries: int
    first_user_id: int

    @property
    def patients(self) -> int:
        return self.entries // ENTRIES_OF_PATIENT


@dataclass
class Row:
    """One filter for one reader, in both trails."""

    filter_name: str
    reader: str
    few: measuring.Figures
    many: measuring.Figures

    @property
    def ratio(self) -> float:
        return self.many.median / self.few.median


@dataclass
class Measured:
    entries: int
    loading: float = 0
    """In seconds."""
    seconds: dict[tuple[str, str, int], list[float]] = field(default_factory=dict)
    """Of each request, by filter, reader and length of the trail."""

    def rows(self) -> list[Row]:
        return [
            Row(
                filter_name,
                reader,
                *(measuring.figures(self.seconds[filter_name, username, length]) for length in (FEW, self.entries)),
            )
            for filter_name in FILTERS
            for username, reader in READERS.items()
        ]


def _some_time(rng: random.Random) -> datetime:
    return datetime.now(UTC) - timedelta(days=rng.uniform(1, 900))


def _of_day(rng: random.Random) -> dict[str, Any]:
    begin = _some_time(rng)
    return {"from": begin.isoformat(), "to": (begin + timedelta(days=1)).isoformat()}


FILTERS: dict[str, Callable[[random.Random, Trail], dict[str, Any]]] = {
    "everything": lambda _, __: {},
    "a patient": lambda rng, trail: {"patientId": _patient_id(rng.randrange(200, trail.patients))},
    "a patient of the record": lambda rng, trail: {"emrId": f"E-{rng.randrange(200, trail.patients)}"},
    "a patient, refused": lambda rng, trail: {
        "patientId": _patient_id(rng.randrange(200, trail.patients)),
        "result": "refused",
    },
    "a person": lambda rng, trail: {"userId": trail.first_user_id + rng.randrange(PEOPLE)},
    "a person's day": lambda rng, trail: {"userId": trail.first_user_id + rng.randrange(PEOPLE), **_of_day(rng)},
    "an action": lambda rng, _: {"action": rng.choice(["getConsult", "exportConsult", "editPatient"])},
    "refused": lambda _, __: {"result": "refused"},
    "failed": lambda _, __: {"result": "failed"},
    "a day": lambda rng, _: _of_day(rng),
    "a day, refused": lambda rng, _: {"result": "refused", **_of_day(rng)},
    "text: an action": lambda rng, _: {"text": rng.choice(["viewed", "consult", "exported", "printed or saved"])},
    "text: a name": lambda rng, _: {"text": f"family{rng.randrange(9000)}"},
    "an older page": lambda rng, _: {"to": _some_time(rng).isoformat()},
}


def _patient_id(number: int) -> str:
    """As the database makes it from the patient's number."""
    return str(uuid.UUID(hashlib.md5(f"p{number}".encode(), usedforsecurity=False).hexdigest()))


async def main(entries: int) -> Measured:
    measured = Measured(entries)
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(measuring.scratch_folder())
        measuring.say("Creating a database ...")
        database = EmbeddedPostgres(folder, options=DATABASE_SETTINGS)
        database.start()
        stack.callback(database.stop)
        prepare(database, PERSONS)
        make_consults(database.owner_url, CONSULTS)
        trails = []
        for number in (FEW, entries):
            measuring.say(f"Creating {number:,} entries ...")
            started = time.monotonic()
            name = clone(database, f"trail_{number}")
            make_entries(database.url("wardline_owner", name), number)
            measured.loading = time.monotonic() - started
            served = await stack.enter_async_context(serve(number, database.url("wardline_app", name), folder))
            row = served.driver.execute("select min(id) from users where username like 'entry-%'").fetchone()
            served.driver.commit()
            trails.append(Trail(served, number, int((row or (0,))[0])))
        for filter_name in FILTERS:
            for username in READERS:
                await measure(measured, trails, filter_name, username)
    return measured


async def measure(measured: Measured, trails: list[Trail], filter_name: str, username: str) -> None:
    """In alternating order, so that other work on the machine slows both."""
    connections = [trail.served.connection(username) for trail in trails]
    rng = random.Random(SEED)  # noqa: S311 - the same in each run
    for _ in range(ATTEMPTS):
        for trail, http in zip(trails, connections, strict=True):
            body = FILTERS[filter_name](rng, trail)
            seconds = await call(http, body)
            measured.seconds.setdefault((filter_name, username, trail.entries), []).append(seconds)
    for http in connections:
        http.close()


async def call(http: KeepAlive, body: dict[str, Any]) -> float:
    started = time.perf_counter()
    status, content = await http.request("POST", PATH, json.dumps(body).encode())
    if status != OK:
        raise RuntimeError(f"{body} returned {status}: {content}")
    return time.perf_counter() - started


def goals(measured: Measured) -> list[measuring.Goal]:
    slowest = max(measured.rows(), key=lambda row: row.many.p95)
    patients = [row for row in measured.rows() if row.filter_name.startswith("a patient")]
    worst = max(patients, key=lambda row: row.many.p95)
    most = max(patients, key=lambda row: row.ratio)
    return [
        measuring.Goal(
            f"Any filter of the audit trail over {measured.entries:,} entries over HTTP, p95",
            f"under {GOAL_MILLISECONDS} ms",
            f"{slowest.many.p95:.0f} ms ({slowest.filter_name}, {slowest.reader})",
            slowest.many.p95 < GOAL_MILLISECONDS,
        ),
        measuring.Goal(
            f"A patient's entries, p50 over {measured.entries:,} entries against {FEW:,}",
            f"at most {GOAL_RATIO}",
            f"{most.ratio:.2f} (p95 {worst.many.p95:.0f} ms)",
            most.ratio <= GOAL_RATIO,
        ),
    ]


def report(measured: Measured, load: float) -> list[str]:
    return [
        *measuring.header(
            load,
            f"{PEOPLE:,} people; each filter {ATTEMPTS} times for each of two administrators, in alternating rounds.",
            f"Creating {measured.entries:,} entries took {measured.loading:.0f} s.",
            goals=goals(measured),
        ),
        f"Milliseconds of a page of 100 over HTTP, over {FEW:,} and over {measured.entries:,} entries:",
        "",
        "| filter | reader | few, p50 | p95 | max | many, p50 | p95 | max |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
        *(f"| {row.filter_name} | {row.reader} | {row.few.cells()} | {row.many.cells()} |" for row in measured.rows()),
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=MANY, help="how many entries the long trail has")
    arguments = parser.parse_args()
    load_before = os.getloadavg()[0]
    done = measuring.run(main(arguments.entries))
    measuring.publish("audit", report(done, load_before), goals(done), is_full_size=arguments.entries == MANY)
