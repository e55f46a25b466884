"""The list over ten thousand and a million consults: twelve named queries, their statements, and every combination.

The same network with a short and with a long history, each with its own server (`search_parts.py`). A page is requested
over HTTP; the request's statements are captured and repeated separately, and so is rendering its response as JSON, all
in the same run. Pages are compared if both histories fill them.

Its duration is bounded, a missed goal is only a warning, and it writes its tables to docs/benchmarks.md when run in
full size.
"""

import argparse
import asyncio
import json
import os
import random
import time
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from statistics import fmean

import measuring
from live_clients import KeepAlive
from many_consults import make_consults
from search_parts import OK, PATH, Page, ServedDatabase, bare_server, clone, codes, prepare, serve
from search_queries import CALLERS, Query, named_queries, other_queries

from wardline.consults.choices import ConsultSort
from wardline.consults.sort_key import SortKey
from wardline.embedded.postgres import EmbeddedPostgres

FEW = 10_000
MANY = 1_000_000
PAGE = 25
LAST_START = 2_475
PAGE_STEP = 9
OTHERS = 600
STARTS = (0, 0, 25, 250, 2_475, 9_975)
DEPTHS = (0.0, 0.1, 0.5, 0.99)
CALLS = 2_000
CONNECTIONS = 4
SEED = 20_260_304
DATABASE_SETTINGS = {"shared_buffers": "1GB", "max_wal_size": "4GB"}
"""Appropriate for a database of this size; everything else is the embedded database's default."""

HEADINGS = (
    "| query | pages | statements, few | many | HTTP, few | many"
    " | statements, many : few | HTTP, many : few | HTTP : statements and JSON |"
)

GOAL_RATIO = 1.5
GOAL_CALL_RATIO = 1.3
GOAL_CALL_MILLISECONDS = 20
GOAL_TIMES = 6
GOAL_CALLS = 400
GOAL_MILLISECONDS = 50


@dataclass
class Compared:
    """One page in both histories."""

    query: Query
    few: Page
    many: Page


@dataclass
class Measured:
    consults: int
    loading: float = 0
    """In seconds."""
    pages: list[Compared] = field(default_factory=list)
    uncompared: list[Query] = field(default_factory=list)
    """Queries for which the short history has too few consults for a single page."""
    others: list[float] = field(default_factory=list)
    """The duration of each request, in seconds."""
    deep: list[tuple[int, float]] = field(default_factory=list)
    """How many consults precede a page, and its best time in seconds."""
    calls_per_core: float = 0
    bare_calls_per_core: float = 0


async def main(consults: int) -> Measured:
    measured = Measured(consults)
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(measuring.scratch_folder())
        measuring.say("Creating a database ...")
        database = EmbeddedPostgres(folder, options=DATABASE_SETTINGS)
        database.start()
        stack.callback(database.stop)
        prepare(database)
        served_databases = []
        for number in (FEW, consults):
            measuring.say(f"Creating {number:,} consults ...")
            started = time.monotonic()
            name = clone(database, f"past_{number}")
            make_consults(database.url("wardline_owner", name), number)
            measured.loading = time.monotonic() - started
            served_databases.append(
                await stack.enter_async_context(serve(number, database.url("wardline_app", name), folder))
            )
        few, many = served_databases
        lines, units = codes(many)
        await measure_pages(measured, few, many, named_queries(lines, units))
        await measure_others(measured, many, list(other_queries(lines, units)))
        await measure_depth(measured, many)
        await measure_calls(measured, many, named_queries(lines, units))
    return measured


async def measure_pages(
    measured: Measured, few: ServedDatabase, many: ServedDatabase, queries: Iterable[Query]
) -> None:
    measuring.say("Running the named queries ...")
    for query in queries:
        before = len(measured.pages)
        for caller in CALLERS:
            for start in range(0, LAST_START + 1, PAGE_STEP * PAGE):
                body = query.body(caller, start=start)
                pages = [await served.page(caller.person.username, body) for served in (few, many)]
                if min(page.rows for page in pages) < PAGE:
                    break
                measured.pages.append(Compared(query, *pages))
        if len(measured.pages) == before:
            measured.uncompared.append(query)


