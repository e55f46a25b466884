"""Every list of the administration over a network of 50,000 people, 2,000 units and a million audit entries.

Each list is read over HTTP by an administrator of all organizations and by one of the smallest, and a SCIM client's by
its secret, for different people, units and times. The statements of each request are counted in this process.

A missed goal is only a warning. It writes its table to docs/benchmarks.md when run in full size.
"""

import argparse
import json
import os
import random
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from urllib.parse import quote, urlencode

import measuring
from bench_audit import DATABASE_SETTINGS, FILTERS, PERSONS, READERS, Trail
from bench_audit import PATH as AUDIT
from live_clients import KeepAlive
from many_consults import make_consults
from many_entries import PEOPLE, make_entries
from many_people import OF_HISTORY, UNITS, WHOLE, make_people
from search_parts import OK, ServedDatabase, clone, prepare, serve

from wardline.embedded.postgres import EmbeddedPostgres

ENTRIES: Final = 1_000_000
CONSULTS: Final = 1_000
ATTEMPTS: Final = 40
COUNTED: Final = 3
"""Requests whose statements are counted."""
SEED: Final = 20_260_304
GOAL_MILLISECONDS: Final = 150
GOAL_STATEMENTS: Final = 6
ALL, FEW = READERS
CLIENT: Final = "the identity provider"
SECRET: Final = "a-secret-of-the-benchmark-that-opens-nothing-else"  # noqa: S105 - for this database only


@dataclass
class Asked:
    """One request."""

    path: str
    body: dict[str, Any] | None = None

    @property
    def method(self) -> str:
        return "GET" if self.body is None else "POST"

    @property
    def content(self) -> bytes:
        return b"" if self.body is None else json.dumps(self.body).encode()


@dataclass
class Network:
    """Ids of what is asked for."""

    trail: Trail
    ids: dict[str, list[Any]]

    def some(self, rng: random.Random, what: str) -> Any:
        return rng.choice(self.ids[what])


Make = Callable[[random.Random, Network], Asked]


@dataclass
class Row:
    list_name: str
    reader: str
    figures: measuring.Figures
    statements: int


@dataclass
class Measured:
    entries: int
    loading: float = 0
    """In seconds."""
    rows: list[Row] = field(default_factory=list)


def _people(**filters: Any) -> Make:
    return lambda _, __: Asked(f"/api/people?{urlencode(filters)}")


def _audit(filter_name: str) -> Make:
    return lambda rng, network: Asked(AUDIT, FILTERS[filter_name](rng, network.trail))


def _patients_day(rng: random.Random, network: Network) -> Asked:
    begin = datetime.now(UTC) - timedelta(days=rng.uniform(1, 900))
    day = {"from": begin.isoformat(), "to": (begin + timedelta(days=1)).isoformat()}
    return Asked(AUDIT, FILTERS["a patient"](rng, network.trail) | day)


def _of(path: str, what: str) -> Make:
    return lambda rng, network: Asked(path.format(network.some(rng, what)))


def _at(path: str) -> Make:
    return lambda _, __: Asked(path)


def _users(**query: Any) -> Make:
    return lambda _, __: Asked(f"/api/scim/v2/Users?{urlencode(query, quote_via=quote)}")


def _groups(**query: Any) -> Make:
    return lambda _, __: Asked(f"/api/scim/v2/Groups?{urlencode(query, quote_via=quote)}")


