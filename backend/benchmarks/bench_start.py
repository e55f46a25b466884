"""How long a browser takes from opening the application to the first card, and what it downloads for that.

Chromium opens the worklist of the demonstration with an empty cache and then with a full one, on this machine's network
and, slowed down, on a mobile connection (`frontend/benchmarks/start.spec.ts`). A missed goal only prints a warning, and
the run writes its table to docs/benchmarks.md.
"""

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

import measuring
from servers import SERVE, free_port, program, wait_until_responding

from wardline.settings import Settings

FRONTEND: Final = measuring.ROOT / "frontend"
CONDITIONS: Final = {False: "this machine", True: "slow: 1.6 Mbit/s, 150 ms, a quarter of this machine's speed"}

HEADINGS: Final = (
    "| computer and network | cache | first card, median ms | min | max | requests | KB | later requests | later KB |"
)


@dataclass(frozen=True)
class Limit:
    name: str
    cache: str
    slow: bool
    measure: str
    highest: float
    unit: str


LIMITS: Final = (
    Limit("Requests until the first card, empty cache", "cold", False, "requests", 12, ""),
    Limit("Requests until the first card, full cache", "warm", False, "requests", 8, ""),
    Limit("Requests when idle afterward, empty cache", "cold", False, "laterRequests", 5, ""),
    Limit("Downloaded until the first card, empty cache", "cold", False, "kilobytes", 260, " KB"),
    Limit("First card, slow, empty cache", "cold", True, "milliseconds", 2_200, " ms"),
)


async def main(output: Path) -> None:
    with measuring.scratch_folder() as folder:
        settings = Settings(demo=True, data_dir=folder, port=free_port())
        measuring.say("Starting a server ...")
        async with program(SERVE, settings) as server:
            await wait_until_responding(settings.port, "/api/health", server)
            measuring.say("Opening the worklist ...")
            await measure(settings.port, output)


async def measure(port: int, output: Path) -> None:
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "WARDLINE_E2E_URL": f"http://127.0.0.1:{port}",
        "WARDLINE_BENCH_OUTPUT": str(output),
    }
    command = ("npx", "playwright", "test", "--config", "playwright.bench.config.ts", "start.spec.ts")
    process = await asyncio.create_subprocess_exec(*command, cwd=FRONTEND, env=environment, stdout=sys.stderr)
    if await process.wait():
        raise RuntimeError("the browser's measurements failed")


def of(measured: Sequence[Mapping[str, Any]], cache: str, *, slow: bool, measure: str) -> list[float]:
    return [each[measure] for each in measured if (each["cache"], each["slow"]) == (cache, slow)]


def goals(measured: Sequence[Mapping[str, Any]]) -> list[measuring.Goal]:
    rows = []
    for limit in LIMITS:
        value = median(of(measured, limit.cache, slow=limit.slow, measure=limit.measure))
        rows.append(
            measuring.Goal(
                limit.name,
                f"at most {limit.highest:,.0f}{limit.unit}",
                f"{value:,.0f}{limit.unit}",
                value <= limit.highest,
            )
        )
    return rows


def report(measured: Sequence[Mapping[str, Any]], load: float) -> list[str]:
    return [
        *measuring.header(load, goals=goals(measured)),
        HEADINGS,
        "| --- | --- |" + (HEADINGS.count("|") - 3) * " ---: |",
        *(row(measured, cache, slow=slow) for slow in CONDITIONS for cache in ("cold", "warm")),
    ]


def row(measured: Sequence[Mapping[str, Any]], cache: str, *, slow: bool) -> str:
    times = of(measured, cache, slow=slow, measure="milliseconds")
    rest = [
        median(of(measured, cache, slow=slow, measure=measure))
        for measure in ("requests", "kilobytes", "laterRequests", "laterKilobytes")
    ]
    cells = " | ".join(f"{value:,.0f}" for value in (median(times), min(times), max(times), *rest))
    return f"| {CONDITIONS[slow]} | {'empty' if cache == 'cold' else 'full'} | {cells} |"


if __name__ == "__main__":
    load_before = os.getloadavg()[0]
    with tempfile.NamedTemporaryFile() as file:
        measuring.run(main(Path(file.name)))
        done = json.loads(Path(file.name).read_text())
    measuring.publish("start", report(done, load_before), goals(done))
