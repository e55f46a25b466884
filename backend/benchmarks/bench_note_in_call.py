"""Whether typing in the stroke note stays quick during a call, on a slow computer.

A specialist types in the history of a note, on a quarter of this machine's speed, first without a call and then beside
one with a nurse, whose picture is decoded meanwhile (`frontend/benchmarks/note-in-call.spec.ts`). A missed goal only
prints a warning, and the run writes its table to docs/benchmarks.md.
"""

import os
from collections.abc import Mapping, Sequence
from typing import Any, Final

import measuring
from browsers import measure_in_browser

LONG_TASK: Final = 50
"""Milliseconds of CPU time; above this, a key press waits noticeably."""


def goals(measured: Sequence[Mapping[str, Any]]) -> list[measuring.Goal]:
    longest = next(each["longest"] for each in measured if each["inCall"])
    return [
        measuring.Goal(
            "Longest task while typing in the note during a call, slow computer",
            f"at most {LONG_TASK} ms",
            f"{longest:.0f} ms",
            longest <= LONG_TASK,
        )
    ]


def report(measured: Sequence[Mapping[str, Any]], load: float) -> list[str]:
    return [
        *measuring.header(load, goals=goals(measured)),
        "| typing in the note | longest task, ms | key to next frame, median ms | p95 | max |",
        "| --- | ---: | ---: | ---: | ---: |",
        *(row(each) for each in measured),
    ]


def row(measured: Mapping[str, Any]) -> str:
    when = "during a call" if measured["inCall"] else "without a call"
    delays = measuring.figures([delay / 1000 for delay in measured["delays"]])
    return f"| {when} | {measured['longest']:.0f} | {delays.cells()} |"


if __name__ == "__main__":
    load_before = os.getloadavg()[0]
    done = measure_in_browser("note-in-call.spec.ts")
    measuring.publish("note in a call", report(done, load_before), goals(done))