LISTS: Final[dict[str, Make]] = {
    "people": _people(),
    "people: text": lambda rng, _: Asked(f"/api/people?text=given{rng.randrange(700)}+family"),
    "people: a name": lambda rng, _: Asked(f"/api/people?text=family{rng.randrange(9000)}"),
    "people: a text that nobody has": _people(text="nobody at all"),
    "people: role": lambda rng, network: Asked(f"/api/people?roleId={network.some(rng, 'roles')}"),
    "people: text, role, deactivated": lambda rng, network: Asked(
        f"/api/people?text=given{rng.randrange(700)}&roleId={network.some(rng, 'roles')}&state=inactive"
    ),
    "people: unit": lambda rng, network: Asked(f"/api/people?locationId={network.some(rng, 'units')}"),
    "people: line": lambda rng, network: Asked(f"/api/people?serviceLineId={network.some(rng, 'lines')}"),
    "people: organization": lambda rng, network: Asked(
        f"/api/people?organizationId={network.some(rng, 'organizations')}"
    ),
    "people: invited": _people(invitation="invited"),
    "people: not invited": _people(invitation="notInvited"),
    "people: deactivated": _people(state="inactive"),
    "people: a deep page": _of("/api/people?after={}", "people"),
    "people: a deep page with a text": _of("/api/people?after={}&text=given1", "people"),
    "people: choices": _at("/api/people/choices"),
    "people of access checks": _at("/api/access-checks/people"),
    "people of access checks: text": lambda rng, _: Asked(f"/api/access-checks/people?name=given{rng.randrange(700)}"),
    "people of the audit trail: text": lambda rng, _: Asked(
        "/api/audit/people/$search", {"text": f"family{rng.randrange(9000)}"}
    ),
    "a person": _of("/api/people/{}", "people"),
    "a person's versions": _of("/api/people/{}/versions", "people with history"),
    "roles": _at("/api/roles"),
    "a role": _of("/api/roles/{}", "roles"),
    "a role's versions": _of("/api/roles/{}/versions", "roles"),
    "a role's effect": lambda rng, network: Asked(
        f"/api/roles/{network.some(rng, 'roles')}/effect", {"permissions": [], "isRetired": False}
    ),
    "people whom a role's change concerns": _of("/api/roles/{}/people?action=View&subject=Consult", "roles"),
    "identity providers and groups": _at("/api/provisioning"),
    "places": _at("/api/places"),
    "places: text": lambda rng, _: Asked(f"/api/places?text=ward+{rng.randrange(1, 1600)}"),
    "places: a common text": _at("/api/places?text=hospital"),
    "places: a deep page": _of("/api/places?after={}", "facilities"),
    "places: choices": _at("/api/places/choices"),
    "places of access checks: text": lambda rng, _: Asked(
        f"/api/access-checks/locations?name=ward+{rng.randrange(1, 1600)}"
    ),
    "a unit": _of("/api/places/units/{}", "units with history"),
    "a unit's versions": _of("/api/places/units/{}/versions", "units with history"),
    "lines": _at("/api/lines"),
    "a line": _of("/api/lines/{}", "lines"),
    "a line's versions": _of("/api/lines/{}/versions", "lines"),
    "an escalation": lambda rng, network: Asked(
        f"/api/lines/{network.some(rng, 'lines')}/escalations/{network.some(rng, 'organizations')}"
    ),
    "drafts": _at("/api/drafts"),
    "connections": _at("/api/connections"),
    "emergency accesses": _at("/api/emergency-accesses"),
    "emergency accesses to review": _at("/api/emergency-accesses?unreviewed=true"),
    "emergency accesses: a deep page": _of("/api/emergency-accesses?after={}", "accesses"),
    "retention": _at("/api/retention"),
    **{f"audit: {filter_name}": _audit(filter_name) for filter_name in FILTERS},
    "audit: a patient's day": _patients_day,
}
NO_LISTS: Final = frozenset({"a person", "a role", "a unit", "a line", "an escalation"})
"""Whole objects, from many tables; measured, too."""
OF_CLIENT: Final[dict[str, Make]] = {
    "SCIM users": _users(),
    "SCIM users, 200": _users(count=200),
    "SCIM users: name": lambda rng, _: _users(
        filter=f'userName eq "entry-{rng.randrange(1, PEOPLE)}@hospital.example"'
    )(rng, _),
    "SCIM users: identifier": lambda rng, network: _users(
        filter=f'externalId eq "external-{network.some(rng, "people")}"'
    )(rng, network),
    "SCIM users: a deep page": lambda rng, network: _users(startIndex=rng.randrange(PEOPLE - 1_000, PEOPLE), count=100)(
        rng, network
    ),
    "SCIM users: the middle": lambda rng, network: _users(startIndex=rng.randrange(20_000, 30_000), count=100)(
        rng, network
    ),
    "SCIM groups without members": _groups(excludedAttributes="members", count=100),
    "SCIM groups without members: a deep page": _groups(excludedAttributes="members", startIndex=280),
    "SCIM groups: name": lambda rng, network: _groups(
        filter=f'displayName eq "Group {rng.randrange(1, 300)}"', excludedAttributes="members"
    )(rng, network),
    "SCIM groups: name, with members": lambda rng, network: _groups(
        filter=f'displayName eq "Group {rng.randrange(1, 300)}"'
    )(rng, network),
}


async def main(entries: int, attempts: int, only: str) -> Measured:
    measured = Measured(entries)
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(measuring.scratch_folder())
        measuring.say("Creating a database ...")
        database = EmbeddedPostgres(folder, options=DATABASE_SETTINGS)
        database.start()
        stack.callback(database.stop)
        started = time.monotonic()
        prepare(database, PERSONS)
        make_consults(database.owner_url, CONSULTS)
        name = clone(database, "administered")
        make_entries(database.url("wardline_owner", name), entries)
        make_people(database.url("wardline_owner", name), [ALL])
        measured.loading = time.monotonic() - started
        secrets = folder / "scim-secrets"
        secrets.write_text(f"provider {WHOLE} {SECRET}\n")
        served = await stack.enter_async_context(
            serve(entries, database.url("wardline_app", name), folder, scim_secrets_file=secrets)
        )
        network = _network(served, entries)
        for readers, lists in ((READERS, LISTS), ({CLIENT: CLIENT}, OF_CLIENT)):
            for list_name, make in lists.items():
                if only in list_name:
                    rows = [await measure(served, network, list_name, reader, make, attempts) for reader in readers]
                    measured.rows += [row for row in rows if row is not None]
    return measured


