"""Alternating rounds of several sides, with the CPU time that each request takes on the server and in the database."""

import argparse
import os
import statistics
import tempfile
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import measuring

COLUMNS = {
    "per second": ("per_second", 0),
    "p50, ms": ("p50", 1),
    "p99, ms": ("p99", 1),
    "server CPU, ms": ("server", 2),
    "database CPU, ms": ("database", 2),
}
"""Headings, and the measures and digits below them."""
CONSULTS = 100_000
ROUNDS = 5
SECONDS = 8
"""The full size of a comparison: consults, alternating rounds, and how long each side searches in one."""
ON_DISK = Path("/var/tmp")  # noqa: S108 - we create our own folders in it


@dataclass
class Round:
    """Of one side; CPU time in seconds."""

    seconds: float
    durations: list[float]
    server: float
    database: float

    @property
    def per_second(self) -> float:
        return len(self.durations) / self.seconds

    def milliseconds(self, of: float) -> float:
        return 1000 * of / len(self.durations)


@dataclass
class Rounds:
    """What was measured of one side or one kind of request."""

    name: str
    rounds: list[Round] = field(default_factory=list, init=False)

    def median(self, measure: str) -> float:
        return statistics.median(self._values(measure))

    def cell(self, measure: str, digits: int) -> str:
        values = self._values(measure)
        return f"{statistics.median(values):,.{digits}f} ({min(values):,.{digits}f} to {max(values):,.{digits}f})"

    def row(self) -> str:
        """In the order of `COLUMNS`."""
        cells = [self.cell(measure, digits) for measure, digits in COLUMNS.values()]
        return f"| {self.name} | {' | '.join(cells)} |"

    def _values(self, measure: str) -> list[float]:
        if measure == "per_second":
            return [one.per_second for one in self.rounds]
        if measure in {"p50", "p99"}:
            share = {"p50": 0.5, "p99": 0.99}[measure]
            return [1000 * sorted(one.durations)[int(share * len(one.durations))] for one in self.rounds]
        return [one.milliseconds(getattr(one, measure)) for one in self.rounds]


SideT = TypeVar("SideT", bound=Rounds)


@contextmanager
def folder_on_disk() -> Iterator[Path]:
    """For a database that syncs every commit. Those of other benchmarks are in memory, and `/tmp` may be, too."""
    with tempfile.TemporaryDirectory(dir=ON_DISK if ON_DISK.exists() else None, prefix="wardline-bench-") as name:
        folder = Path(name)
        folder.chmod(0o711)  # If the server runs as root, its database runs as another user.
        yield folder


def database_cpu_seconds(folder: Path) -> float:
    """Of all processes of the database in this folder; those that end lose theirs, so connections must last."""
    total = 0.0
    for process in measuring.PROC.glob("[0-9]*"):
        with suppress(OSError):
            is_database = (process / "comm").read_text().strip() == measuring.DATABASE_PROGRAM
            if is_database and (process / "cwd").readlink().is_relative_to(folder):
                total += measuring.cpu_seconds_of(int(process.name))
    return total


def report(
    sides: Sequence[Rounds], goals: Sequence[measuring.Goal], load: float, *, about: str, seconds: int, first: str
) -> list[str]:
    """A table of alternating rounds; `about` says what they were made with, and `first` heads the sides' names."""
    return [
        *measuring.header(
            load,
            f"{about}, {len(sides[0].rounds)} alternating rounds of {seconds} s:",
            "medians, with the lowest and the highest round.",
            goals=goals,
        ),
        f"| {' | '.join((first, *COLUMNS))} |",
        f"| --- |{' ---: |' * len(COLUMNS)}",
        *(side.row() for side in sides),
    ]


def compare(
    section: str,
    measure: Callable[[int, int, int], Coroutine[Any, Any, Sequence[SideT]]],
    goals: Callable[[Sequence[SideT]], Sequence[measuring.Goal]],
    *,
    description: str | None,
    clients: int,
    first: str,
) -> None:
    """Run a comparison as a program whose arguments are its size.

    `measure` takes the number of consults and of rounds, and the seconds that a side searches in each.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--consults", type=int, default=CONSULTS, help="how many consults there are")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how many rounds are measured")
    arguments = parser.parse_args()
    load_before = os.getloadavg()[0]
    sides = measuring.run(measure(arguments.consults, arguments.rounds, SECONDS))
    about = f"{arguments.consults:,} consults, {clients} clients"
    reached = goals(sides)
    lines = report(sides, reached, load_before, about=about, seconds=SECONDS, first=first)
    is_full_size = (arguments.consults, arguments.rounds) == (CONSULTS, ROUNDS)
    measuring.publish(section, lines, reached, is_full_size=is_full_size)
