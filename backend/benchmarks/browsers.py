"""Measurements in a browser: a specification of Playwright, run against a server of its own."""

import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import measuring
from servers import SERVE, free_port, program, wait_until_responding

from wardline.settings import Settings

FRONTEND: Final = measuring.ROOT / "frontend"


def measure_in_browser(specification: str) -> list[dict[str, Any]]:
    """What `frontend/benchmarks/SPECIFICATION` measured with the demonstration."""
    with tempfile.NamedTemporaryFile() as file:
        measuring.run(_measure(specification, Path(file.name)))
        measured: list[dict[str, Any]] = json.loads(Path(file.name).read_text())
        return measured


async def _measure(specification: str, output: Path) -> None:
    with measuring.scratch_folder() as folder:
        settings = Settings(demo=True, data_dir=folder, port=free_port())
        measuring.say("Starting a server ...")
        async with program(SERVE, settings) as server:
            await wait_until_responding(settings.port, "/api/health", server)
            measuring.say(f"Running {specification} ...")
            await _run(specification, settings.port, output)


async def _run(specification: str, port: int, output: Path) -> None:
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "WARDLINE_E2E_URL": f"http://127.0.0.1:{port}",
        "WARDLINE_BENCH_OUTPUT": str(output),
    }
    command = ("npx", "playwright", "test", "--config", "playwright.bench.config.ts", specification)
    process = await asyncio.create_subprocess_exec(*command, cwd=FRONTEND, env=environment, stdout=sys.stderr)
    if await process.wait():
        raise RuntimeError("the browser's measurements failed")
