"""Check and test what the change since origin/main affects, in less than a minute. `make test` runs everything.

Counted are the commits since the branch left origin/main (else main, else the last commit) and what is not committed.
Python is formatted, linted and typed where it changed, TypeScript likewise; vitest finds its tests by imports. Pytest
runs the folders of the changed domains, changed test files, and test files beside a changed helper that name it. What
everything stands on (`core`, `people`, `access`, settings, conftest.py) would mean every test: core's own and those of
consults, the domain that uses most of it, run in their place. Journeys and Playwright are left to `make test`.
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
"""What the change is compared with: the first of these that exists and is not checked out."""
STEPS_AT_ONCE: Final = 2

FOUNDATION: Final = ("wardline/core", "wardline/tests", "wardline/consults")
TESTED_ELSEWHERE: Final = {
    "realtime": ("tests/flows/test_rooms.py", "tests/flows/test_socket_gate.py"),
    "migrations": ("tests/operations/test_tables.py",),
    "access": ("tests/permissions",),
}
"""Domains with tests outside their folder."""
GUARDS: Final = {"policies.py", "endpoints.py"}
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
    done = subprocess.run(  # noqa: S603 - our own command
        ["git", *arguments],  # noqa: S607 - the one on the path
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    return done.stdout if done.returncode == 0 else None


def base_of_change(root: Path) -> str:
    """The commit that the change began at."""
    head = git("rev-parse", "HEAD", root=root)
    for name in BASES:
        commit = git("merge-base", "HEAD", name, root=root)
        if commit is not None and (commit != head or name == BASES[0]):
            return commit.strip()
    return "HEAD"


def changed_files(root: Path, base: str) -> list[str]:
    """Files that differ from the base, including new and deleted ones, as paths from the project's root."""
    tracked = git("diff", "--name-only", "--no-renames", "-z", base, root=root) or ""
    fresh = git("ls-files", "--others", "--exclude-standard", "-z", root=root) or ""
    return sorted({path for path in f"{tracked}{fresh}".split("\0") if path})


def within(paths: Sequence[str], side: str) -> list[PurePosixPath]:
    """The files of one side, from its folder."""
    return [path.relative_to(side) for path in map(PurePosixPath, paths) if path.is_relative_to(side)]


def tests_of(path: PurePosixPath, backend: Path) -> set[str]:
    """The folders and files that pytest runs for one changed file of the server."""
    if path.name.startswith("test_"):
        return {str(path)}
    if path.parts[0] == "tests":
        beside = sorted((backend / path).parent.rglob("test_*.py"))
        return {str(test.relative_to(backend)) for test in beside if path.stem in test.read_text("utf-8")}
    if path.parts[0] != "wardline":
        return set(FOUNDATION) if path.name == "conftest.py" else set()
    domain = path.parts[1]
    if len(path.parts) == 2 or domain == "core":  # noqa: PLR2004 - a module beside the domains
        return set(FOUNDATION)
    chosen = set(TESTED_ELSEWHERE.get(domain, ()))
    if path.name in GUARDS:
        chosen.add("tests/permissions")
    if domain in {"people", "access"}:
        chosen |= set(FOUNDATION)
    if any((backend / "wardline" / domain).rglob("test_*.py")):
        chosen.add(f"wardline/{domain}")
    return chosen


def folded(chosen: set[str], backend: Path) -> list[str]:
    """The existing parts of it, without those that another one already covers."""
    return sorted(
        path
        for path in chosen
        if (backend / path).exists() and not any(str(parent) in chosen for parent in PurePosixPath(path).parents)
    )


def python_steps(paths: Sequence[str], root: Path) -> list[Step]:
    changed = within(paths, "backend")
    configured = not PYTHON_CONFIGURATION.isdisjoint(paths)
    sources = [path for path in changed if path.suffix == ".py"]
    present = [str(path) for path in sources if (root / "backend" / path).exists()]
    steps = []
    product = configured or any(path.parts[0] == "wardline" for path in sources)
    tests = set(FOUNDATION) if configured else set()
    for path in changed:
        if path.suffix == ".py":
            tests |= tests_of(path, root / "backend")
    chosen = folded(tests, root / "backend")
    if chosen:
        steps.append(Step("pytest", "backend", ("pytest", "-m", "not soak", *chosen)))
    if product:
        steps += [
            Step("mypy", "backend", ("mypy",)),
            Step("import-linter", "backend", ("lint-imports", "--config", ".importlinter")),
        ]
    linted = ["."] if configured else present
    if linted:
        steps += [
            Step("ruff format", "backend", ("ruff", "format", "--check", *linted)),
            Step("ruff lint", "backend", ("ruff", "check", *linted)),
        ]
    return steps


