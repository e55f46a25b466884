"""How much more two processes on one port answer than one.

`wardline serve` and `wardline serve --workers 2` on the same database, in alternating rounds. The clients search
without a pause, from this process. On a machine with two cores, the database and the clients use up what a second
process could have, so what counts is how many searches the server's own CPU time allows.

Its duration is bounded, a missed goal is only a warning, and it writes its table to docs/benchmarks.md when run in full
size.
"""

from collections.abc import Sequence
from contextlib import AsyncExitStack

import measuring
from bench_limit import Side, request, run
from many_consults import make_consults
from rounds import compare, folder_on_disk
from search_parts import PATH, clone, codes, prepare, serve
from search_queries import CALLERS, named_queries

from wardline.embedded.postgres import EmbeddedPostgres

CLIENTS = 32
"""Enough for the kernel to distribute them evenly."""
WORKERS = (1, 2)
GOAL_TIMES = 1.7


async def main(consults: int, rounds: int, seconds: int) -> list[Side]:
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(folder_on_disk())
        measuring.say("Creating a database ...")
        database = EmbeddedPostgres(folder, options={"max_connections": "200"})
        database.start()
        stack.callback(database.stop)
        prepare(database)
        measuring.say(f"Creating {consults:,} consults ...")
        name = clone(database, "history")
        make_consults(database.url("wardline_owner", name), consults)
        sides = []
        for workers in WORKERS:
            served = await stack.enter_async_context(
                serve(consults, database.url("wardline_app", name), folder, workers=workers)
            )
            body = named_queries(*codes(served))[0].body(CALLERS[0])
            token = served.token(CALLERS[0].person.username)
            title = f"{workers} process{'es' if workers > 1 else ''}"
            sides.append(Side(title, served.server_id, served.settings.port, request(PATH, token, body)))
        for number in range(1 + rounds):
            measuring.say(f"Round {number} ..." if number else "Warming up ...")
            for side in sides:
                measured = await run(side, seconds, folder, clients=CLIENTS)
                if number:
                    side.rounds.append(measured)
    return sides


def goals(sides: Sequence[Side]) -> list[measuring.Goal]:
    one, two = sides
    times = WORKERS[1] * one.median("server") / two.median("server")
    return [
        measuring.Goal(
            "Searches that the CPU time of two processes allows, over that of one",
            f"at least {GOAL_TIMES}",
            f"{times:.2f}",
            times >= GOAL_TIMES,
        )
    ]


if __name__ == "__main__":
    compare("processes", main, goals, description=__doc__, clients=CLIENTS, first="server")
