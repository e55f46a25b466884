"""Servers with their databases and crowds of browsers, each in a process of its own."""

import asyncio
import json
import os
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from live_clients import KeepAlive, Plan, Results, Sighting
from live_people import Population, populate

from wardline.embedded.postgres import EmbeddedPostgres
from wardline.settings import Settings

SETTLING_SECONDS = 3
START_SECONDS = 60
END_SECONDS = 15
MAX_LINE_LENGTH = 50_000_000
"""In bytes; a thousand people's tokens, or everything that fifty of them saw."""
CREATED = 201
HERE = Path(__file__).parent
SERVE = (sys.executable, "-m", "wardline", "serve")


def people_of(settings: Settings, affected: int, others: int) -> Population:
    database = EmbeddedPostgres(settings.data_dir)
    database.start_or_attach()
    try:
        return populate(database.owner_url, settings, affected=affected, others=others)
    finally:
        database.stop()


@asynccontextmanager
async def program(
    command: Sequence[str],
    settings: Settings | None = None,
    *,
    more: Mapping[str, str] = {},
    stdin: int = DEVNULL,
    stdout: int = DEVNULL,
) -> AsyncIterator[Process]:
    """A process that ends with the block; one of our servers if `settings` are passed.

    `more` is further settings of the server, by their names in the environment.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("WARDLINE_")}
    if settings is not None:
        environment |= {
            "WARDLINE_DEMO": "1",
            "WARDLINE_PORT": str(settings.port),
            "WARDLINE_REQUESTS_PER_MINUTE": "0",
            "WARDLINE_DATA_DIR": str(settings.data_dir),
            **more,
        }
    process = await asyncio.create_subprocess_exec(
        *command, env=environment, stdin=stdin, stdout=stdout, limit=MAX_LINE_LENGTH
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), END_SECONDS)
        except TimeoutError:
            process.kill()
            await process.wait()


@asynccontextmanager
async def clients(plan: Plan) -> AsyncIterator[Callable[[], Awaitable[Results]]]:
    """A process with these users' browsers, all connected; returns a function that fetches its results."""
    command = [sys.executable, str(HERE / "live_clients.py")]
    async with program(command, stdin=PIPE, stdout=PIPE) as process:
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("no pipes")
        writer, reader = process.stdin, process.stdout

        async def exchange(line: str) -> Any:
            writer.write(f"{line}\n".encode())
            await writer.drain()
            response = await reader.readline()
            if not response:
                raise RuntimeError("the clients exited; their output is above")
            return json.loads(response)

        async def results() -> Results:
            data = await exchange("end")
            await asyncio.wait_for(process.wait(), END_SECONDS)
            return Results(data["received"], data["lost"], [Sighting(**sighting) for sighting in data["sightings"]])

        await exchange(json.dumps(asdict(plan)))
        yield results


async def wait_until_responding(port: int, path: str, server: Process) -> None:
    """Return once the server responds.

    Raises:
        RuntimeError: the server exited.
        TimeoutError: it does not respond within a minute.
    """
    async with asyncio.timeout(START_SECONDS):
        while server.returncode is None:
            http = KeepAlive(port, "")
            try:
                await http.request("GET", path)
            except (OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.1)
            else:
                return
            finally:
                http.close()
    raise RuntimeError("the server exited")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
