"""How `make test` runs its steps, with small commands in their place."""

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

TOOL: Final = Path(__file__).resolve().parents[2] / "scripts" / "test_all.py"
AWAIT: Final = "until [ -e {} ]; do sleep 0.01; done; "
"""Hangs if the other step does not run at the same time."""


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("test_all", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "browser", str)
    monkeypatch.delenv("CI", raising=False)
    return module


@pytest.fixture
def run(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, list[str]]]:
    """Returns the exit code and the lines that were printed."""

    def run_steps(*, contract: str = "", checks: str = "", tests: tuple[str, ...] = ("",)) -> tuple[int, list[str]]:
        def step(name: str, script: str) -> object:
            return tool.Step(name, tmp_path, ("sh", "-c", f"{script}\necho output of {name}"))

        monkeypatch.setattr(tool, "CONTRACT", step("contract", contract))
        monkeypatch.setattr(tool, "CHECKS", step("checks", checks))
        monkeypatch.setattr(tool, "TESTS", [step(f"test {number}", script) for number, script in enumerate(tests)])
        code = tool.main()
        return code, capfd.readouterr().out.splitlines()

    return run_steps


def test_the_checks_run_beside_the_tests_and_their_output_stays_together(
    run: Callable[..., tuple[int, list[str]]],
) -> None:
    code, lines = run(
        contract="touch generated",
        checks=f"[ -e generated ] || exit 1; touch checking; {AWAIT.format('tested')}",
        tests=(f"{AWAIT.format('checking')} touch tested; sleep 0.3", ""),
    )
    assert code == 0
    printed = [line for line in lines if line.startswith(("==", "output"))]
    assert printed == [
        *("== contract", "output of contract", "== test 0", "output of test 0"),
        *("== checks (in the background)", "output of checks", "== test 1", "output of test 1"),
    ]


def test_checks_that_take_longer_than_all_tests_are_awaited(run: Callable[..., tuple[int, list[str]]]) -> None:
    code, lines = run(checks=AWAIT.format("tested"), tests=("touch tested",))
    assert code == 0
    assert lines.index("output of checks") > lines.index("output of test 0")


@pytest.mark.parametrize("failing", ["contract", "checks", "tests"])
def test_a_step_that_fails_fails_the_run_after_all_others(
    run: Callable[..., tuple[int, list[str]]], failing: str
) -> None:
    script = "echo output; exit 1"
    code, lines = run(**{failing: (script, "") if failing == "tests" else script})
    assert code == 1
    assert len([line for line in lines if line.startswith("output")]) >= 3
    assert len([line for line in lines if line.startswith("FAILED")]) == 1
    assert lines[-1] == "make test: failed"
