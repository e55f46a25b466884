"""How close a search is to the fastest that this machine and this database allow.

Alongside `wardline serve`, in alternating rounds on the same database: a bare ASGI application that runs the same
statement, prepared once, with asyncpg and returns the same cards (`limit_server.py`). Eight clients search without a
pause. The database is on a disk and syncs every commit, because Wardline writes an audit entry for each search.

Its duration is bounded, a missed goal is only a warning, and it writes its table to docs/benchmarks.md when run in full
size.
"""

import asyncio
import json
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import measuring
from many_consults import make_consults
from rounds import Round, Rounds, compare, database_cpu_seconds, folder_on_disk
from search_parts import PATH, clone, codes, limit_server, prepare, serve
from search_queries import CALLERS, named_queries

from wardline.embedded.postgres import EmbeddedPostgres

CLIENTS = 8
OK = b"HTTP/1.1 200"
GOAL_TIMES = 1.8
GOAL_SERVER_MILLISECONDS = 1.4
GOAL_DATABASE_MILLISECONDS = 1.2


@dataclass
class Side(Rounds):
    server_id: int
    port: int
    request: bytes


async def main(consults: int, rounds: int, seconds: int) -> tuple[Side, Side]:
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(folder_on_disk())
        measuring.say("Creating a database ...")
        database = EmbeddedPostgres(folder)
        database.start()
        stack.callback(database.stop)
        prepare(database)
        measuring.say(f"Creating {consults:,} consults ...")
        name = clone(database, "history")
        make_consults(database.url("wardline_owner", name), consults)
        url = database.url("wardline_app", name)
        served = await stack.enter_async_context(serve(consults, url, folder))
        lines, units = codes(served)
        query = named_queries(lines, units)[0]
        body = query.body(CALLERS[0])
        statement = folder / "statement.json"
        text, parameters = await served.statement(CALLERS[0].person.username, body)
        content = [text, typed(text, parameters)]
        statement.write_text(json.dumps(content, default=lambda moment: {"moment": moment.isoformat()}))
        server_id, port = stack.enter_context(limit_server(url.replace("+psycopg", "", 1), statement))
        token = served.token(CALLERS[0].person.username)
        sides = (
            Side("Wardline", served.server_id, served.settings.port, request(PATH, token, body)),
            Side("the limit", server_id, port, request("/", "", body)),
        )
        for number in range(1 + rounds):
            measuring.say(f"Round {number} ..." if number else "Warming up ...")
            for side in sides:
                measured = await run(side, seconds, folder)
                if number:
                    side.rounds.append(measured)
    return sides


def typed(text: str, parameters: Sequence[Any]) -> list[Any]:
    """The parameters as asyncpg takes them: lists instead of the text of arrays."""
    values: list[Any] = []
    for position, value in enumerate(parameters, start=1):
        if isinstance(value, str) and value.startswith("{"):
            items = value.strip("{}").split(",") if value != "{}" else []
            values.append([int(item) for item in items] if f"${position}::INTEGER[]" in text else items)
        else:
            values.append(value)
    return values


def request(path: str, token: str, body: dict[str, Any]) -> bytes:
    content = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: application/json\r\nauthorization: Bearer {token}\r\n"
        f"content-type: application/json\r\ncontent-length: {len(content)}\r\n\r\n"
    )
    return head.encode() + content


async def run(side: Side, seconds: float, folder: Path, *, clients: int = CLIENTS) -> Round:
    durations: list[float] = []
    server, database = measuring.family_cpu_seconds_of(side.server_id), database_cpu_seconds(folder)
    started = time.perf_counter()
    await asyncio.gather(*(search_repeatedly(side, started + seconds, durations) for _ in range(clients)))
    return Round(
        time.perf_counter() - started,
        durations,
        measuring.family_cpu_seconds_of(side.server_id) - server,
        database_cpu_seconds(folder) - database,
    )


async def search_repeatedly(side: Side, until: float, durations: list[float]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", side.port)
    while (sent := time.perf_counter()) < until:
        writer.write(side.request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        await reader.readexactly(length)
        if not head.startswith(OK):
            raise RuntimeError(f"a search returned {head[:12]!r}")
        durations.append(time.perf_counter() - sent)
    writer.close()


def goals(sides: Sequence[Side]) -> list[measuring.Goal]:
    ours, limit = sides
    times = limit.median("per_second") / ours.median("per_second")
    server, database = ours.median("server"), ours.median("database")
    return [
        measuring.Goal(
            "Searches per second, the limit's over ours", f"at most {GOAL_TIMES}", f"{times:.1f}", times <= GOAL_TIMES
        ),
        measuring.Goal(
            "CPU time of the server for a search",
            f"at most {GOAL_SERVER_MILLISECONDS} ms",
            f"{server:.2f} ms",
            server <= GOAL_SERVER_MILLISECONDS,
        ),
        measuring.Goal(
            "CPU time of the database for a search",
            f"at most {GOAL_DATABASE_MILLISECONDS} ms",
            f"{database:.2f} ms",
            database <= GOAL_DATABASE_MILLISECONDS,
        ),
    ]


if __name__ == "__main__":
    compare("limit", main, goals, description=__doc__, clients=CLIENTS, first="side")
