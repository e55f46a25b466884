"""`make check` skips ESLint only if none of its inputs changed since it last passed."""

import importlib.util
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

TOOL: Final = Path(__file__).resolve().parents[2] / "scripts" / "check.py"


@pytest.fixture
def lint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Checks a small project; returns how often the linter has run so far. It fails if a file says so."""
    found = importlib.util.spec_from_file_location("check", TOOL)
    assert found is not None
    assert found.loader is not None
    tool = importlib.util.module_from_spec(found)
    monkeypatch.setitem(sys.modules, found.name, tool)
    found.loader.exec_module(tool)
    browser = tmp_path / "frontend"
    browser.mkdir()
    (browser / "app.ts").write_text("export {};\n")
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)  # noqa: S607 - git from PATH
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    monkeypatch.setattr(tool, "PASSED", tmp_path / "cache" / "eslint-passed")
    monkeypatch.delenv("CI", raising=False)
    check = tool.Check("eslint", "frontend", ("sh", "-c", "echo run >> ../runs; ! grep bad app.ts"), {}, "")

    def run(*, proven: bool = True) -> int:
        monkeypatch.setattr(tool, "prove", lambda _check: None)
        tool.perform(check, {"eslint": tool.fingerprint(check)} if proven else {})
        return (tmp_path / "runs").read_text().count("run")

    return run


def test_a_check_is_skipped_until_a_file_changes(lint: Callable[..., int], tmp_path: Path) -> None:
    source = tmp_path / "frontend" / "app.ts"
    assert [lint(), lint()] == [1, 1]
    source.write_text("export const one = 1;\n")
    assert [lint(), lint()] == [2, 2]
    (tmp_path / "frontend" / "new.ts").write_text("export {};\n")
    assert [lint(), lint()] == [3, 3]


def test_a_failed_check_runs_again(lint: Callable[..., int], tmp_path: Path) -> None:
    (tmp_path / "frontend" / "app.ts").write_text("bad\n")
    assert [lint(), lint()] == [1, 2]


def test_it_runs_under_ci_and_where_it_proves_itself(lint: Callable[..., int], monkeypatch: pytest.MonkeyPatch) -> None:
    assert lint() == 1
    assert lint(proven=False) == 2
    monkeypatch.setenv("CI", "1")
    assert lint() == 3
