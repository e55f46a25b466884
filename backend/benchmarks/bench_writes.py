"""What requesting a consult and commenting on one cost the server.

One server with a hundred sockets, whose database is on a disk and syncs every commit. Eight connections request
consults or comment on one without a pause, in alternating rounds.

Its duration is bounded, a missed goal is only a warning, and it writes its table to docs/benchmarks.md when run in full
size.
"""

import argparse
import asyncio
import json
import os
import secrets
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass

import measuring
from live_clients import KeepAlive, Plan
from live_people import request_body
from rounds import Round, Rounds, database_cpu_seconds, folder_on_disk, report
from servers import SERVE, clients, free_port, people_of, program, wait_until_responding

from wardline.settings import Settings

CLIENTS = 8
SOCKETS = 100
ROUNDS = 5
SECONDS = 4
MAX_RUN_SECONDS = 200
SUCCESS = 300
GOAL_CREATES, GOAL_COMMENTS = 200, 400

Call = tuple[str, bytes]
"""A path and a body."""


@dataclass
class Kind(Rounds):
    """One kind of request."""

    next_call: Callable[[], Call]
    goal: int

    def per_cpu_second(self) -> float:
        return 1000 / self.median("server")


async def main(rounds: int) -> list[Kind]:
    async with asyncio.timeout(MAX_RUN_SECONDS), AsyncExitStack() as stack:
        folder = stack.enter_context(folder_on_disk())
        settings = Settings(demo=True, data_dir=folder, port=free_port())
        measuring.say("Starting a server ...")
        server = await stack.enter_async_context(program(SERVE, settings))
        await wait_until_responding(settings.port, "/api/health", server)
        population = people_of(settings, SOCKETS // 2, SOCKETS - SOCKETS // 2)
        await stack.enter_async_context(clients(Plan(settings.port, population.others)))
        connections = [KeepAlive(settings.port, population.nurse_token) for _ in range(CLIENTS)]
        for http in connections:
            stack.callback(http.close)
        unit = population.requesting_units[1]
        consult = json.dumps(request_body(population, unit, 1)).encode()
        consult_ids = [(await send(http, ("/api/consults", consult)))["id"] for http in connections]
        comment = json.dumps({"message": "Bench"}).encode()
        kinds = [
            Kind("request a consult", lambda: ("/api/consults", consult), GOAL_CREATES),
            Kind(
                "comment",
                lambda: (f"/api/consults/{secrets.choice(consult_ids)}/updates", comment),
                GOAL_COMMENTS,
            ),
        ]
        for number in range(1 + rounds):
            measuring.say(f"Round {number} ..." if number else "Warming up ...")
            for kind in kinds:
                durations: list[float] = []
                server_seconds = measuring.cpu_seconds_of(server.pid)
                database_seconds = database_cpu_seconds(folder)
                started = time.perf_counter()
                await asyncio.gather(*(repeat(http, kind, started + SECONDS, durations) for http in connections))
                measured = Round(
                    time.perf_counter() - started,
                    durations,
                    measuring.cpu_seconds_of(server.pid) - server_seconds,
                    database_cpu_seconds(folder) - database_seconds,
                )
                if number:
                    kind.rounds.append(measured)
    return kinds


async def repeat(http: KeepAlive, kind: Kind, until: float, durations: list[float]) -> None:
    while (sent := time.perf_counter()) < until:
        await send(http, kind.next_call())
        durations.append(time.perf_counter() - sent)


async def send(http: KeepAlive, call: Call) -> dict[str, str]:
    path, body = call
    status, response = await http.request("POST", path, body, f"idempotency-key: {secrets.token_hex(16)}\r\n")
    if status >= SUCCESS:
        raise RuntimeError(f"{path} returned {status}")
    content: dict[str, str] = response
    return content


def goals(kinds: list[Kind]) -> list[measuring.Goal]:
    return [
        measuring.Goal(
            f"Per second of the server's CPU time: {kind.name}",
            f"at least {kind.goal}",
            f"{kind.per_cpu_second():.0f}",
            kind.per_cpu_second() >= kind.goal,
        )
        for kind in kinds
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how many rounds are measured")
    arguments = parser.parse_args()
    load_before = os.getloadavg()[0]
    done = measuring.run(main(arguments.rounds))
    reached = goals(done)
    lines = report(done, reached, load_before, about=f"{CLIENTS} clients", seconds=SECONDS, first="request")
    measuring.publish("writes", lines, reached, is_full_size=arguments.rounds == ROUNDS)
