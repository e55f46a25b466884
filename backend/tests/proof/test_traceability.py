"""Which tests `make trace` accepts and refuses, in a small test project."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

TOOL: Final = Path(__file__).resolve().parents[2] / "scripts" / "traceability.py"
ROWS: Final = (
    ("WL-01", "both", "-"),
    ("WL-02", "both", "Server only: no screen shows it."),
    ("WL-03", "both", "-"),
    ("WL-04", "api", "-"),
    ("WL-05", "ui", "-"),
    ("WL-06", "ui", "-"),
)
Trace = Callable[..., tuple[int, str]]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for folder in ("docs", "backend/tests", "frontend/src"):
        (tmp_path / folder).mkdir(parents=True)
    lines = [f"{row}\tlist\t{layer}\tA§1\tIt works.\t{decision}\tstep" for row, layer, decision in ROWS]
    (tmp_path / "docs" / "requirements.tsv").write_text("\n".join(["id", *lines, ""]), "utf-8")
    return tmp_path


@pytest.fixture
def trace(project: Path) -> Trace:
    """The tool's exit code and output for these tests."""

    def run(python: str = "", browser: str = "", *options: str) -> tuple[int, str]:
        (project / "backend" / "tests" / "test_it.py").write_text(python)
        (project / "frontend" / "src" / "it.test.tsx").write_text(browser)
        command = [sys.executable, str(TOOL), "--root", str(project), *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    return run


def states(project: Path) -> dict[str, str]:
    lines = (project / "docs" / "traceability.tsv").read_text("utf-8").splitlines()[1:]
    return {row: state for row, _, state, *_ in (line.split("\t") for line in lines)}


PYTHON: Final = """
import pytest
pytestmark = pytest.mark.req("WL-01")
CASES = [pytest.param(1, marks=pytest.mark.req("WL-02")), pytest.param(2, marks=pytest.mark.req("WL-03"))]
LISTED = [("one", "WL-04"), ("two", "WL-06")]

@pytest.mark.parametrize("case", CASES)
def test_each(case): ...

@pytest.mark.parametrize("case", [pytest.param(*one, marks=pytest.mark.req(one[1])) for one in LISTED])
async def test_listed(case): ...
"""
BROWSER: Final = """
describe.each([1])('[WL-01] anyone', () => {
  it('asks (<b>it\\'s</b>)', () => { render(<p>don't [WL-06]</p>); });
  it.skip('[WL-06] never runs', () => {});
});
it.each([['[WL-03] first', 1], ['second', 2]])('%s', () => {});
test(`[WL-05] ${'x'}`, () => {}); // test('[WL-06]')
"""


def test_a_row_is_proven_by_tests_of_the_sides_that_it_requires(project: Path, trace: Trace) -> None:
    assert trace(PYTHON, BROWSER)[0] == 0
    assert states(project) == {
        "WL-01": "proven",
        "WL-02": "proven on one side, as decided",
        "WL-03": "proven",
        "WL-04": "proven",
        "WL-05": "proven",
        "WL-06": "proven on the other side",
    }


def test_a_row_that_no_test_names_is_missing(project: Path, trace: Trace) -> None:
    assert trace()[0] == 0
    assert set(states(project).values()) == {"missing"}


UNKNOWN = f"WL-{99}"
"""Written this way, so that a search for row names in tests does not find it."""


@pytest.mark.parametrize(
    ("python", "browser", "message"),
    [
        (f'@pytest.mark.req("{UNKNOWN}")\ndef test_it(): ...', "", f"not in docs/requirements.tsv: {UNKNOWN}"),
        ('@pytest.mark.req("WL1")\ndef test_it(): ...', "", "not in docs/requirements.tsv: WL1"),
        ("", f"it('[{UNKNOWN}] works', () => {{}})", f"not in docs/requirements.tsv: {UNKNOWN}"),
        ("", f"it('{' '.join(f'[{row}]' for row, *_ in ROWS)} works', () => {{}})", "names 6 rows"),
        ('@pytest.mark.req("WL-03")\ndef test_it(): ...', "", "WL-03: half: browser missing"),
        ("", "it('[WL-02] works', () => {})", "WL-02: half: server missing"),
    ],
)
def test_what_is_refused(project: Path, trace: Trace, python: str, browser: str, message: str) -> None:
    code, output = trace(python, browser)
    assert code == 1
    assert message in output
    assert not (project / "docs" / "traceability.tsv").exists()


def test_the_number_of_half_proven_rows_can_only_go_down(project: Path, trace: Trace) -> None:
    half = '@pytest.mark.req("WL-01")\ndef test_it(): ...\n'
    table = project / "docs" / "traceability.tsv"
    table.write_text("id\tlayer\tstate\nWL-01\tboth\thalf: browser missing\n")
    assert trace(half)[0] == 0
    assert states(project)["WL-01"] == "half: browser missing"
    assert trace(half, "it('[WL-01] works', () => {})")[0] == 0
    assert states(project)["WL-01"] == "proven"
    assert trace(half)[0] == 1


def test_a_stale_file_is_rewritten_and_reported(trace: Trace) -> None:
    assert trace()[0] == 0
    python = '@pytest.mark.req("WL-04")\ndef test_it(): ...\n'
    assert [trace(python, "", "--check")[0] for _ in range(2)] == [1, 0]
