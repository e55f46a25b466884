"""How long it takes from pressing Join to the first picture of someone who is in the call already.

Two Chromiums connect directly on the loopback, through a relay alone (coturn), and through a media server (Janus), 20
times each (`frontend/benchmarks/calls.spec.ts`). A missed goal only prints a warning, and the run writes its table to
docs/benchmarks.md.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import measuring
from servers import free_port

FRONTEND: Final = measuring.ROOT / "frontend"
WAYS: Final = {"direct": "directly, on the loopback", "relay": "through a relay alone", "server": "through Janus"}
LIMITS_MS: Final = {"direct": 1_500, "relay": 2_500, "server": 2_500}
Measured = Mapping[str, Sequence[float]]
"""Milliseconds, by way."""


def measure(output: Path) -> None:
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "WARDLINE_E2E_PORT": str(free_port()),
        "WARDLINE_BENCH_OUTPUT": str(output),
    }
    command = ("npx", "playwright", "test", "--config", "playwright.bench.config.ts", "calls.spec.ts")
    done = subprocess.run(command, cwd=FRONTEND, env=environment, stdout=sys.stderr, check=False)  # noqa: S603 - our own command
    if done.returncode:
        sys.exit("the browsers' measurements failed")


def goals(measured: Measured) -> list[measuring.Goal]:
    found = {way: measuring.figures([each / 1000 for each in times]) for way, times in measured.items()}
    return [
        measuring.Goal(
            f"Join to the first picture, p95, {words}",
            f"under {LIMITS_MS[way]:,} ms",
            f"{found[way].p95:,.0f} ms",
            found[way].p95 < LIMITS_MS[way],
        )
        for way, words in WAYS.items()
    ]


def report(measured: Measured, load: float) -> list[str]:
    rows = []
    for way, words in WAYS.items():
        of_way = measuring.figures([each / 1000 for each in measured[way]])
        rows.append(f"| {words} | {of_way.median:,.0f} | {of_way.p95:,.0f} | {of_way.maximum:,.0f} |")
    return [
        *measuring.header(load, "Browsers, servers and media share the cores.", goals=goals(measured)),
        "| connected | p50 ms | p95 ms | max ms |",
        "| --- | ---: | ---: | ---: |",
        *rows,
    ]


if __name__ == "__main__":
    load_before = os.getloadavg()[0]
    with tempfile.NamedTemporaryFile() as file:
        measure(Path(file.name))
        text = Path(file.name).read_text()
    if not text:
        measuring.say("calls were not measured: coturn or Janus is not installed")
        sys.exit(0)
    done = json.loads(text)
    measuring.publish("calls", report(done, load_before), goals(done))
