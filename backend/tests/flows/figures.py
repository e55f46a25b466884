"""What the long test runs write to docs/benchmarks.md."""

import fcntl
from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter

from benchmarks.measuring import PAGE, machine, today, write_section

from .load import Load
from .recovering import Recovery


def write_counts(name: str, rounds: int, load: Load) -> None:
    """One line: how often it happened, and the results of the requests in that time."""
    attempts = [attempt for _, attempt in load.attempts]
    unanswered = sum(attempt.status is None for attempt in attempts)
    lines = [
        *_measured(),
        "",
        "| rounds | changes done, each once | requests | of these unanswered | answered 503 |",
        "| ---: | ---: | ---: | ---: | ---: |",
        f"| {rounds:,} | {len(load.actions):,} | {len(attempts):,} | {unanswered:,} | {len(load.refused()):,} |",
    ]
    _write(name, lines)


def write_recoveries(name: str, recoveries: Sequence[Recovery]) -> None:
    """One line for each kind of failure, with its worst round."""
    lines = [
        *_measured(),
        "",
        "| failure | rounds | refused, slowest | a change is done | live updates | jobs | health |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    kinds = groupby(sorted(recoveries, key=attrgetter("failure")), key=attrgetter("failure"))
    for failure, found in kinds:
        rounds = list(found)
        worst = (
            max(getattr(recovery, figure) for recovery in rounds)
            for figure in ("slowest_refusal", "call", "live", "job", "health")
        )
        cells = " | ".join(f"{seconds:.1f} s" for seconds in worst)
        lines.append(f"| {failure.replace('_', ' ')} | {len(rounds)} | {cells} |")
    _write(name, lines)


def _write(name: str, lines: Sequence[str]) -> None:
    """One process at a time, because several run the long versions in parallel."""
    with PAGE.open() as page:
        fcntl.flock(page, fcntl.LOCK_EX)
        write_section(name, lines)


def _measured() -> list[str]:
    return [f"Measured on {today()} by `make soak`: {machine()}."]
