"""Shared by all benchmarks: statistics of samples, facts about the machine, and sections of docs/benchmarks.md."""

import asyncio
import math
import os
import platform
import re
import resource
import sys
import tempfile
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import psycopg

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "benchmarks.md"
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - we create our own folders in it
PROC = Path("/proc")
DATABASE_PROGRAM = "postgres"


@dataclass(frozen=True)
class Figures:
    """In milliseconds."""

    median: float
    p95: float
    maximum: float

    def cells(self) -> str:
        return f"{self.median:.0f} | {self.p95:.0f} | {self.maximum:.0f}"


def figures(seconds: Sequence[float]) -> Figures:
    """Nearest-rank percentiles of a sample that is not empty."""
    ordered = sorted(1000 * value for value in seconds)

    def at(share: float) -> float:
        return ordered[math.ceil(share * len(ordered)) - 1]

    return Figures(at(0.5), at(0.95), ordered[-1])


GOALS_HEAD = ("| goal | | measured | |", "| --- | --- | --- | --- |")


class Goal(NamedTuple):
    """A goal and the measured value, in words."""

    name: str
    limit: str
    measured: str
    is_met: bool


def header(load: float, *more: str, goals: Sequence[Goal]) -> list[str]:
    """The beginning of a section: where and when it was measured, `more` sentences, and the table of goals."""
    return [
        f"Measured on {today()} by `make bench`: {machine()}.",
        f"The machine's load before the run was {load:.1f}.",
        *more,
        "",
        *GOALS_HEAD,
        *(
            f"| {goal.name} | {goal.limit} | {goal.measured} | {'met' if goal.is_met else '**missed**'} |"
            for goal in goals
        ),
        "",
    ]


def run(work: Coroutine[Any, Any, T]) -> T:
    """The result of a benchmark; one that cannot finish ends the program with the reason."""
    try:
        return asyncio.run(work)
    except (RuntimeError, OSError, psycopg.Error, asyncio.CancelledError) as error:
        sys.exit(f"the benchmark did not finish: {type(error).__name__} {error}")


def publish(section: str, lines: Sequence[str], goals: Sequence[Goal], *, is_full_size: bool = True) -> None:
    """Print the section and the goals that were missed; a full-size run also writes it to the page."""
    print("\n".join(lines))
    for goal in goals:
        if not goal.is_met:
            say(f"warning: {goal.name}: {goal.measured}, the goal is {goal.limit}")
    if is_full_size:
        write_section(section, lines)
        write_section("overview", overview(PAGE.read_text()))
    else:
        say(f"not written to docs/{PAGE.name}: only full-size runs are")


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Memory:
    """Memory of all processes of a server, in megabytes; `private` counts shared pages proportionally (PSS)."""

    resident: float
    private: float


def memory_of(process_id: int) -> Memory | None:
    """Memory of a process and its descendants, without the database; None if the system does not report it."""
    if not (PROC / "self" / "smaps_rollup").exists():
        return None
    sums = {"Rss": 0, "Pss": 0}
    for member in _family(process_id):
        for name, kilobytes in re.findall(r"^(Rss|Pss): +(\d+) kB", _read(member / "smaps_rollup"), re.MULTILINE):
            sums[name] += int(kilobytes)
    return Memory(sums["Rss"] * 1024 / 1e6, sums["Pss"] * 1024 / 1e6)


def _family(process_id: int) -> list[Path]:
    """The process and its descendants, except for the database's programs."""
    children: dict[int, list[int]] = {}
    for folder in PROC.glob("[0-9]*"):
        parent = re.search(r"\) \S (\d+) ", _read(folder / "stat"))
        if parent and _read(folder / "comm").strip() != DATABASE_PROGRAM:
            children.setdefault(int(parent[1]), []).append(int(folder.name))
    family, pending = [], [process_id]
    while pending:
        member = pending.pop()
        family.append(PROC / str(member))
        pending += children.get(member, [])
    return family


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def cpu_seconds_of(process_id: int) -> float:
    """The CPU time that a process has used so far, which other programs hardly affect. 0 if unknown."""
    fields = _read(PROC / str(process_id) / "stat").rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def family_cpu_seconds_of(process_id: int) -> float:
    """The same for a server and the processes that it has started, without the database."""
    return sum(cpu_seconds_of(int(member.name)) for member in _family(process_id))


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A temporary folder, in memory if the system supports it."""
    parent = IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=parent, prefix="wardline-bench-") as name:
        folder = Path(name)
        # If the server runs as root, its database runs as another user, who must be able to enter the folder.
        folder.chmod(0o711)
        yield folder


def allow_sockets(count: int) -> None:
    """Raise the limit of open files for this process and its children to the maximum; ends the program if too low."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if resource.RLIM_INFINITY != most < 2 * count:
        sys.exit("the system's limit of open files is too low for this many sockets")


def machine() -> str:
    """One line that describes the machine without naming it."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{os.cpu_count()} cores ({platform.machine()}), {memory:.0f} GB of memory, {platform.system()}, "
        f"Python {platform.python_version()}"
    )


def write_section(name: str, lines: Sequence[str]) -> None:
    """Replace the text between the page's two markers of this name.

    Raises:
        ValueError: the page does not have these markers.
    """
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    page = PAGE.read_text()
    if begin not in page or end not in page:
        raise ValueError(f"{PAGE.name} has no section {name}")
    before, after = page.partition(begin)[0], page.partition(end)[2]
    PAGE.write_text("\n".join([before + begin, "", *lines, "", end + after]))


def overview(page: str) -> list[str]:
    """The goals of all sections of the page in one table."""
    rows, heading, is_in_goals = [], "", False
    for line in page.splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
        if line in GOALS_HEAD:
            is_in_goals = True
        elif is_in_goals and line.startswith("| "):
            anchor = re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")
            rows.append(f"| [{heading}](#{anchor}) {line}")
        else:
            is_in_goals = False
    return ["| section | goal | | measured | |", "| --- | --- | --- | --- | --- |", *rows]


def today() -> str:
    return f"{datetime.now(UTC):%Y-%m-%d}"
