"""Writes docs/mutation.md: how many faults tests notice, by module, and which they miss."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mutation.loading import HOME
from mutation.operators import Mutant
from mutation.results import Results, State, equal
from mutation.targets import GROUP_OF, GROUPS, Group

PAGE: Final = HOME.parent / "docs" / "mutation.md"
BROWSER: Final = HOME.parent / "frontend" / "mutation" / "results.json"
HEAD: Final = """# Faults that tests notice

Written by `make mutate`, which makes small faults in the rules of both sides, one at a time, and checks whether a test
fails: see [decision 0028](decisions/0028-mutation-testing.md). `equal` faults make no observable difference; they are
listed with the reason in `backend/mutation/equal.tsv` and `frontend/mutation/equal.tsv`, and do not count. `not tried`
faults are those that a run had no time for; the next run continues with them. The score is the share of tried faults
that tests notice.
"""


@dataclass
class Count:
    noticed: int = 0
    unnoticed: int = 0
    equal: int = 0
    untried: int = 0

    def __add__(self, other: "Count") -> "Count":
        return Count(
            self.noticed + other.noticed,
            self.unnoticed + other.unnoticed,
            self.equal + other.equal,
            self.untried + other.untried,
        )

    @property
    def score(self) -> str:
        tried = self.noticed + self.unnoticed
        return f"{100 * self.noticed // tried} %" if tried else "-"

    def columns(self) -> str:
        return f"{self.score} | {self.noticed} | {self.unnoticed} | {self.equal} | {self.untried}"


def write(mutants: Sequence[Mutant], results: Results) -> str:
    """Write the page; returns the groups' scores, one line each."""
    equal_ids = equal()
    by_file: dict[str, Count] = {}
    missed: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        count = by_file.setdefault(mutant.file, Count())
        result = results.of(mutant)
        if mutant.id in equal_ids:
            count.equal += 1
        elif result is None:
            count.untried += 1
        elif result.state is State.SURVIVED:
            count.unnoticed += 1
            missed.setdefault(mutant.file, []).append(mutant)
        else:
            count.noticed += 1
    groups = [
        (group, [(file, count) for file, count in by_file.items() if GROUP_OF[file] is group]) for group in GROUPS
    ]
    browser = json.loads(BROWSER.read_text(encoding="utf-8")) if BROWSER.exists() else []
    lines = [HEAD, *_server(groups), *_browser(browser), *_missed(missed), *_missed_in_browser(browser)]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    totals = [(group, sum((count for _, count in files), Count())) for group, files in groups]
    return "".join(f"{total.score:>6}  {group.name} (goal {group.goal} %)\n" for group, total in totals)


def _server(groups: Sequence[tuple[Group, list[tuple[str, Count]]]]) -> Iterator[str]:
    for group, files in groups:
        total = sum((count for _, count in files), Count())
        yield f"## Server: {group.name}, goal {group.goal} %\n"
        yield "| module | score | noticed | unnoticed | equal | not tried |\n| --- | ---: | ---: | ---: | ---: | ---: |"
        for file, count in files:
            if count != Count():
                yield f"| {file.removeprefix('wardline/')} | {count.columns()} |"
        yield f"| **total** | {total.columns()} |\n"


def _browser(modules: Sequence[dict[str, Any]]) -> Iterator[str]:
    for area in dict.fromkeys(module["area"] for module in modules):
        yield f"## Browser: {area}, goal 80 %\n"
        yield "| module | score | noticed | unnoticed | equal | not tried |\n| --- | ---: | ---: | ---: | ---: | ---: |"
        modules_of_area = [module for module in modules if module["area"] == area]
        for module in modules_of_area:
            yield f"| {str(module['file']).removeprefix('src/')} | {_columns([module])} |"
        yield f"| **total** | {_columns(modules_of_area)} |\n"


def _columns(modules: Sequence[dict[str, Any]]) -> str:
    """The number of untried faults is known only for areas that a run has completed."""
    count = Count(**{name: sum(module[name] for module in modules) for name in ("noticed", "unnoticed", "equal")})
    if all(module["isWhole"] for module in modules):
        return count.columns()
    return f"- | {count.noticed} | {count.unnoticed} | {count.equal} | some"


def _missed(missed: dict[str, list[Mutant]]) -> Iterator[str]:
    if missed:
        yield "## Unnoticed on the server\n"
    for file, mutants in missed.items():
        yield f"### {file.removeprefix('wardline/')}\n"
        yield "| id | where | fault | instead of | |\n| --- | --- | --- | --- | --- |"
        for mutant in mutants:
            columns = f"{_code(mutant.after)} | {_code(mutant.before)} | {mutant.operator}"
            yield f"| {mutant.id} | {mutant.function} | {columns} |"
        yield ""


def _missed_in_browser(modules: Sequence[dict[str, Any]]) -> Iterator[str]:
    if any(module["missed"] for module in modules):
        yield "## Unnoticed in the browser\n"
    for module in modules:
        if module["missed"]:
            yield f"### {str(module['file']).removeprefix('src/')}\n"
            yield "| id | fault | instead of | |\n| --- | --- | --- | --- |"
            for mutant in module["missed"]:
                columns = f"{_code(mutant['after'])} | {_code(mutant['before'])} | {mutant['operator']}"
                yield f"| {mutant['id']} | {columns} |"
            yield ""


def _code(source: str) -> str:
    return f"`{source}`".replace("|", "\\|") if "`" not in source else f"`` {source} ``".replace("|", "\\|")
