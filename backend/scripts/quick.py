"""Check and test what the change since origin/main affects, in less than a minute. `make test` runs everything.

The change includes the commits since the branch left origin/main (or main, or the last commit) and uncommitted
files. Format is checked for changed files, lint for changed Python files, types and the browser's lint for
the whole side, because a change may break what uses it; vitest finds its tests by imports.
Pytest runs the folders of the changed domains, changed test files, and test files next to a changed helper that mention
it. A change to the foundation (`core`, `people`, `access`, settings, conftest.py) affects every test: core's own tests
and those of consults, the domain that uses most of it, run instead. End-to-end tests are left to `make test`.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
BINARIES: Final = Path(sys.executable).parent
BASES: Final = ("origin/main", "main", "HEAD~1")
"""Bases to compare the change with: the first of these that exists and is not checked out."""
MAX_CONCURRENT_STEPS: Final = 2

FOUNDATION: Final = ("wardline/core", "wardline/tests", "wardline/consults")
TESTED_ELSEWHERE: Final = {
    "realtime": ("tests/flows/test_rooms.py", "tests/flows/test_socket_gate.py"),
    "migrations": ("tests/operations/test_tables.py",),
    "access": ("tests/permissions",),
}
"""Tests outside the folder of their domain."""
PERMISSION_FILES: Final = {"policies.py", "endpoints.py"}
"""Files that decide permissions, which the permissions table covers."""
PYTHON_CONFIGURATION: Final = {"backend/pyproject.toml", "backend/.importlinter", "backend/requirements/test.lock"}
TYPESCRIPT: Final = {".ts", ".tsx"}
LINTED: Final = {*TYPESCRIPT, ".js", ".mjs", ".cjs"}


@dataclass(frozen=True)
class Step:
    name: str
    side: str
    command: Sequence[str]


def git(*arguments: str, root: Path) -> str | None:
    """The output of git; None if it fails."""
    result = subprocess.run(  # noqa: S603 - our own command
        ["git", *arguments],  # noqa: S607 - the one on the path
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    return result.stdout if result.returncode == 0 else None


def base_of_change(root: Path) -> str:
    """The commit on which the change is based."""
    head = git("rev-parse", "HEAD", root=root)
    for name in BASES:
        commit = git("merge-base", "HEAD", name, root=root)
        if commit is not None and (commit != head or name == BASES[0]):
            return commit.strip()
    return "HEAD"


def changed_files(root: Path, base: str) -> list[str]:
    """Files that differ from the base, including new and deleted ones, as paths from the project's root."""
    tracked = git("diff", "--name-only", "--no-renames", "-z", base, root=root) or ""
    untracked = git("ls-files", "--others", "--exclude-standard", "-z", root=root) or ""
    return sorted({path for path in f"{tracked}{untracked}".split("\0") if path})


def within(paths: Sequence[str], side: str) -> list[PurePosixPath]:
    """The files of one side, relative to its folder."""
    return [path.relative_to(side) for path in map(PurePosixPath, paths) if path.is_relative_to(side)]


def tests_of(path: PurePosixPath, backend: Path) -> set[str]:
    """The folders and files that pytest runs for one changed file of the server."""
    if path.name.startswith("test_"):
        return {str(path)}
    if path.parts[0] == "tests":
        siblings = sorted((backend / path).parent.rglob("test_*.py"))
        return {str(test.relative_to(backend)) for test in siblings if path.stem in test.read_text("utf-8")}
    if path.parts[0] != "wardline":
        return set(FOUNDATION) if path.name == "conftest.py" else set()
    domain = path.parts[1]
    if len(path.parts) == 2 or domain == "core":  # noqa: PLR2004 - a module next to the domains
        return set(FOUNDATION)
    selected = set(TESTED_ELSEWHERE.get(domain, ()))
    if path.name in PERMISSION_FILES:
        selected.add("tests/permissions")
    if domain in {"people", "access"}:
        selected |= set(FOUNDATION)
    if any((backend / "wardline" / domain).rglob("test_*.py")):
        selected.add(f"wardline/{domain}")
    return selected


def without_nested(selected: set[str], backend: Path) -> list[str]:
    """The paths that exist, without those that another path already covers."""
    return sorted(
        path
        for path in selected
        if (backend / path).exists() and not any(str(parent) in selected for parent in PurePosixPath(path).parents)
    )


