"""Write docs/traceability.tsv: the tests that prove each row of docs/requirements.tsv, and the state of the row.

A Python test names its rows in ``@pytest.mark.req("WL-24")``, or on one of its cases, its class or its module; a
browser test names them in its title, ``[WL-24]``, or in that of an enclosing block. States of a row:

- ``proven``: on every side that its layer requires (api: server, ui: browser, both: both);
- ``proven on the other side``: required on one side, and proven on the other;
- ``proven on one side, as decided``: required on both, but its decision says ``Server only: ...`` or
  ``Browser only: ...``;
- ``half: server missing``, ``half: browser missing``: required on both, and proven on one without such a decision;
- ``missing``: no test names it.

The number of halves may only go down: those in docs/traceability.tsv are tolerated until they are proven, new ones are
not. With ``--check``, this also fails if the file is not up to date.
"""

import argparse
import ast
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
TITLES = ROOT / "frontend" / "scripts" / "test-titles.mjs"
ROWS_PER_TEST = 5
HEADER = "id\tlayer\tstate\tserver tests\tbrowser tests\n"
HALF = "half: "
REQUIRED_SIDES = {"api": {"server"}, "ui": {"browser"}, "both": {"server", "browser"}}
ROW_ID = re.compile(r"[A-Z]+-\d{2,3}")
ONE_SIDE = re.compile(r"(?:^|[.;] )(Server|Browser) only: \S")


class Row(NamedTuple):
    """A line of docs/requirements.tsv."""

    id: str
    area: str
    layer: str
    source: str
    requirement: str
    decision: str
    step: str


@dataclass(frozen=True)
class ProvingTest:
    """A test, or one of its cases, with the rows that it names."""

    side: str
    name: str
    rows: frozenset[str]


class Marks(NamedTuple):
    """The rows of every ``req`` on or around a test, and those of its individual cases."""

    common: frozenset[str]
    by_case: tuple[frozenset[str], ...]


def python_tests(backend: Path) -> Iterator[ProvingTest]:
    for path in sorted(backend.rglob("tests/**/*.py")):
        tree = ast.parse(path.read_bytes())
        constants = dict(_constants(tree))
        module_mark = constants.get("pytestmark")
        enclosing = _marks([module_mark] if module_mark else [], constants).common
        for name, rows in _tests_in(tree, enclosing, constants):
            yield ProvingTest("server", f"{path.relative_to(backend)}::{name}", rows)


def _constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for statement in tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            yield from ((target.id, statement.value) for target in targets if isinstance(target, ast.Name))


