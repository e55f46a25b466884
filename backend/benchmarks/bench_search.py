"""The list over ten thousand and a million consults: twelve named queries, their statements, and every combination.

The same network with a short and with a long past, each with its own server (`search_sides.py`). A page is asked for
over HTTP; what the call sends to the database is captured and repeated by itself, and its answer is written as JSON by
itself, all in the same run. Pages are compared where both pasts fill them.

It is bounded, it is no gate (a goal that is missed is a warning), and it writes its tables into docs/benchmarks.md
when run in full size.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from statistics import fmean

import measuring
import psycopg
from live_clients import KeepAlive
from many_consults import make_consults, make_network
from search_queries import CALLERS, PEOPLE, Query, named_queries, other_queries
from search_sides import OK, PATH, Page, Past, bare_server, served

from wardline.consults.choices import ConsultSort
from wardline.consults.sort_key import SortKey
from wardline.demo.network import NETWORK
from wardline.embedded.postgres import DATABASE, EmbeddedPostgres
from wardline.network import load_network
from wardline.startup import migrate

FEW = 10_000
MANY = 1_000_000
PAGE = 25
LAST_START = 2_475
EVERY_SO_MANY_PAGES = 9
OTHERS = 600
STARTS = (0, 0, 25, 250, 2_475, 9_975)
DEPTHS = (0.0, 0.1, 0.5, 0.99)
CALLS = 2_000
CONNECTIONS = 4
SEED = 20_260_304
DATABASE_SETTINGS = {"shared_buffers": "1GB", "max_wal_size": "4GB"}
"""As for a database of this size; everything else is the embedded database's default."""

HEADINGS = (
    "| query | pages | statements, few | many | HTTP, few | many"
    " | statements, many : few | HTTP, many : few | HTTP : statements and JSON |"
)

GOAL_RATIO = 1.5
GOAL_TIMES = 6
GOAL_CALLS = 400
GOAL_MILLISECONDS = 50


@dataclass
class Compared:
    """One page in both pasts."""

    query: Query
    few: Page
    many: Page


@dataclass
class Measured:
    consults: int
    loading: float = 0
    """Seconds."""
    pages: list[Compared] = field(default_factory=list)
    uncompared: list[Query] = field(default_factory=list)
    """Queries for which the short past has too few consults for a single page."""
    others: list[float] = field(default_factory=list)
    """Seconds of one call each."""
    deep: list[tuple[int, float]] = field(default_factory=list)
    """How many consults stand before a page, and its best seconds."""
    calls_a_core: float = 0
    bare_calls_a_core: float = 0


async def main(consults: int) -> Measured:
    measured = Measured(consults)
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(measuring.scratch_folder())
        say("Making a database ...")
        database = EmbeddedPostgres(folder, options=DATABASE_SETTINGS)
        database.start()
        stack.callback(database.stop)
        prepare(database)
        pasts = []
        for number in (FEW, consults):
            say(f"Making {number:,} consults ...")
            started = time.monotonic()
            name = clone(database, f"past_{number}")
            make_consults(database.url("wardline_owner", name), number)
            measured.loading = time.monotonic() - started
            pasts.append(await stack.enter_async_context(served(number, database.url("wardline_app", name), folder)))
        few, many = pasts
        lines, units = codes(many)
        await measure_pages(measured, few, many, named_queries(lines, units))
        await measure_others(measured, many, list(other_queries(lines, units)))
        await measure_depth(measured, many)
        await measure_calls(measured, many, named_queries(lines, units))
    return measured


def prepare(database: EmbeddedPostgres) -> None:
    migrate(database.owner_url, application_role="wardline_app", demonstration=True)
    load_network(NETWORK, database.owner_url)
    make_network(database.owner_url, PEOPLE)


def clone(database: EmbeddedPostgres, name: str) -> str:
    with database.connect() as connection:
        connection.execute(f"create database {name} template {DATABASE} owner wardline_owner")
        connection.execute(f"grant connect on database {name} to wardline_app")
    return name


