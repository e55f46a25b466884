"""What `make quick` runs for a change, in a small test project."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

TOOL: Final = Path(__file__).resolve().parents[2] / "scripts" / "quick.py"
FILES: Final = (
    "backend/conftest.py",
    "backend/wardline/settings.py",
    "backend/wardline/core/text/tests/test_search_words.py",
    "backend/wardline/tests/test_site.py",
    "backend/wardline/consults/tests/test_states.py",
    "backend/wardline/fax/service.py",
    "backend/wardline/fax/policies.py",
    "backend/wardline/fax/tests/test_fax.py",
    "backend/tests/permissions/test_calls.py",
    "backend/tests/flows/keeper.py",
    "backend/tests/flows/test_kills.py",
    "backend/tests/flows/test_rooms.py",
    "frontend/src/app.tsx",
    "frontend/e2e/sign-in.spec.ts",
    "README.md",
)


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("quick", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


quick: Final = load()


def git(folder: Path, *arguments: str) -> None:
    options = ("-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *options, *arguments], cwd=folder, check=True, capture_output=True)  # noqa: S607


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("first\n", "utf-8")
    (tmp_path / "backend/tests/flows/test_kills.py").write_text("from keeper import Keeper\n", "utf-8")
    git(tmp_path, "init", "-b", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "first")
    return tmp_path


def steps(project: Path, *changed: str) -> dict[str, tuple[str, ...]]:
    return {step.name: tuple(step.command) for step in quick.plan_steps(changed, project, "HEAD")}


def folders(project: Path, *changed: str) -> list[str]:
    return list(steps(project, *changed)["pytest"][3:])


FOUNDATION: Final = ["wardline/consults", "wardline/core", "wardline/tests"]


@pytest.mark.parametrize(
    ("changed", "chosen"),
    [
        ("backend/wardline/fax/service.py", ["wardline/fax"]),
        ("backend/wardline/fax/policies.py", ["tests/permissions", "wardline/fax"]),
        ("backend/wardline/fax/tests/test_fax.py", ["wardline/fax/tests/test_fax.py"]),
        ("backend/wardline/settings.py", FOUNDATION),
        ("backend/wardline/core/db/database.py", FOUNDATION),
        ("backend/conftest.py", FOUNDATION),
        ("backend/pyproject.toml", FOUNDATION),
        ("backend/wardline/realtime/rooms.py", ["tests/flows/test_rooms.py"]),
        ("backend/tests/flows/keeper.py", ["tests/flows/test_kills.py"]),
        ("backend/tests/permissions/expected_results.md", []),
    ],
)
def test_the_tests_of_what_changed(project: Path, changed: str, chosen: list[str]) -> None:
    if chosen:
        assert folders(project, changed) == chosen
    else:
        assert "pytest" not in steps(project, changed)


def test_each_test_runs_once(project: Path) -> None:
    changed = ("backend/wardline/fax/service.py", "backend/wardline/fax/tests/test_fax.py")
    assert folders(project, *changed) == ["wardline/fax"]


def test_each_changed_side_is_checked(project: Path) -> None:
    python = {"pytest", "mypy", "import-linter", "ruff format", "ruff lint", "contract is current"}
    browser = {"vitest", "oxlint", "prettier", "dependency-cruiser"}
    assert steps(project, "backend/wardline/fax/service.py").keys() == python
    assert steps(project, "frontend/src/app.tsx").keys() == browser
    assert steps(project, "README.md").keys() == set()
    assert steps(project, "frontend/src/app.tsx", "backend/wardline/fax/service.py").keys() == python | browser


def test_only_existing_files_are_linted(project: Path) -> None:
    chosen = steps(project, "frontend/src/app.tsx", "frontend/src/gone.ts", "backend/wardline/fax/gone.py")
    assert chosen["prettier"][-1] == "src/app.tsx"
    assert "src/gone.ts" not in chosen["prettier"]
    assert "ruff lint" not in chosen


def test_what_only_make_test_proves_is_reported() -> None:
    (line,) = quick.not_covered(["frontend/e2e/sign-in.spec.ts"])
    assert "Playwright" in line


def test_the_change_includes_commits_since_main_and_uncommitted_files(project: Path) -> None:
    git(project, "checkout", "-b", "work")
    (project / "frontend/src/app.tsx").write_text("second\n", "utf-8")
    git(project, "commit", "-am", "second")
    (project / "README.md").write_text("second\n", "utf-8")
    (project / "backend/wardline/fax/policies.py").unlink()
    (project / "backend/wardline/fax/a name.py").write_text("new\n", "utf-8")
    assert quick.changed_files(project, quick.base_of_change(project)) == [
        "README.md",
        "backend/wardline/fax/a name.py",
        "backend/wardline/fax/policies.py",
        "frontend/src/app.tsx",
    ]


def test_on_main_without_origin_it_is_the_last_commit(project: Path) -> None:
    (project / "frontend/src/app.tsx").write_text("second\n", "utf-8")
    git(project, "commit", "-am", "second")
    assert quick.changed_files(project, quick.base_of_change(project)) == ["frontend/src/app.tsx"]