def _tests_in(
    node: ast.AST, enclosing: frozenset[str], constants: Mapping[str, ast.expr]
) -> Iterator[tuple[str, frozenset[str]]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            class_rows = enclosing | _marks(child.decorator_list, constants).common
            for name, rows in _tests_in(child, class_rows, constants):
                yield f"{child.name}::{name}", rows
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            marks = _marks(child.decorator_list, constants)
            common = marks.common | (enclosing if child.name.startswith("test") else frozenset())
            for rows in sorted({common, *(common | case_rows for case_rows in marks.by_case)}, key=sorted):
                if rows:
                    yield child.name, rows
            yield from _tests_in(child, enclosing, constants)


def _marks(decorators: list[ast.expr], constants: Mapping[str, ast.expr]) -> Marks:
    common: frozenset[str] = frozenset()
    by_case: list[frozenset[str]] = []
    for expression in decorators:
        decorator = constants.get(expression.id, expression) if isinstance(expression, ast.Name) else expression
        if _is_call_of(decorator, "parametrize"):
            by_case += _cases(decorator, constants)
        else:
            common |= {row for call in ast.walk(decorator) if _is_call_of(call, "req") for row in _texts(call)}
    return Marks(common, tuple(by_case))


def _cases(table: ast.expr, constants: Mapping[str, ast.expr]) -> Iterator[frozenset[str]]:
    """The rows of each case that names any; if they are computed, each id in the table counts as a separate case."""
    used = [constants[node.id] for node in ast.walk(table) if isinstance(node, ast.Name) and node.id in constants]
    for call in (node for part in (table, *used) for node in ast.walk(part) if _is_call_of(node, "req")):
        yield from [_texts(call)] if _texts(call) else [frozenset({row}) for part in used for row in sorted(_ids(part))]


def _is_call_of(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == name


def _texts(node: ast.AST) -> frozenset[str]:
    constants = (child.value for child in ast.walk(node) if isinstance(child, ast.Constant))
    return frozenset(value for value in constants if isinstance(value, str))


def _ids(node: ast.AST) -> frozenset[str]:
    return frozenset(filter(ROW_ID.fullmatch, _texts(node)))


def browser_tests(frontend: Path) -> Iterator[ProvingTest]:
    result = subprocess.run(  # noqa: S603 - our own script
        ("node", TITLES),  # noqa: S607 - the node that is installed with this Python
        cwd=frontend,
        env=os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        check=True,
    )
    for test in json.loads(result.stdout):
        yield ProvingTest("browser", f"{test['file']} > {' '.join(test['test'].split())}", frozenset(test["rows"]))


def state(row: Row, sides: set[str]) -> str:
    if not sides:
        return "missing"
    if sides >= REQUIRED_SIDES[row.layer]:
        return "proven"
    if row.layer != "both":
        return "proven on the other side"
    (side,) = sides
    if side in {decided_side.lower() for decided_side in ONE_SIDE.findall(row.decision)}:
        return "proven on one side, as decided"
    return f"{HALF}{'browser' if side == 'server' else 'server'} missing"


def table(rows: list[Row], tests: list[ProvingTest]) -> Iterator[tuple[str, str, str, str, str]]:
    """The lines of docs/traceability.tsv, each as its columns."""
    for row in rows:
        proving = [test for test in tests if row.id in test.rows]
        columns = [
            " | ".join(sorted({test.name for test in proving if test.side == side})) for side in ("server", "browser")
        ]
        yield row.id, row.layer, state(row, {test.side for test in proving}), columns[0] or "-", columns[1] or "-"


def problems(rows: list[Row], tests: list[ProvingTest]) -> Iterator[str]:
    if unknown := sorted({row for test in tests for row in test.rows} - {row.id for row in rows}):
        test_names = (test.name for test in tests if not test.rows.isdisjoint(unknown))
        yield f"not in docs/requirements.tsv: {', '.join(unknown)}; named by {', '.join(test_names)}"
    for test in tests:
        if len(test.rows) > ROWS_PER_TEST:
            yield f"{test.name}: names {len(test.rows)} rows, more than {ROWS_PER_TEST}"


def new_halves(written: str, lines: list[tuple[str, str, str, str, str]]) -> Iterator[str]:
    """Rows proven on only one side, except those from before the rule."""
    tolerated = {line.split("\t")[0] for line in written.splitlines() if f"\t{HALF}" in line}
    for row, _, row_state, *_ in lines:
        if row_state.startswith(HALF) and row not in tolerated:
            yield f"{row}: {row_state}; prove it there, too, or say in its decision why not: 'Server only: ...'"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="also fail if the file is not up to date")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    arguments = parser.parse_args()
    root, target = arguments.root.resolve(), arguments.root.resolve() / "docs" / "traceability.tsv"
    rows = [Row(*line.split("\t")) for line in (root / "docs" / "requirements.tsv").read_text("utf-8").splitlines()[1:]]
    tests = [*python_tests(root / "backend"), *browser_tests(root / "frontend")]
    lines = list(table(rows, tests))
    written = target.read_text("utf-8") if target.exists() else ""
    found_problems = [*problems(rows, tests), *new_halves(written, lines)]
    current = HEADER + "".join(f"{chr(9).join(line)}\n" for line in lines)
    if not found_problems and current != written:
        target.write_text(current, "utf-8")
        if arguments.check:
            found_problems.append("docs/traceability.tsv was stale and has been rewritten; review and commit it")
    sys.stdout.write("".join(f"{line}\n" for line in found_problems))
    counts = Counter(line[2] for line in lines)
    sys.stdout.write("".join(f"{counts[row_state]:5} {row_state}\n" for row_state in sorted(counts)))
    return 1 if found_problems else 0


if __name__ == "__main__":
    sys.exit(main())