def contract_steps(paths: Sequence[str]) -> list[Step]:
    """Before everything else, because it may rewrite the browser's code."""
    server = any(path.parts[0] == "wardline" for path in within(paths, "backend"))
    if server or any(path.startswith("contract/") or "/generated/" in path for path in paths):
        return [Step("contract is current", ".", ("python", "backend/scripts/generate.py", "--check"))]
    return []


def browser_steps(paths: Sequence[str], root: Path, base: str) -> list[Step]:
    changed = within(paths, "frontend")
    if not changed:
        return []
    present = [str(path) for path in changed if (root / "frontend" / path).exists()]
    linted = [path for path in present if PurePosixPath(path).suffix in LINTED]
    steps = []
    if any(path.suffix in TYPESCRIPT or path.name in {"package.json", "tsconfig.json"} for path in changed):
        steps += [
            Step("vitest", "frontend", ("npx", "vitest", "run", "--passWithNoTests", "--changed", base)),
            Step("tsc", "frontend", ("npm", "run", "--silent", "typecheck")),
        ]
    if linted:
        steps.append(Step("eslint", "frontend", ("npx", "eslint", "--max-warnings", "0", "--no-warn-ignored", *linted)))
    if any(path.parts[0] == "src" for path in changed):
        steps.append(Step("dependency-cruiser", "frontend", ("npm", "run", "--silent", "depcruise")))
    if present:
        steps.append(Step("prettier", "frontend", ("npx", "prettier", "--check", "--ignore-unknown", *present)))
    return steps


def left_out(paths: Sequence[str]) -> list[str]:
    """What of the change only `make test` proves, in sentences."""
    said = []
    if any(path.startswith("frontend/e2e/") for path in paths):
        said.append("frontend/e2e changed, and Playwright runs in make test only")
    if any(path.endswith((".lock", "package-lock.json")) for path in paths):
        said.append("lock files changed: make test installs and tests all of it")
    return said


def planned(paths: Sequence[str], root: Path, base: str) -> list[Step]:
    """The steps that the changed files require, in the order in which they start."""
    return [*contract_steps(paths), *python_steps(paths, root), *browser_steps(paths, root, base)]


def perform(step: Step, written: threading.Event) -> tuple[bool, float, str]:
    """Whether it succeeded, its seconds, and its output; `written` is set once the contract is written."""
    if step.side == "frontend":
        written.wait()
    started = time.monotonic()
    try:
        done = subprocess.run(  # noqa: S603 - the commands are in this file
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
            written.set()
    return done.returncode == 0, time.monotonic() - started, done.stdout


def main() -> int:
    base = base_of_change(ROOT)
    paths = changed_files(ROOT, base)
    steps = planned(paths, ROOT, base)
    sys.stdout.write(f"make quick: {len(paths)} changed files since {base[:10]}, {len(steps)} steps\n")
    sys.stdout.flush()
    written = threading.Event()
    if not any(step.side == "." for step in steps):
        written.set()
    failed = False
    summary = []
    with ThreadPoolExecutor(max_workers=STEPS_AT_ONCE) as pool:
        running = [pool.submit(perform, step, written) for step in steps]
        for step, result in zip(steps, running, strict=True):
            well, seconds, output = result.result()
            if not well:
                sys.stdout.write(f"\n== {step.name}\n{output}")
                sys.stdout.flush()
            failed = failed or not well
            summary.append(f"{'ok' if well else 'FAILED':<7} {step.name} ({seconds:.0f} s)")
    summary += [f"not run: {sentence}" for sentence in left_out(paths)]
    verdict = "failed" if failed else "everything of the change passed"
    sys.stdout.write("\n".join(["", *summary, f"make quick: {verdict}", ""]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
