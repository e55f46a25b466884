"""The arguments of the installer, which does nothing in an environment that is up to date."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

BACKEND: Final = Path(__file__).resolve().parents[2]
TOOL: Final = BACKEND / "scripts" / "install.py"


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The installer without its steps, which need a network; `tool.steps` lists those it would take."""
    spec = importlib.util.spec_from_file_location("install", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.delenv("PYTHONHOME", raising=False)
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    monkeypatch.setattr(module, "steps", [], raising=False)
    monkeypatch.setattr(module, "create_environment", lambda environment: environment.mkdir(exist_ok=True))
    monkeypatch.setattr(module, "run_step", lambda *command, message: module.steps.append((message, *command)))
    return module


def install(tool: ModuleType, monkeypatch: pytest.MonkeyPatch, *arguments: str | Path) -> list[tuple[str | Path, ...]]:
    """The steps of a run with these arguments."""
    tool.steps.clear()
    monkeypatch.setattr(sys, "argv", ["install.py", *map(str, arguments)])
    tool.main()
    return list(tool.steps)


@pytest.mark.parametrize("package_set", ["run", "test"])
def test_each_package_set_is_installed_once(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, package_set: str
) -> None:
    environment = tmp_path / "environment"
    steps = install(tool, monkeypatch, package_set, environment)
    assert [step[0] for step in steps] == [
        "Installing the installer",
        "Installing Python packages",
        "Installing wardline",
    ]
    assert set(tool.lock_files(package_set)) <= set(steps[1])
    assert (BACKEND / "requirements" / "test.lock" in steps[1]) == (package_set == "test")
    assert install(tool, monkeypatch, package_set, environment) == []


def test_test_packages_are_kept(tool: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install(tool, monkeypatch, "test", tmp_path / "environment")
    assert install(tool, monkeypatch, "run", tmp_path / "environment") == []


def test_an_unknown_package_set_is_refused(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        install(tool, monkeypatch, "unknown", tmp_path)
    assert refused.value.code == 2
    assert "invalid choice: 'unknown'" in capsys.readouterr().err


def test_the_makefile_names_every_package_set(tool: ModuleType) -> None:
    makefile = (BACKEND.parent / "Makefile").read_text()
    assert sorted(re.findall(r"scripts/install\.py (\S+) \$\(VENV\)", makefile)) == sorted(tool.SETS)
