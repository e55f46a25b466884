"""How long a browser takes from opening the application to the first card, and what it downloads for that.

Chromium opens the worklist of the demonstration with an empty cache and then with a full one, on this machine's network
and, slowed down, on a mobile connection (`frontend/benchmarks/start.spec.ts`). A missed goal only prints a warning, and
the run writes its table to docs/benchmarks.md.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

import measuring
from browsers import measure_in_browser

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
    done = measure_in_browser("start.spec.ts")
    measuring.publish("start", report(done, load_before), goals(done))
