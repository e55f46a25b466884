"""What planning a large group costs: a planner's month, what is wrong with a year, and the look for due reminders.

A hundred rotations of five hundred people in twenty-five call schedules, planned for a year. A planner's month and the
findings of a year are requested over HTTP, in alternating rounds with the bare statements of each, which are captured
in this process. Then the server is stopped, and this process looks for reminders when nothing is due.

Its duration is bounded, a missed goal is only a warning, and it writes its table to docs/benchmarks.md when run in full
size.
"""

import argparse
import asyncio
import json
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from urllib.parse import quote

import measuring
import psycopg
from bench_paging import attached, replay, timed
from live_clients import KeepAlive
from sent_statements import recorded_statements
from servers import CREATED, SERVE, SETTLING_SECONDS, free_port, program, wait_until_responding
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.call_schedules import checking, responses
from wardline.call_schedules.jobs import remind_of_shifts
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.spans import Span
from wardline.core.db.database import Database
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import load_declarations
from wardline.demo.identity.provider import issuer_for
from wardline.settings import Settings

PEOPLE: Final = 500
ROTATIONS: Final = 100
ROTATIONS_OF_SCHEDULE: Final = 4
SHOWN: Final = timedelta(days=42)
"""A month with the days around it, as a calendar shows it."""
ROUNDS: Final = 5
MONTHS_OF_ROUND: Final = 12
FINDINGS_OF_ROUND: Final = 3
LOOKS: Final = 60
MAX_RUN_SECONDS: Final = 240
MONTH_GOAL_MILLISECONDS: Final = 300
FINDINGS_GOAL_MILLISECONDS: Final = 2_000
LOOK_GOAL_MILLISECONDS: Final = 50
OK: Final = 200
PLANNER: Final = "coordinator"
EVERY_DAY: Final = [1, 2, 3, 4, 5, 6, 7]
_ADD_PEOPLE: Final = """
with added as (
  insert into users (username, subject, first_name, last_name)
  select 'plan-' || n, 'plan-' || n, 'Bench', 'Person ' || n from generate_series(1, %s) as n returning id
), roles_of as (
  insert into user_roles (user_id, role_id, position)
  select added.id, roles.id, 0 from added join roles on roles.name = 'Virtual Provider'
)
insert into user_service_lines (user_id, service_line_id, member, active, requestable)
select added.id, service_lines.id, true, true, true from added cross join service_lines returning user_id
"""


@dataclass
class Measured:
    """Times are in seconds."""

    shifts: int = 0
    """How many a planner's month has."""
    saves: list[float] = field(default_factory=list)
    months: list[float] = field(default_factory=list)
    bare_months: list[float] = field(default_factory=list)
    findings: list[float] = field(default_factory=list)
    bare_findings: list[float] = field(default_factory=list)
    looks: list[float] = field(default_factory=list)


async def main(rotations: int) -> Measured:
    measured = Measured()
    async with asyncio.timeout(MAX_RUN_SECONDS), AsyncExitStack() as stack:
        folder = stack.enter_context(measuring.scratch_folder())
        settings = Settings(demo=True, data_dir=folder, port=free_port())
        async with program(SERVE, settings) as server:
            measuring.say("Starting a server ...")
            await wait_until_responding(settings.port, "/api/health", server)
            http = KeepAlive(settings.port, issuer_for(settings).access_token(PLANNER))
            await plan(measured, settings, http, rotations)
            await asyncio.sleep(SETTLING_SECONDS)
            await measure_reading(measured, settings, http)
            http.close()
        await measure_looks(measured, settings)
    return measured


