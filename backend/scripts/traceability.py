"""Write docs/traceability.tsv: the tests that prove each row of docs/requirements.tsv, and the state of the row.

A Python test names its rows in ``@pytest.mark.req("WL-24")``, also on a case of its table, its class or its module; a
browser's test names them in its title, ``[WL-24]``, or in that of the block around it. States of a row:

- ``proven``: on every side that its layer demands (api: server, ui: browser, both: both);
- ``proven on the other side``: of one side, and proven on the other;
- ``proven on one side, as decided``: of both, and its decision says ``Server only: ...`` or ``Browser only: ...``;
- ``half: server missing``, ``half: browser missing``: of both, and proven on one side without such a decision;
- ``missing``: no test names it.

Halves may only become fewer: those that stand in docs/traceability.tsv are borne until somebody mends them, and no
other is. With ``--check``, this also fails when the file is not what it would write.
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
DEMANDED = {"api": {"server"}, "ui": {"browser"}, "both": {"server", "browser"}}
AN_ID = re.compile(r"[A-Z]+-\d{2,3}")
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
    """A test, or one case of its table, with the rows that it names."""

    side: str
    name: str
    rows: frozenset[str]


class Marks(NamedTuple):
    """The rows of every ``req`` around or on a test, and those of single cases of its table."""

    of_all: frozenset[str]
    of_cases: tuple[frozenset[str], ...]


def python_tests(backend: Path) -> Iterator[ProvingTest]:
    for path in sorted(backend.rglob("tests/**/*.py")):
        tree = ast.parse(path.read_bytes())
        constants = dict(_constants(tree))
        of_module = constants.get("pytestmark")
        around = _marks([of_module] if of_module else [], constants).of_all
        for name, rows in _tests_in(tree, around, constants):
            yield ProvingTest("server", f"{path.relative_to(backend)}::{name}", rows)


def _constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for statement in tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            yield from ((target.id, statement.value) for target in targets if isinstance(target, ast.Name))


def _tests_in(
    node: ast.AST, around: frozenset[str], constants: Mapping[str, ast.expr]
) -> Iterator[tuple[str, frozenset[str]]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            within = around | _marks(child.decorator_list, constants).of_all
            for name, rows in _tests_in(child, within, constants):
                yield f"{child.name}::{name}", rows
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            marks = _marks(child.decorator_list, constants)
            of_all = marks.of_all | (around if child.name.startswith("test") else frozenset())
            for rows in sorted({of_all, *(of_all | of_case for of_case in marks.of_cases)}, key=sorted):
                if rows:
                    yield child.name, rows
            yield from _tests_in(child, around, constants)


def _marks(decorators: list[ast.expr], constants: Mapping[str, ast.expr]) -> Marks:
    of_all: frozenset[str] = frozenset()
    of_cases: list[frozenset[str]] = []
    for written in decorators:
        decorator = constants.get(written.id, written) if isinstance(written, ast.Name) else written
        if _is_call_of(decorator, "parametrize"):
            of_cases += _cases(decorator, constants)
        else:
            of_all |= {row for call in ast.walk(decorator) if _is_call_of(call, "req") for row in _texts(call)}
    return Marks(of_all, tuple(of_cases))


def _cases(table: ast.expr, constants: Mapping[str, ast.expr]) -> Iterator[frozenset[str]]:
    """The rows of each case that names some; where they are computed, each id of the table is a case of its own."""
    used = [constants[node.id] for node in ast.walk(table) if isinstance(node, ast.Name) and node.id in constants]
    for call in (node for part in (table, *used) for node in ast.walk(part) if _is_call_of(node, "req")):
        yield from [_texts(call)] if _texts(call) else [frozenset({row}) for part in used for row in sorted(_ids(part))]


def _is_call_of(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == name


def _texts(node: ast.AST) -> frozenset[str]:
    constants = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
    return frozenset(value for value in constants if isinstance(value, str))


def _ids(node: ast.AST) -> frozenset[str]:
    return frozenset(filter(AN_ID.fullmatch, _texts(node)))


def browser_tests(frontend: Path) -> Iterator[ProvingTest]:
    done = subprocess.run(  # noqa: S603 - our own script
        ("node", TITLES),  # noqa: S607 - the node that is installed beside this Python
        cwd=frontend,
        env=os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        check=True,
    )
    for found in json.loads(done.stdout):
        yield ProvingTest("browser", f"{found['file']} > {' '.join(found['test'].split())}", frozenset(found["rows"]))


def state(row: Row, sides: set[str]) -> str:
    if not sides:
        return "missing"
    if sides >= DEMANDED[row.layer]:
        return "proven"
    if row.layer != "both":
        return "proven on the other side"
    (side,) = sides
    if side in {decided.lower() for decided in ONE_SIDE.findall(row.decision)}:
        return "proven on one side, as decided"
    return f"{HALF}{'browser' if side == 'server' else 'server'} missing"


def table(rows: list[Row], tests: list[ProvingTest]) -> Iterator[tuple[str, str, str, str, str]]:
    """The lines of docs/traceability.tsv, each as its columns."""
    for row in rows:
        naming = [test for test in tests if row.id in test.rows]
        columns = [
            " | ".join(sorted({test.name for test in naming if test.side == side})) for side in ("server", "browser")
        ]
        yield row.id, row.layer, state(row, {test.side for test in naming}), columns[0] or "-", columns[1] or "-"


def complaints(rows: list[Row], tests: list[ProvingTest]) -> Iterator[str]:
    if unknown := sorted({row for test in tests for row in test.rows} - {row.id for row in rows}):
        naming = (test.name for test in tests if not test.rows.isdisjoint(unknown))
        yield f"not in docs/requirements.tsv: {', '.join(unknown)}; named by {', '.join(naming)}"
    for test in tests:
        if len(test.rows) > ROWS_PER_TEST:
            yield f"{test.name}: names {len(test.rows)} rows, {ROWS_PER_TEST} at most are believed"


def new_halves(written: str, lines: list[tuple[str, str, str, str, str]]) -> Iterator[str]:
    """Rows proven on one side only, except those from before the rule."""
    borne = {line.split("\t")[0] for line in written.splitlines() if f"\t{HALF}" in line}
    for row, _, found, *_ in lines:
        if found.startswith(HALF) and row not in borne:
            yield f"{row}: {found}; prove it there too, or say in its decision why not: 'Server only: ...'"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="fail also when the file is not current")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    arguments = parser.parse_args()
    root, target = arguments.root.resolve(), arguments.root.resolve() / "docs" / "traceability.tsv"
    rows = [Row(*line.split("\t")) for line in (root / "docs" / "requirements.tsv").read_text("utf-8").splitlines()[1:]]
    tests = [*python_tests(root / "backend"), *browser_tests(root / "frontend")]
    lines = list(table(rows, tests))
    written = target.read_text("utf-8") if target.exists() else ""
    wrong = [*complaints(rows, tests), *new_halves(written, lines)]
    current = HEADER + "".join(f"{chr(9).join(line)}\n" for line in lines)
    if not wrong and current != written:
        target.write_text(current, "utf-8")
        if arguments.check:
            wrong.append("docs/traceability.tsv was stale; it is written now, read and commit it")
    sys.stdout.write("".join(f"{line}\n" for line in wrong))
    counts = Counter(line[2] for line in lines)
    sys.stdout.write("".join(f"{counts[found]:5} {found}\n" for found in sorted(counts)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
