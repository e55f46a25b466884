"""Whether those who request a consult wait while the event is sent to many sockets.

Consults are requested with a hundred and with three thousand sockets connected, in alternating rounds. All of them
receive each event; none fetches anything, so that only sending is measured.

Its duration is bounded, a missed goal is only a warning, and it writes its table to docs/benchmarks.md when run in full
size.
"""

import argparse
import asyncio
import json
import os
import time
from contextlib import AsyncExitStack

import measuring
from live_clients import KeepAlive, Plan
from live_people import Population, request_body
from servers import CREATED, SERVE, SETTLING_SECONDS, clients, free_port, people_of, program, wait_until_responding

from wardline.settings import Settings

FEW = 100
MANY = 3_000
ROUNDS = 3
SAMPLES = 40
"""Requests in each round, with each number of sockets."""
PAUSE_SECONDS = 0.5
GOAL_TIMES = 1.3
MAX_RUN_SECONDS = 600


async def main(many: int, rounds: int) -> dict[int, list[float]]:
    """The durations of the requests in seconds, by the number of sockets."""
    durations: dict[int, list[float]] = {FEW: [], many: []}
    async with asyncio.timeout(MAX_RUN_SECONDS), AsyncExitStack() as stack:
        folder = stack.enter_context(measuring.scratch_folder())
        settings = Settings(demo=True, data_dir=folder, port=free_port())
        measuring.say("Starting a server ...")
        server = await stack.enter_async_context(program(SERVE, settings))
        await wait_until_responding(settings.port, "/api/health", server)
        population = people_of(settings, 0, many)
        nurse = KeepAlive(settings.port, population.nurse_token)
        for number in range(rounds):
            measuring.say(f"Round {number + 1} ...")
            for sockets, measured in durations.items():
                async with clients(Plan(settings.port, population.others[:sockets])):
                    await asyncio.sleep(SETTLING_SECONDS)
                    measured += [await request(nurse, population, number) for number in range(SAMPLES)]
        nurse.close()
    return durations


async def request(nurse: KeepAlive, population: Population, number: int) -> float:
    await asyncio.sleep(PAUSE_SECONDS)
    content = json.dumps(request_body(population, population.requesting_units[0], number)).encode()
    started_at = time.monotonic()
    status, _ = await nurse.request("POST", "/api/consults", content)
    if status != CREATED:
        raise RuntimeError(f"creating a consult returned {status}")
    return time.monotonic() - started_at


def goals(durations: dict[int, list[float]]) -> list[measuring.Goal]:
    few, many = (measuring.figures(measured).median for measured in durations.values())
    return [
        measuring.Goal(
            f"Requesting a consult with {max(durations):,} sockets, p50, as a multiple of {FEW}",
            f"at most {GOAL_TIMES}",
            f"{many / few:.2f}",
            many / few <= GOAL_TIMES,
        )
    ]


def report(durations: dict[int, list[float]], load: float, rounds: int) -> list[str]:
    return [
        *measuring.header(load, f"{rounds} alternating rounds of {SAMPLES} requests each.", goals=goals(durations)),
        "| milliseconds until the request returns, with | p50 | p95 | max |",
        "| --- | ---: | ---: | ---: |",
        *(
            f"| {sockets:,} sockets | {measuring.figures(measured).cells()} |"
            for sockets, measured in durations.items()
        ),
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=MANY, help="how many to connect")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how many rounds are measured")
    arguments = parser.parse_args()
    measuring.allow_sockets(arguments.sockets)
    load_before = os.getloadavg()[0]
    done = measuring.run(main(arguments.sockets, arguments.rounds))
    measuring.publish(
        "crowd",
        report(done, load_before, arguments.rounds),
        goals(done),
        is_full_size=(arguments.sockets, arguments.rounds) == (MANY, ROUNDS),
    )