def codes(past: Past) -> tuple[dict[str, int], dict[str, int]]:
    """Ids of lines and units by their codes."""
    found = (
        dict(past.driver.execute("select code, id from service_lines").fetchall()),
        dict(past.driver.execute("select code, id from location_units").fetchall()),
    )
    past.driver.commit()
    return found


async def measure_pages(measured: Measured, few: Past, many: Past, queries: Iterable[Query]) -> None:
    say("Asking the named queries ...")
    for query in queries:
        before = len(measured.pages)
        for caller in CALLERS:
            for start in range(0, LAST_START + 1, EVERY_SO_MANY_PAGES * PAGE):
                body = query.body(caller, start=start)
                pages = [await past.page(caller.person.username, body) for past in (few, many)]
                if min(page.rows for page in pages) < PAGE:
                    break
                measured.pages.append(Compared(query, *pages))
        if len(measured.pages) == before:
            measured.uncompared.append(query)


async def measure_others(measured: Measured, past: Past, queries: Sequence[Query]) -> None:
    say(f"Asking {OTHERS} other combinations ...")
    chance = random.Random(SEED)  # noqa: S311 - the same for each run
    for query in chance.choices(queries, k=OTHERS):
        caller = chance.choice(CALLERS)
        body = query.body(caller, start=chance.choice(STARTS))
        seconds = await past.call(caller.person.username, body)
        if 1000 * seconds > GOAL_MILLISECONDS:
            say(f"{1000 * seconds:.0f} ms: {caller.name}, {body}")
        measured.others.append(seconds)


async def measure_depth(measured: Measured, past: Past) -> None:
    say("Paging deep ...")
    caller = CALLERS[-1]
    for depth in DEPTHS:
        before = int(depth * measured.consults)
        found = past.driver.execute(
            "select created_at, id from consults order by created_at desc, id desc limit 1 offset %s", [before]
        ).fetchone()
        past.driver.commit()
        if found is None:
            continue
        query = Query("deep", ConsultSort.NEWEST_FIRST, {"state": "all"})
        body = query.body(caller, after=str(SortKey(ConsultSort.NEWEST_FIRST, 0, *found)))
        measured.deep.append((before, min([await past.call(caller.person.username, body) for _ in range(5)])))


async def measure_calls(measured: Measured, past: Past, queries: Sequence[Query]) -> None:
    """How many calls the server answers with one core of its own, and how many one that answers nothing."""
    say(f"Asking {CALLS:,} times ...")
    caller = CALLERS[0]
    body = json.dumps(queries[0].body(caller)).encode()
    listed = [past.connection(caller.person.username) for _ in range(CONNECTIONS)]
    measured.calls_a_core = await calls_a_core(past.server_id, listed, PATH, body)
    with bare_server() as (server_id, port):
        bare = [KeepAlive(port, "") for _ in range(CONNECTIONS)]
        measured.bare_calls_a_core = await calls_a_core(server_id, bare, "/", body)