async def plan(measured: Measured, settings: Settings, http: KeepAlive, rotations: int) -> None:
    measuring.say(f"Planning {PEOPLE} people in {rotations} rotations ...")
    lines = [line["id"] for line in (await get(http, "/api/me"))["serviceLines"]]
    with attached(settings.data_dir) as embedded, psycopg.connect(embedded.owner_url.replace("+psycopg", "")) as owner:
        added = owner.execute(_ADD_PEOPLE, [PEOPLE]).fetchall()
    people = sorted({user_id for (user_id,) in added})
    size = len(people) // rotations
    groups_of_all = [people[number * size : (number + 1) * size] for number in range(rotations)]
    for number in range(rotations // ROTATIONS_OF_SCHEDULE):
        groups = groups_of_all[number * ROTATIONS_OF_SCHEDULE :][:ROTATIONS_OF_SCHEDULE]
        body = schedule(f"Group {number}", lines[number % len(lines)], groups)
        started = time.perf_counter()
        status, _ = await http.request("POST", "/api/call-schedules", json.dumps(body).encode())
        measured.saves.append(time.perf_counter() - started)
        if status != CREATED:
            raise RuntimeError(f"adding a call schedule returned {status}")


def schedule(name: str, service_line_id: int, groups: Sequence[Sequence[int]]) -> dict[str, Any]:
    """Days and nights, on workdays and on weekends, each with its own group that changes every day."""
    workdays, weekend = EVERY_DAY[:5], EVERY_DAY[5:]
    times = [
        (begins_at, ends_at, weekdays)
        for weekdays in (workdays, weekend)
        for begins_at, ends_at in (("07:00", "19:00"), ("19:00", "07:00"))
    ]
    return {
        "name": name,
        "serviceLineId": service_line_id,
        "timeZone": "America/New_York",
        "primary": True,
        "rotations": [
            {
                "name": f"Rotation {index}",
                "layer": 0,
                "startsOn": datetime.now(UTC).date().isoformat(),
                "endsOn": None,
                "beginsAt": begins_at,
                "endsAt": ends_at,
                "weekdays": weekdays,
                "turnLength": 1,
                "turnUnit": "day",
                "holidays": "likeAnyDay",
                "userIds": list(group),
            }
            for index, ((begins_at, ends_at, weekdays), group) in enumerate(zip(times, groups, strict=True))
        ],
    }


async def measure_reading(measured: Measured, settings: Settings, http: KeepAlive) -> None:
    now = datetime.now(UTC)
    within = Span(now, now + SHOWN)
    window = "&".join(f"{name}={quote(at.isoformat())}" for name, at in zip(("from", "until"), within, strict=True))
    month, findings = f"/api/call-schedules/shifts?{window}", "/api/call-schedules/findings"
    with attached(settings.data_dir) as embedded:
        url = embedded.application_url
        database = Database(url).without_deadline()
        bare_month = await sent_by(database, lambda session, ids, _: responses.plan(session, ids, within))
        bare_findings = await sent_by(database, lambda session, _, line_ids: checking.find(session, line_ids, now))
        await database.close()
        for number in range(1 + ROUNDS):
            measuring.say(f"Round {number} ..." if number else "Warming up ...")
            rounds = (
                [await timed(get(http, month)) for _ in range(MONTHS_OF_ROUND)],
                [await timed(replay(url, bare_month)) for _ in range(MONTHS_OF_ROUND)],
                [await timed(get(http, findings)) for _ in range(FINDINGS_OF_ROUND)],
                [await timed(replay(url, bare_findings)) for _ in range(FINDINGS_OF_ROUND)],
            )
            if number:
                sides = (measured.months, measured.bare_months, measured.findings, measured.bare_findings)
                for side, found in zip(sides, rounds, strict=True):
                    side.extend(found)
    measured.shifts = len((await get(http, month))["shifts"])


async def sent_by(
    database: Database, read: Callable[[AsyncSession, Sequence[int], Sequence[int]], Awaitable[object]]
) -> list[tuple[str, Any]]:
    """The statements that reading something of all call schedules and their lines sends."""
    sent: list[tuple[str, Any]] = []
    async with database.session() as session:
        rows = await CallScheduleRepository(session).schedules()
        line_ids = sorted({row.service_line_id for row in rows})
        with recorded_statements(lambda statement, parameters: sent.append((statement, parameters))):
            await read(session, [row.id for row in rows], line_ids)
    return sent


async def get(http: KeepAlive, path: str) -> Any:
    status, content = await http.request("GET", path)
    if status != OK:
        raise RuntimeError(f"{path.partition('?')[0]} returned {status}")
    return content


async def measure_looks(measured: Measured, settings: Settings) -> None:
    measuring.say("Looking for reminders ...")
    load_declarations()
    with attached(settings.data_dir) as embedded:
        database = Database(embedded.application_url).without_deadline()
        context = JobContext(database, settings)
        await remind_of_shifts(context)  # Whatever has become due since the server stopped.
        measured.looks += [await timed(remind_of_shifts(context)) for _ in range(LOOKS)]
        await context.aclose()
        await database.close()


def goals(measured: Measured) -> list[measuring.Goal]:
    limits = {
        f"A planner's month of {measured.shifts:,} shifts over HTTP, p95": (measured.months, MONTH_GOAL_MILLISECONDS),
        "Gaps, doubles and conflicts of 52 weeks over HTTP, p95": (measured.findings, FINDINGS_GOAL_MILLISECONDS),
        "A look for reminders, nothing due, p95": (measured.looks, LOOK_GOAL_MILLISECONDS),
    }
    found = []
    for name, (sample, limit) in limits.items():
        value = measuring.figures(sample).p95
        found.append(measuring.Goal(name, f"under {limit:,} ms", f"{value:,.0f} ms", value < limit))
    return found


def report(measured: Measured, load: float, rotations: int) -> list[str]:
    samples = {
        "adding a schedule of four rotations": measured.saves,
        "a planner's month over HTTP": measured.months,
        "its bare statements": measured.bare_months,
        "the findings of 52 weeks over HTTP": measured.findings,
        "their bare statements": measured.bare_findings,
        "a look for reminders, nothing due": measured.looks,
    }
    return [
        *measuring.header(
            load,
            f"{PEOPLE} people in {rotations} rotations; {ROUNDS} alternating rounds.",
            goals=goals(measured),
        ),
        "| milliseconds | p50 | p95 | max |",
        "| --- | ---: | ---: | ---: |",
        *(f"| {name} | {measuring.figures(sample).cells()} |" for name, sample in samples.items()),
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rotations", type=int, default=ROTATIONS, help="how many rotations there are")
    arguments = parser.parse_args()
    load_before = os.getloadavg()[0]
    done = measuring.run(main(arguments.rotations))
    measuring.publish(
        "planning",
        report(done, load_before, arguments.rotations),
        goals(done),
        is_full_size=arguments.rotations == ROTATIONS,
    )