def python_steps(paths: Sequence[str], root: Path) -> list[Step]:
    changed = within(paths, "backend")
    configuration_changed = not PYTHON_CONFIGURATION.isdisjoint(paths)
    sources = [path for path in changed if path.suffix == ".py"]
    existing = [str(path) for path in sources if (root / "backend" / path).exists()]
    steps = []
    product_changed = configuration_changed or any(path.parts[0] == "wardline" for path in sources)
    tests = set(FOUNDATION) if configuration_changed else set()
    for path in changed:
        if path.suffix == ".py":
            tests |= tests_of(path, root / "backend")
    selected = without_nested(tests, root / "backend")
    if selected:
        steps.append(Step("pytest", "backend", ("pytest", "-m", "not soak", *selected)))
    if product_changed:
        steps += [
            Step("mypy", "backend", ("mypy",)),
            Step("import-linter", "backend", ("lint-imports", "--config", ".importlinter")),
        ]
    linted = ["."] if configuration_changed else existing
    if linted:
        steps += [
            Step("ruff format", "backend", ("ruff", "format", "--check", *linted)),
            Step("ruff lint", "backend", ("ruff", "check", *linted)),
        ]
    return steps


def contract_steps(paths: Sequence[str]) -> list[Step]:
    """Runs before everything else, because it may rewrite the browser's code."""
    server_changed = any(path.parts[0] == "wardline" for path in within(paths, "backend"))
    if server_changed or any(path.startswith("contract/") or "/generated/" in path for path in paths):
        return [Step("contract is current", ".", ("python", "backend/scripts/generate.py", "--check"))]
    return []


def browser_steps(paths: Sequence[str], root: Path, base: str) -> list[Step]:
    changed = within(paths, "frontend")
    if not changed:
        return []
    existing = [str(path) for path in changed if (root / "frontend" / path).exists()]
    steps = []
    if any(path.suffix in TYPESCRIPT or path.name in {"package.json", "tsconfig.json"} for path in changed):
        steps.append(Step("vitest", "frontend", ("npx", "vitest", "run", "--passWithNoTests", "--changed", base)))
    if any(path.suffix in LINTED or path.name in {"package.json", "tsconfig.json"} for path in changed):
        steps.append(Step("oxlint", "frontend", ("npm", "run", "--silent", "lint")))
    if any(path.parts[0] == "src" for path in changed):
        steps.append(Step("dependency-cruiser", "frontend", ("npm", "run", "--silent", "depcruise")))
    if existing:
        steps.append(Step("prettier", "frontend", ("npx", "prettier", "--check", "--ignore-unknown", *existing)))
    return steps


def not_covered(paths: Sequence[str]) -> list[str]:
    """Sentences about the parts of the change that only `make test` covers."""
    sentences = []
    if any(path.startswith("frontend/e2e/") for path in paths):
        sentences.append("frontend/e2e changed, but Playwright runs only in make test")
    if any(path.endswith((".lock", "package-lock.json")) for path in paths):
        sentences.append("lock files changed: make test installs and tests everything")
    return sentences


def plan_steps(paths: Sequence[str], root: Path, base: str) -> list[Step]:
    """The steps that the changed files require, in the order in which they start."""
    return [*contract_steps(paths), *python_steps(paths, root), *browser_steps(paths, root, base)]


def perform(step: Step, contract_written: threading.Event) -> tuple[bool, float, str]:
    """Run a step; returns whether it succeeded, its duration in seconds, and its output.

    Sets `contract_written` after the step that writes the contract; steps of the browser wait for it.
    """
    if step.side == "frontend":
        contract_written.wait()
    started = time.monotonic()
    try:
        result = subprocess.run(  # noqa: S603 - the commands are in this file
            step.command,
            cwd=ROOT / step.side,
            env=os.environ | {"PATH": f"{BINARIES}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    finally:
        if step.side == ".":
            contract_written.set()
    return result.returncode == 0, time.monotonic() - started, result.stdout


def main() -> int:
    base = base_of_change(ROOT)
    paths = changed_files(ROOT, base)
    steps = plan_steps(paths, ROOT, base)
    sys.stdout.write(f"make quick: {len(paths)} changed files since {base[:10]}, {len(steps)} steps\n")
    sys.stdout.flush()
    contract_written = threading.Event()
    if not any(step.side == "." for step in steps):
        contract_written.set()
    failed = False
    summary = []
    with ThreadPoolExecutor(max_workers=MAX_CONCURRENT_STEPS) as pool:
        running = [pool.submit(perform, step, contract_written) for step in steps]
        for step, result in zip(steps, running, strict=True):
            succeeded, seconds, output = result.result()
            if not succeeded:
                sys.stdout.write(f"\n== {step.name}\n{output}")
                sys.stdout.flush()
            failed = failed or not succeeded
            summary.append(f"{'ok' if succeeded else 'FAILED':<7} {step.name} ({seconds:.0f} s)")
    summary += [f"not run: {sentence}" for sentence in not_covered(paths)]
    verdict = "failed" if failed else "everything affected by the change passed"
    sys.stdout.write("\n".join(["", *summary, f"make quick: {verdict}", ""]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
