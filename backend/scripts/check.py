"""Check the format, lint, types and import rules of both sides. Each checker must first find a violation.

A checker that silently checks nothing looks like one that finds nothing. So every check plants a violation in a small
copy with the real configuration, and must report that violation there before it runs on the real tree.

That proof is valid until something about the checker changes: `proven-checkers.json` records what was proven. If that
differs, the checker is proven again, and the file is rewritten; under CI, where no one would commit it, the file must
already be correct. `--prove` ignores the file.

Checks are listed in the order in which they start, two at a time, with the longest first.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARIES = Path(sys.executable).parent
MAX_PYTHON_LINES = 400
PROVEN = Path(__file__).with_name("proven-checkers.json")
NOT_COPIED = shutil.ignore_patterns("__pycache__", "web", "node_modules", "dist", "*.ndjson")


@dataclass(frozen=True)
class Check:
    """`planted` maps files of the copy to their text; the command must fail there and print each line of `finding`."""

    name: str
    side: str
    command: Sequence[str]
    planted: Mapping[str, str]
    finding: str
    copied: Sequence[str] = field(default_factory=tuple)


PYTHON_CONFIGURATION = ("pyproject.toml", ".importlinter")
WEB_CONFIGURATION = (
    "package.json",
    "tsconfig.json",
    "oxlint.config.ts",
    "scripts/lint-rules.ts",
    ".dependency-cruiser.cjs",
    ".prettierrc.json",
    ".prettierrc",
    ".prettierignore",
    ".npmrc",
    "vite.config.ts",
    "src/vite-env.d.ts",
)

CHECKS = (
    Check(
        "mypy",
        "backend",
        ("mypy",),
        {"wardline/__init__.py": "", "wardline/planted.py": 'number: int = "text"\n'},
        "Incompatible types in assignment",
    ),
    Check(
        "oxlint, with types",
        "frontend",
        ("npm", "run", "lint"),
        {
            "src/planted.tsx": "export const planted: number = 'text';\n"
            "export const value = (given: any) => <p p={9}>{given}</p>;\n"
            "export const late = () => { Promise.resolve(1); };\n"
        },
        "TS2322\nno-explicit-any\nno-floating-promises\nwardline(theme-lengths)",
    ),
    Check(
        "prettier",
        "frontend",
        ("npm", "run", "format:check"),
        {"src/planted.ts": "export const  a = {b:1}\n"},
        "planted.ts",
    ),
    Check(
        "ruff format",
        "backend",
        ("ruff", "format", "--check", "."),
        {"wardline/planted.py": "x = {'a':1}\n"},
        "planted.py",
    ),
    Check("ruff lint", "backend", ("ruff", "check", "."), {"wardline/planted.py": "import os\n"}, "F401"),
    Check(
        "import-linter",
        "backend",
        ("lint-imports", "--no-cache", "--config", ".importlinter"),
        {
            "wardline/core/planted.py": "import wardline.consults\n",
            "wardline/service_lines/lines/tele_psych/planted.py": "import wardline.service_lines.lines.tele_stroke\n",
            "wardline/realtime/planted.py": "import socketio\n",
            "wardline/signoff/planted.py": "import wardline.consults.endpoints\n",
            "wardline/feedback/planted.py": "import wardline.audit.models\n",
            "wardline/transfers/planted.py": "import wardline.patients.policies\n",
        },
        "wardline.core.planted -> wardline.consults\n"
        "No line knows another line BROKEN\n"
        "Only the adapter and the socket server know python-socketio BROKEN\n"
        "wardline.signoff.planted -> wardline.consults.endpoints\n"
        "wardline.feedback.planted -> wardline.audit.models\n"
        "wardline.transfers.planted -> wardline.patients.policies",
        ("wardline",),
    ),
    Check(
        "ruff, internals of libraries",
        "backend",
        ("ruff", "check", "--select", "TID251", "."),
        {"wardline/core/http/planted.py": "from fastapi.dependencies.utils import get_flat_params\n"},
        "TID251",
    ),
    Check(
        "vulture, dead code",
        "backend",
        ("python", str(Path(__file__).with_name("dead_code.py")), "wardline", "scripts"),
        {"wardline/planted.py": "def planted():\n    return 1\n", "scripts/empty.py": ""},
        "unused function 'planted'",
    ),
    Check(
        "file length",
        "backend",
        ("python", str(Path(__file__)), "--file-lengths"),
        {"wardline/planted.py": "\n" * (MAX_PYTHON_LINES + 1)},
        "planted.py",
    ),
    Check(
        "traceability",
        "backend",
        ("python", str(Path(__file__).with_name("traceability.py")), "--check", "--root", ".."),
        {
            "tests/test_planted.py": '@pytest.mark.req("NONE-01")\ndef test_planted(): ...\n',
            "../frontend/src/planted.test.ts": "it('[NONE-02] is on no list', () => {});\n",
        },
        "not in docs/requirements.tsv: NONE-01, NONE-02",
        ("../docs/requirements.tsv",),
    ),
    Check(
        "dependency-cruiser",
        "frontend",
        ("npm", "run", "depcruise"),
        {
            "src/features/planted-one/one.ts": "export { two } from '../planted-two/two';\n",
            "src/features/planted-two/two.ts": "export const two = 2;\n",
        },
        "planted-one/one.ts",
    ),
)


def run(check: Check, folder: Path) -> tuple[int, str]:
    result = subprocess.run(  # noqa: S603 - the commands are in this file
        check.command,
        cwd=folder,
        env=os.environ | {"PATH": f"{BINARIES}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1", "COLUMNS": "200"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return result.returncode, result.stdout


def prove(check: Check) -> str | None:
    """Plant the violation; returns the checker's problem, if any."""
    with tempfile.TemporaryDirectory(prefix="wardline-check-") as name:
        folder = Path(name) / check.side
        real = ROOT / check.side
        configuration = PYTHON_CONFIGURATION if check.side == "backend" else WEB_CONFIGURATION
        for part in (*configuration, *check.copied):
            source, target = real / part, folder / part
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=NOT_COPIED)
            elif source.exists():
                shutil.copy(source, target)
        if check.side == "frontend":
            (folder / "node_modules").symlink_to(real / "node_modules")
        for path, text in check.planted.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
        code, output = run(check, folder)
    if code == 0 or any(line not in output for line in check.finding.splitlines()):
        return f"does not find a planted violation (exit code {code}):\n{output}"
    return None