async def measure_others(measured: Measured, served: ServedDatabase, queries: Sequence[Query]) -> None:
    measuring.say(f"Running {OTHERS} other combinations ...")
    rng = random.Random(SEED)  # noqa: S311 - the same in each run
    for query in rng.choices(queries, k=OTHERS):
        caller = rng.choice(CALLERS)
        body = query.body(caller, start=rng.choice(STARTS))
        seconds = await served.call(caller.person.username, body)
        if 1000 * seconds > GOAL_MILLISECONDS:
            measuring.say(f"{1000 * seconds:.0f} ms: {caller.name}, {body}")
        measured.others.append(seconds)


async def measure_depth(measured: Measured, served: ServedDatabase) -> None:
    measuring.say("Reading deep pages ...")
    caller = CALLERS[-1]
    for depth in DEPTHS:
        before = int(depth * measured.consults)
        row = served.driver.execute(
            "select created_at, id from consults order by created_at desc, id desc limit 1 offset %s", [before]
        ).fetchone()
        served.driver.commit()
        if row is None:
            continue
        query = Query("deep", ConsultSort.NEWEST_FIRST, {"state": "all"})
        body = query.body(caller, after=str(SortKey(ConsultSort.NEWEST_FIRST, 0, *row)))
        measured.deep.append((before, min([await served.call(caller.person.username, body) for _ in range(5)])))


async def measure_calls(measured: Measured, served: ServedDatabase, queries: Sequence[Query]) -> None:
    """How many requests per second the server handles per core, and how many a server that returns nothing."""
    measuring.say(f"Calling {CALLS:,} times ...")
    caller = CALLERS[0]
    body = json.dumps(queries[0].body(caller)).encode()
    listed = [served.connection(caller.person.username) for _ in range(CONNECTIONS)]
    measured.calls_per_core = await calls_per_core(served.server_id, listed, PATH, body)
    with bare_server() as (server_id, port):
        bare = [KeepAlive(port, "") for _ in range(CONNECTIONS)]
        measured.bare_calls_per_core = await calls_per_core(server_id, bare, "/", body)