def _network(served: ServedDatabase, entries: int) -> Network:
    queries = {
        "people": "select id from users where username like 'entry-%' order by id offset 20000 limit 10000",
        "people with history": f"select id from users where username like 'entry-%' order by id limit {OF_HISTORY}",  # noqa: S608 - a constant
        "roles": "select id from roles order by id",
        "units": "select id from location_units order by id",
        "units with history": f"select id from location_units order by id desc limit {OF_HISTORY}",  # noqa: S608 - a constant
        "lines": "select id from service_lines order by id",
        "organizations": "select id from organizations where code like 'large-1%' order by id",
        "facilities": "select id from facilities where code like 'large-%' order by id",
        "accesses": "select id from emergency_accesses order by started_at offset 1000 limit 1000",
    }
    ids = {name: [row[0] for row in served.driver.execute(query).fetchall()] for name, query in queries.items()}
    served.driver.commit()
    first = min(served.driver.execute("select min(id) from users where username like 'entry-%'").fetchone() or (0,))
    served.driver.commit()
    return Network(Trail(served, entries, first), ids)


async def measure(
    served: ServedDatabase, network: Network, list_name: str, reader: str, make: Make, attempts: int
) -> Row | None:
    """None if the reader may not see any of what is asked for, because it is all of other organizations."""
    token = SECRET if reader == CLIENT else served.token(reader)
    http = KeepAlive(served.settings.port, token)
    rng = random.Random(SEED)  # noqa: S311 - the same in each run
    seconds: list[float] = []
    statements = []
    for _ in range(attempts):
        asked = make(rng, network)
        started = time.perf_counter()
        status, content = await http.request(asked.method, asked.path, asked.content)
        duration = time.perf_counter() - started
        if status == OK:
            seconds.append(duration)
        elif reader != FEW:
            raise RuntimeError(f"{asked.path} returned {status}: {content}")
        if status == OK and len(statements) < COUNTED:
            statements.append(await served.count_statements(asked.method, asked.path, asked.body, token))
    http.close()
    if not seconds:
        return None
    # A connection that was not used for a while is tried first, which is not the list's own statement.
    row = Row(list_name, READERS.get(reader, reader), measuring.figures(seconds), min(statements))
    measuring.say(f"{list_name}, {row.reader}: {row.figures.cells()} ms, {row.statements} statements")
    return row


def goals(measured: Measured) -> list[measuring.Goal]:
    slowest = max(measured.rows, key=lambda row: row.figures.p95)
    lists = [row for row in measured.rows if row.list_name not in NO_LISTS]
    most = max(lists, key=lambda row: row.statements)
    return [
        measuring.Goal(
            f"Any list of the administration over HTTP, {PEOPLE:,} people, {UNITS:,} units, p95",
            f"under {GOAL_MILLISECONDS} ms",
            f"{slowest.figures.p95:.0f} ms ({slowest.list_name}, {slowest.reader})",
            slowest.figures.p95 < GOAL_MILLISECONDS,
        ),
        measuring.Goal(
            "The statements of a list",
            f"at most {GOAL_STATEMENTS}",
            f"{most.statements} ({most.list_name})",
            most.statements <= GOAL_STATEMENTS,
        ),
    ]


def report(measured: Measured, load: float) -> list[str]:
    return [
        *measuring.header(
            load,
            f"Creating {PEOPLE:,} people, {UNITS:,} units and {measured.entries:,} entries took"
            f" {measured.loading:.0f} s. Each list was read {ATTEMPTS} times by each of its readers.",
            goals=goals(measured),
        ),
        "Milliseconds of a page over HTTP, and the statements of one request:",
        "",
        "| list | reader | p50 | p95 | max | statements |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
        *(f"| {row.list_name} | {row.reader} | {row.figures.cells()} | {row.statements} |" for row in measured.rows),
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=ENTRIES, help="how many entries the audit trail has")
    parser.add_argument("--attempts", type=int, default=ATTEMPTS, help="how often each list is read")
    parser.add_argument("--only", default="", help="only lists whose names contain this")
    arguments = parser.parse_args()
    load_before = os.getloadavg()[0]
    done = measuring.run(main(arguments.entries, arguments.attempts, arguments.only))
    is_full = (arguments.entries, arguments.attempts, arguments.only) == (ENTRIES, ATTEMPTS, "")
    measuring.publish("administration", report(done, load_before), goals(done), is_full_size=is_full)
