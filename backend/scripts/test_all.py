"""Run every test, in the order that finds failures soonest. All of them run, even if earlier ones fail.

The checks run in the background at the lowest priority, in the processor time that the tests leave idle. Their output
is printed after the step during which they finish.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

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


class Step(NamedTuple):
    """A test runner writes its results in JUnit format to ``{report}``."""

    name: str
    folder: Path
    command: tuple[str, ...]


CONTRACT = Step("contract is current", ROOT, (PYTHON, "backend/scripts/generate.py", "--check"))
"""Runs alone, because it rewrites files that the other steps read."""
CHECKS = Step("format, lint, types, imports", ROOT, ("nice", "-n", "19", PYTHON, "backend/scripts/check.py"))
TESTS = (
    Step(
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
    Step("web application", ROOT, (PYTHON, "backend/scripts/build_web.py")),
    Step("Playwright", FRONTEND, ("npm", "run", "--silent", "e2e")),
    Step("pytest", BACKEND, ("pytest", *WHOLE_FILES, "--junit-xml={report}", *EVERY_TEST)),
)
SLOWEST_SHOWN = 10
LONGEST_RUN = 12 * 60
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


class Finished(NamedTuple):
    """A step that ran in the background."""

    succeeded: bool
    output: str
    seconds: float


def run_buffered(step: Step, environment: dict[str, str]) -> Finished:
    started = time.monotonic()
    result = subprocess.run(  # noqa: S603 - our own command
        step.command,
        cwd=step.folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return Finished(result.returncode == 0, result.stdout, time.monotonic() - started)


@dataclass
class TestRun:
    """The steps so far, and the lines of the summary."""

    environment: dict[str, str]
    reports: Path
    summary: list[str] = field(default_factory=list)
    failed: bool = False

    def run(self, step: Step) -> None:
        """Run the step in the foreground."""
        self._print(f"\n== {step.name}\n")
        started, idle = time.monotonic(), idle_time()
        report = self.reports / f"{step.name}.xml"
        environment = self.environment | {"PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(report)}
        verdict = "ok"
        if not run(tuple(part.format(report=report) for part in step.command), step.folder, environment):
            retry = SECOND_TRY.get(step.name) if "CI" in os.environ else None
            verdict = "flaky" if retry is not None and run(retry, step.folder, self.environment) else "FAILED"
        self._add(verdict, step, duration(started, idle))
        if verdict != "ok":
            self.summary += failures(report)

    def add_background(self, step: Step, finished: Finished) -> None:
        self._print(f"\n== {step.name} (in the background)\n{finished.output}")
        self._add("ok" if finished.succeeded else "FAILED", step, f"{finished.seconds:.0f} s in the background")

    def _add(self, verdict: str, step: Step, duration: str) -> None:
        self.failed = self.failed or verdict == "FAILED"
        self.summary.append(f"{verdict:<7} {step.name} ({duration})")

    @staticmethod
    def _print(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


def run_steps(test_run: TestRun) -> None:
    """The checks' output comes between two steps, or at the end."""
    with ThreadPoolExecutor(max_workers=1) as background:
        test_run.run(CONTRACT)
        checks: Future[Finished] | None = background.submit(run_buffered, CHECKS, test_run.environment)
        for step in TESTS:
            test_run.run(step)
            if checks is not None and checks.done():
                test_run.add_background(CHECKS, checks.result())
                checks = None
        if checks is not None:
            test_run.add_background(CHECKS, checks.result())


def main() -> int:
    environment = os.environ | {
        "PATH": f"{Path(PYTHON).parent}{os.pathsep}{os.environ['PATH']}",
        "WARDLINE_CHROMIUM": browser(),
    }
    started_at, idle = time.monotonic(), idle_time()
    reports = Path(tempfile.mkdtemp(prefix="wardline-reports-"))
    test_run = TestRun(environment, reports)
    run_steps(test_run)
    total_seconds = time.monotonic() - started_at
    total = f"{total_seconds / 60:.1f} minutes in total ({duration(started_at, idle)})"
    summary = [*test_run.summary, "", "the slowest tests:", *slowest(reports), "", total]
    if total_seconds > LONGEST_RUN:
        summary.append(
            f"{RED}more than {LONGEST_RUN // 60} minutes: see CONTRIBUTING.md for where tests cost least{PLAIN}"
        )
    shutil.rmtree(reports)
    sys.stdout.write(
        "\n".join(["", *summary, "make test: " + ("failed" if test_run.failed else "everything passed"), ""])
    )
    return 1 if test_run.failed else 0


if __name__ == "__main__":
    sys.exit(main())
