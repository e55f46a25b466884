"""Run every check and test. All of them run, even if earlier ones fail."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import media_servers

ROOT = Path(__file__).resolve().parents[2]
BACKEND = ROOT / "backend"
FRONTEND = ROOT / "frontend"
PYTHON = sys.executable
WHOLE_FILES = ("-n", "3", "--dist", "loadfile", "--no-loadscope-reorder")
"""Options for worker processes that run whole files, so that each file's fixtures are set up once.

There is one more than the smallest machine has cores, because the longest tests mostly wait, for example for a worker's
pauses or a hanging database.
"""
EVERY_TEST = ("-m", "not soak", "tests", "wardline")

Step = tuple[str, Path, tuple[str, ...]]
"""Name, folder and command."""

STEPS: tuple[Step, ...] = (
    ("contract is current", ROOT, (PYTHON, "backend/scripts/generate.py", "--check")),
    ("format, lint, types, imports", ROOT, (PYTHON, "backend/scripts/check.py")),
    (
        "vitest",
        FRONTEND,
        (
            "npm",
            "run",
            "--silent",
            "test",
            "--",
            "--reporter=default",
            "--reporter=junit",
            "--outputFile.junit={report}",
        ),
    ),
    ("web application", ROOT, (PYTHON, "backend/scripts/build_web.py")),
    ("Playwright", FRONTEND, ("npm", "run", "--silent", "e2e")),
    ("pytest", BACKEND, ("pytest", *WHOLE_FILES, "--junit-xml={report}", *EVERY_TEST)),
)
"""In order, and one at a time, because beside each other they take more processor time.

A test runner writes its results in JUnit format to ``{report}``.
"""
SLOWEST_SHOWN = 10
MAX_RUN_SECONDS = 12 * 60
"""Seconds. A longer run is reported in red, because every later change pays for it."""
RED, PLAIN = "\033[31m", "\033[0m"

SECOND_TRY = {"pytest": ("pytest", "--last-failed", "--last-failed-no-failures=none", *EVERY_TEST)}
"""The command that retries failed tests with CI set, by step; the other runners retry on their own."""


def browser() -> str:
    """The Chromium to test with; empty for the one that comes with Playwright."""
    result = subprocess.run(  # noqa: S603 - our own command
        [PYTHON, BACKEND / "scripts" / "browser.py"], stdout=subprocess.PIPE, text=True, check=False
    )
    if result.returncode:
        sys.exit(result.returncode)
    return result.stdout.strip()


def slowest(reports: Path) -> list[str]:
    """The slowest tests of all runners, one line each."""
    cases = [
        (float(case.get("time") or 0), report.stem, case.get("name") or "")
        for report in reports.glob("*.xml")
        for case in ET.parse(report).iter("testcase")  # noqa: S314 - written by our own tests
    ]
    return [
        f"{seconds:6.1f} s  {runner}: {name}" for seconds, runner, name in sorted(cases, reverse=True)[:SLOWEST_SHOWN]
    ]


def failures(report: Path) -> list[str]:
    """The failed tests of a JUnit report, one line each, with the first line of the reason; empty without a report."""
    if not report.exists():
        return []
    lines = []
    for case in ET.parse(report).iter("testcase"):  # noqa: S314 - written by our own tests
        for fault in (*case.findall("failure"), *case.findall("error")):
            reason = (fault.get("message") or fault.text or "").strip()
            lines.append(f"        {case.get('classname')} > {case.get('name')}: {reason.partition(chr(10))[0]}")
    return lines


def idle_time() -> float | None:
    """Average idle seconds per CPU since boot; None if the system does not report them."""
    uptime = Path("/proc/uptime")
    return float(uptime.read_text().split()[1]) / (os.cpu_count() or 1) if uptime.exists() else None


def duration(started: float, idle: float | None) -> str:
    """The time since `started`, and how much of it the CPUs were idle."""
    seconds = f"{time.monotonic() - started:.0f} s"
    current_idle = idle_time()
    return seconds if idle is None or current_idle is None else f"{seconds}, {current_idle - idle:.0f} s of it idle"


def run(command: tuple[str, ...], folder: Path, environment: dict[str, str]) -> bool:
    """Whether the command succeeded."""
    result = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, check=False)  # noqa: S603 - our own
    return result.returncode == 0


def perform(step: Step, reports: Path, environment: dict[str, str]) -> tuple[bool, list[str]]:
    """Whether it succeeded, perhaps at the second try, and its lines of the summary."""
    name, folder, command = step
    sys.stdout.write(f"\n== {name}\n")
    sys.stdout.flush()
    started, idle = time.monotonic(), idle_time()
    report = reports / f"{name}.xml"
    with_report = environment | {"PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(report)}
    verdict = "ok"
    if not run(tuple(part.format(report=report) for part in command), folder, with_report):
        retry = SECOND_TRY.get(name) if "CI" in os.environ else None
        verdict = "flaky" if retry is not None and run(retry, folder, environment) else "FAILED"
    lines = [f"{verdict:<7} {name} ({duration(started, idle)})"]
    return verdict != "FAILED", lines if verdict == "ok" else lines + failures(report)


def main() -> int:
    environment = os.environ | {
        "PATH": f"{Path(PYTHON).parent}{os.pathsep}{os.environ['PATH']}",
        "WARDLINE_CHROMIUM": browser(),
    }
    not_tested = media_servers.warnings(media_servers.SERVERS)
    began_at = time.monotonic()
    reports = Path(tempfile.mkdtemp(prefix="wardline-reports-"))
    results = [perform(step, reports, environment) for step in STEPS]
    failed = not all(succeeded for succeeded, _ in results)
    summary = [line for _, lines in results for line in lines] + not_tested
    total_seconds = time.monotonic() - began_at
    summary += ["", "the slowest tests:", *slowest(reports), "", f"{total_seconds / 60:.1f} minutes in total"]
    if total_seconds > MAX_RUN_SECONDS:
        summary.append(
            f"{RED}more than {MAX_RUN_SECONDS // 60} minutes: see CONTRIBUTING.md for where tests cost least{PLAIN}"
        )
    shutil.rmtree(reports)
    sys.stdout.write("\n".join(["", *summary, "make test: " + ("failed" if failed else "everything passed"), ""]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