def configuration_of(check: Check) -> list[Path]:
    """The files that a checker's findings depend on: its settings, locked versions, and our scripts that it runs."""
    scripts = [Path(__file__), *(Path(part) for part in check.command if part.endswith(".py"))]
    if check.side == "backend":
        locks = sorted((ROOT / "backend" / "requirements").glob("*.lock"))
        return [*scripts, *locks, *(ROOT / "backend" / name for name in PYTHON_CONFIGURATION)]
    return [*scripts, *(ROOT / "frontend" / name for name in (*WEB_CONFIGURATION, "package-lock.json"))]


def fingerprint(check: Check) -> str:
    digest = hashlib.sha256()
    for path in configuration_of(check):
        if path.exists():
            digest.update(f"{path.name}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def perform(check: Check, proven: Mapping[str, str]) -> str | None:
    """Run the checker, once it is proven; returns the problem, if any."""
    if proven.get(check.name) != fingerprint(check):
        problem = prove(check)
        if problem:
            return problem
    code, output = run(check, ROOT / check.side)
    return output if code else None


def save_proofs(passed: Sequence[Check], proven: Mapping[str, str]) -> str | None:
    """Save the current proofs; returns a problem if they should have been committed."""
    names = {check.name for check in CHECKS}
    still_valid = {name: value for name, value in proven.items() if name in names}
    current = still_valid | {check.name: fingerprint(check) for check in passed}
    committed = json.loads(PROVEN.read_text()) if PROVEN.exists() else {}
    if current == committed:
        return None
    if "CI" in os.environ:
        return f"{PROVEN.name} is out of date: run `make check` and commit it"
    PROVEN.write_text(json.dumps(current, indent=2, sort_keys=True) + "\n")
    return None


def file_lengths() -> int:
    """Check the current folder; a long file has more than one subject, except for a migration, which is a list."""
    long = [
        f"{path}: {count} lines, more than {MAX_PYTHON_LINES}"
        for path in sorted(Path().glob("**/*.py"))
        if "versions" not in path.parts and (count := path.read_text().count("\n")) > MAX_PYTHON_LINES
    ]
    sys.stdout.write("".join(f"{line}\n" for line in long))
    return 1 if long else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file-lengths", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--only", help="run only checks whose name contains this")
    parser.add_argument("--prove", action="store_true", help="prove each checker again")
    arguments = parser.parse_args()
    if arguments.file_lengths:
        return file_lengths()
    selected = [check for check in CHECKS if not arguments.only or arguments.only in check.name]
    proven = json.loads(PROVEN.read_text()) if PROVEN.exists() and not arguments.prove else {}
    passed, failed = [], []

    def run_timed(check: Check) -> tuple[str | None, float]:
        started = time.monotonic()
        return perform(check, proven), time.monotonic() - started

    with ThreadPoolExecutor(max_workers=2) as pool:
        for check, (problem, seconds) in zip(selected, pool.map(run_timed, selected), strict=True):
            sys.stdout.write(f"{'failed' if problem else 'ok    '}  {seconds:4.0f} s  {check.name}\n{problem or ''}")
            sys.stdout.flush()
            (failed if problem else passed).append(check)
    stale = save_proofs(passed, proven)
    if stale:
        sys.stdout.write(f"failed  {stale}\n")
    sys.stdout.write(f"checks: {len(selected) - len(failed)} of {len(selected)} ok\n")
    return 1 if failed or stale else 0


if __name__ == "__main__":
    sys.exit(main())