async def calls_per_core(server_id: int, connections: Sequence[KeepAlive], path: str, content: bytes) -> float:
    async def call_repeatedly(http: KeepAlive) -> None:
        for _ in range(CALLS // len(connections)):
            status, _ = await http.request("POST", path, content)
            if status != OK:
                raise RuntimeError(f"{path} returned {status}")
        http.close()

    before = measuring.cpu_seconds_of(server_id)
    await asyncio.gather(*(call_repeatedly(http) for http in connections))
    return CALLS / (measuring.cpu_seconds_of(server_id) - before)


def goals(measured: Measured) -> list[measuring.Goal]:
    by_query = {row.name: row for row in rows(measured)}
    total = Row("all", measured.pages)
    worst = max(by_query.values(), key=lambda row: row.ratio)
    worst_call = max(by_query.values(), key=lambda row: row.call_ratio)
    slowest = max(by_query.values(), key=lambda row: row.call_milliseconds)
    others = measuring.figures(measured.others)
    return [
        measuring.Goal(
            f"First 100 pages over {measured.consults:,} consults against {FEW:,}, their statements",
            f"at most {GOAL_RATIO}",
            f"{total.ratio:.2f} (the worst: {worst.name}, {worst.ratio:.2f})",
            worst.ratio <= GOAL_RATIO,
        ),
        measuring.Goal(
            "The same over HTTP",
            f"at most {GOAL_CALL_RATIO}",
            f"{total.call_ratio:.2f} (the worst: {worst_call.name}, {worst_call.call_ratio:.2f})",
            worst_call.call_ratio <= GOAL_CALL_RATIO,
        ),
        measuring.Goal(
            f"The slowest of them over HTTP, {measured.consults:,} consults",
            f"at most {GOAL_CALL_MILLISECONDS} ms",
            f"{slowest.call_milliseconds:.0f} ms ({slowest.name})",
            slowest.call_milliseconds <= GOAL_CALL_MILLISECONDS,
        ),
        measuring.Goal(
            "A request over HTTP against its statements and the JSON of its response",
            f"at most {GOAL_TIMES} times",
            f"{total.times:.1f} times",
            total.times <= GOAL_TIMES,
        ),
        measuring.Goal(
            "Requests per second for each core of the server, without the database",
            f"at least {GOAL_CALLS}",
            f"{measured.calls_per_core:.0f} (a server that returns nothing: {measured.bare_calls_per_core:,.0f})",
            measured.calls_per_core >= GOAL_CALLS,
        ),
        measuring.Goal(
            f"Any other combination over {measured.consults:,} consults, p95 of {len(measured.others)} requests",
            f"under {GOAL_MILLISECONDS} ms",
            f"{others.p95:.0f} ms (p50 {others.median:.0f} ms, max {others.maximum:.0f} ms)",
            others.p95 < GOAL_MILLISECONDS,
        ),
    ]


@dataclass
class Row:
    """One query's pages, for all callers."""

    name: str
    pages: list[Compared]

    @property
    def ratio(self) -> float:
        return self._mean("many", "statements") / self._mean("few", "statements")

    @property
    def call_ratio(self) -> float:
        return self._mean("many", "call") / self._mean("few", "call")

    @property
    def call_milliseconds(self) -> float:
        return 1000 * self._mean("many", "call")

    @property
    def times(self) -> float:
        return self._mean("many", "call") / (self._mean("many", "statements") + self._mean("many", "serialization"))

    def cells(self) -> str:
        times = [self._mean(history, what) for what in ("statements", "call") for history in ("few", "many")]
        milliseconds = " | ".join(f"{1000 * seconds:.1f}" for seconds in times)
        figures = f"{self.ratio:.2f} | {self.call_ratio:.2f} | {self.times:.1f}"
        return f"| {self.name} | {len(self.pages)} | {milliseconds} | {figures} |"

    def _mean(self, history: str, what: str) -> float:
        return fmean(getattr(getattr(page, history), what) for page in self.pages)


def rows(measured: Measured) -> list[Row]:
    names = dict.fromkeys(page.query.name for page in measured.pages)
    return [Row(name, [page for page in measured.pages if page.query.name == name]) for name in names]


def report(measured: Measured, load: float) -> list[str]:
    return [
        *measuring.header(
            load,
            f"Creating {measured.consults:,} consults took {measured.loading:.0f} s.",
            goals=goals(measured),
        ),
        f"Milliseconds of a page of 25 over {FEW:,} and over {measured.consults:,} consults:",
        "",
        HEADINGS,
        "| --- |" + (HEADINGS.count("|") - 2) * " ---: |",
        *(row.cells() for row in rows(measured)),
        *(
            f"| {query.name} | none: the short history does not fill a page |{7 * ' |'}"
            for query in measured.uncompared
        ),
        "",
        "Milliseconds over HTTP for a page after this many consults (`after`, newest first, all organizations):",
        "",
        "| consults before it | ms |",
        "| ---: | ---: |",
        *(f"| {before:,} | {1000 * seconds:.1f} |" for before, seconds in measured.deep),
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--consults", type=int, default=MANY, help="how many consults the long history has")
    arguments = parser.parse_args()
    load_before = os.getloadavg()[0]
    done = measuring.run(main(arguments.consults))
    measuring.publish("search", report(done, load_before), goals(done), is_full_size=arguments.consults == MANY)