async def calls_a_core(server_id: int, connections: Sequence[KeepAlive], path: str, content: bytes) -> float:
    async def ask(http: KeepAlive) -> None:
        for _ in range(CALLS // len(connections)):
            status, _ = await http.ask("POST", path, content)
            if status != OK:
                raise RuntimeError(f"{path} was answered with {status}")
        http.close()

    before = measuring.processor_seconds(server_id)
    await asyncio.gather(*(ask(http) for http in connections))
    return CALLS / (measuring.processor_seconds(server_id) - before)


def goals(measured: Measured) -> list[tuple[str, str, str, bool]]:
    """The goals: the goal, the measured value, and whether it is met."""
    by_query = {row.name: row for row in rows(measured)}
    whole = Row("all", measured.pages)
    worst = max(by_query.values(), key=lambda row: row.ratio)
    worst_call = max(by_query.values(), key=lambda row: row.call_ratio)
    others = measuring.figures(measured.others)
    return [
        (
            f"First 100 pages over {measured.consults:,} consults against {FEW:,}, their statements",
            f"at most {GOAL_RATIO}",
            f"{whole.ratio:.2f} (the worst: {worst.name}, {worst.ratio:.2f})",
            worst.ratio <= GOAL_RATIO,
        ),
        (
            "The same over HTTP",
            f"at most {GOAL_RATIO}",
            f"{whole.call_ratio:.2f} (the worst: {worst_call.name}, {worst_call.call_ratio:.2f})",
            worst_call.call_ratio <= GOAL_RATIO,
        ),
        (
            "A call over HTTP against its statements and the JSON of its answer",
            f"at most {GOAL_TIMES} times",
            f"{whole.times:.1f} times",
            whole.times <= GOAL_TIMES,
        ),
        (
            "Calls a second for each core of the server, database apart",
            f"at least {GOAL_CALLS}",
            f"{measured.calls_a_core:.0f} (a server that answers nothing: {measured.bare_calls_a_core:,.0f})",
            measured.calls_a_core >= GOAL_CALLS,
        ),
        (
            f"Any other combination over {measured.consults:,} consults, p95 of {len(measured.others)} calls",
            f"under {GOAL_MILLISECONDS} ms",
            f"{others.p95:.0f} ms (p50 {others.middle:.0f} ms, most {others.most:.0f} ms)",
            others.p95 < GOAL_MILLISECONDS,
        ),
    ]


@dataclass
class Row:
    """One query's pages, of all callers."""

    name: str
    pages: list[Compared]

    @property
    def ratio(self) -> float:
        return self._mean("many", "statements") / self._mean("few", "statements")

    @property
    def call_ratio(self) -> float:
        return self._mean("many", "call") / self._mean("few", "call")

    @property
    def times(self) -> float:
        return self._mean("many", "call") / (self._mean("many", "statements") + self._mean("many", "dumping"))

    def cells(self) -> str:
        times = [self._mean(past, what) for what in ("statements", "call") for past in ("few", "many")]
        milliseconds = " | ".join(f"{1000 * seconds:.1f}" for seconds in times)
        figures = f"{self.ratio:.2f} | {self.call_ratio:.2f} | {self.times:.1f}"
        return f"| {self.name} | {len(self.pages)} | {milliseconds} | {figures} |"

    def _mean(self, past: str, what: str) -> float:
        return fmean(getattr(getattr(page, past), what) for page in self.pages)


def rows(measured: Measured) -> list[Row]:
    names = dict.fromkeys(page.query.name for page in measured.pages)
    return [Row(name, [page for page in measured.pages if page.query.name == name]) for name in names]


def report(measured: Measured, load: float) -> list[str]:
    return [
        f"Measured on {measuring.today()} by `make bench`: {measuring.machine()}.",
        f"The machine's load before the run was {load:.1f}.",
        f"Making {measured.consults:,} consults took {measured.loading:.0f} s.",
        "",
        "| goal | | measured | |",
        "| --- | --- | --- | --- |",
        *(
            f"| {what} | {goal} | {found} | {'met' if met else '**missed**'} |"
            for what, goal, found, met in goals(measured)
        ),
        "",
        f"Milliseconds of a page of 25 over {FEW:,} and over {measured.consults:,} consults:",
        "",
        HEADINGS,
        "| --- |" + (HEADINGS.count("|") - 2) * " ---: |",
        *(row.cells() for row in rows(measured)),
        *(f"| {query.name} | none: the short past fills no page |{7 * ' |'}" for query in measured.uncompared),
        "",
        "Milliseconds over HTTP of a page after so many others (`after`, newest first, all organizations):",
        "",
        "| consults before it | ms |",
        "| ---: | ---: |",
        *(f"| {before:,} | {1000 * seconds:.1f} |" for before, seconds in measured.deep),
    ]


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--consults", type=int, default=MANY, help="how many the long past has")
    arguments = parser.parse_args()
    load_before = os.getloadavg()[0]
    try:
        done = asyncio.run(main(arguments.consults))
    except (RuntimeError, psycopg.Error) as error:
        sys.exit(f"the benchmark did not come to its end: {type(error).__name__} {error}")
    lines = report(done, load_before)
    print("\n".join(lines))
    for what, goal, found, met in goals(done):
        if not met:
            say(f"warning: {what}: {found}, the goal is {goal}")
    if arguments.consults == MANY:
        measuring.write_section("search", lines)
    else:
        say("not written into docs/benchmarks.md: only a run in full size is")
