"""Make small faults in the server's rules, one at a time, and check whether a test notices each.

Only the results are written to the working tree: mutation/results.tsv and docs/mutation.md. A fault is tried again
only if its function has changed, or the test that noticed it, or any that might have. After a run that was interrupted
or ran out of time, the next one continues.
"""

import argparse
import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any, Final

from mutation import report
from mutation.loading import BACKEND, HOME
from mutation.operators import NO_FAULT, Mutant, mutants
from mutation.results import Result, Results, State
from mutation.selecting import Covered, Selection
from mutation.targets import FILES, TABLES

SLOTS: Final = 2
CACHE: Final = HOME / ".mutation"
SECONDS_IN_BODY: Final = 10.0
SECONDS_AT_IMPORT: Final = 5.0
"""Seconds of passing tests before a fault counts as unnoticed, depending on whether the application must be
reloaded."""
LEAST_CPU_SECONDS: Final = 10.0
LOADING_CPU_SECONDS: Final = 20.0
"""CPU time before a fault counts as endless, in addition to three times its tests' usual one, and for loading."""
WALL_SECONDS, LOADING_SECONDS = 20.0, 120.0
"""Time before a fault counts as endless, in addition to three times its tests' usual CPU time: a loop that queries the
database uses little of our own."""
CHUNK: Final = 60
"""The number of tests whose calls are recorded in one fork."""
KILLED, SURVIVED, BROKEN, UNABLE = 1, 0, 2, 3


class Slot:
    """Two processes that try faults on one database, one at a time."""

    def __init__(self, folder: Path, number: int) -> None:
        self.folder = folder / str(number)
        self.warm, self._warm = _start("warm", self.folder)
        self.cold, self._cold = _start("cold", self.folder)
        self.startup_data: dict[str, Any] = {}

    def connect(self) -> None:
        self.startup_data = self.warm.recv()
        self.cold.send(self.startup_data["modules"])

    def request(self, connection: Connection, job: dict[str, Any]) -> dict[str, Any]:
        connection.send(job)
        response: dict[str, Any] = connection.recv()
        return response

    def request_with_retry(self, connection: Connection, job: dict[str, Any]) -> dict[str, Any]:
        """Retries once with twice the limit, because tests that only wait must not count as endless."""
        response = self.request(connection, job)
        if response["code"] != -signal.SIGKILL:
            return response
        return self.request(connection, job | {"wall_seconds": 2 * job["wall_seconds"]})

    def close(self) -> None:
        for connection, process in ((self.warm, self._warm), (self.cold, self._cold)):
            try:
                connection.send(None)
            except OSError:
                process.terminate()
            # It may be about to write output that no one reads.
            connection.close()
            process.wait()


def _start(kind: str, folder: Path) -> tuple[Connection, subprocess.Popen[bytes]]:
    ours, theirs = socket.socketpair()
    with theirs, (folder.parent / f"{kind}-{folder.name}.log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", "mutation.worker", kind, str(theirs.fileno()), str(folder)],
            cwd=BACKEND,
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    return Connection(ours.detach()), process


def run_jobs(slots: list[Slot], jobs: Iterable[Any], work: Any, *, until: float) -> None:
    """Each slot runs one job after another until none is left or the time is up."""
    queue: SimpleQueue[Any] = SimpleQueue()
    for job in jobs:
        queue.put(job)

    stopped = Event()

    def run_until_done(slot: Slot) -> None:
        with suppress(Empty):
            while time.monotonic() < until and not stopped.is_set():
                work(slot, queue.get_nowait())

    with ThreadPoolExecutor(len(slots)) as pool:
        try:
            for future in [pool.submit(run_until_done, slot) for slot in slots]:
                future.result()
        finally:
            stopped.set()


def cover(slots: list[Slot], until: float) -> Selection:
    """Record what each test calls; cached as long as its file and the files it reaches are unchanged."""
    names: list[str] = slots[0].startup_data["tests"]
    shared = {BACKEND / "conftest.py", *BACKEND.glob("tests/**/*.py"), *BACKEND.glob("wardline/**/tests/**/*.py")}
    digest = _digest(source for source in shared if not source.name.startswith("test_"))
    cache_file = CACHE / "coverage.json"
    cache: dict[str, Any] = json.loads(cache_file.read_text()) if cache_file.exists() else {}
    if cache.get("digest") != digest:
        cache = {"digest": digest, "tests": {}}
    coverage: dict[str, Any] = {
        name: cache["tests"][name]
        for name in names
        if name in cache["tests"] and cache["tests"][name][3] == _digest(_files_of(name, cache["tests"][name][0]))
    }
    if waiting := [name for name in names if name not in coverage]:

        def record(slot: Slot, tests: list[str]) -> None:
            response = slot.request(slot.warm, {"do": "cover", "tests": tests, "cpu_seconds": 600, "wall_seconds": 600})
            if response["result"] is None:
                sys.exit(f"mutation: the tests from {tests[0]} on do not finish: {response['code']}")
            coverage.update(
                {name: [*result, _digest(_files_of(name, result[0]))] for name, result in response["result"].items()}
            )

        run_jobs(
            slots, [waiting[start : start + CHUNK] for start in range(0, len(waiting), CHUNK)], record, until=until
        )
        cache_file.write_text(json.dumps({"digest": digest, "tests": coverage}))
        if len(coverage) < len(names):
            sys.exit("mutation: there was not enough time to record what each test calls; allow more minutes")
    covered = {
        name: Covered(frozenset((file, function) for file, function in functions), seconds)
        for name, (functions, seconds, passed, _) in coverage.items()
        if passed
    }
    failing_count = len(coverage) - len(covered)
    sys.stdout.write(
        f"{len(covered)} tests"
        + (f", without {failing_count} that fail even without a fault" if failing_count else "")
        + "\n"
    )
    return Selection(covered, [tuple(function) for function in slots[0].startup_data["at_import"]])


@dataclass(frozen=True)
class Trial:
    mutant: Mutant
    source: str
    """Digest of the source with the fault."""


def trials(path_filter: str) -> Iterator[Trial]:
    for file in FILES:
        if path_filter in file:
            source = (BACKEND / file).read_text(encoding="utf-8")
            for mutant in mutants(file, source):
                yield Trial(mutant, hashlib.sha256(source.encode()).hexdigest()[:10])


def attempt(slot: Slot, trial: Trial, before: Result | None, selection: Selection) -> Result:
    mutant = trial.mutant
    seconds = SECONDS_IN_BODY if selection.is_warm(mutant) else SECONDS_AT_IMPORT
    tests = selection.tests_for(mutant, seconds, before.test if before is not None else "-")
    if not tests:
        return Result(mutant.id, State.SURVIVED, trial.source, _digest([]), "-")
    job = {"do": "try", "file": mutant.file, "number": mutant.number, "tests": tests}
    usual = 3 * selection.seconds_of(tests)
    job |= {"cpu_seconds": usual + LEAST_CPU_SECONDS, "wall_seconds": WALL_SECONDS + usual}
    response: dict[str, Any] = {"code": UNABLE}
    if selection.is_warm(mutant):
        response = slot.request_with_retry(slot.warm, job)
    elif mutant.file in TABLES:
        comparison = slot.request_with_retry(slot.warm, _comparison_job(job, selection))
        # A fault that these tests do not notice may still matter elsewhere.
        response = comparison if comparison["code"] == KILLED else response
    if response["code"] == UNABLE:
        limits = {"cpu_seconds": job["cpu_seconds"] + LOADING_CPU_SECONDS, "wall_seconds": LOADING_SECONDS + usual}
        response = slot.request_with_retry(slot.cold, job | limits)
    if response["code"] == SURVIVED:
        files = [BACKEND / file for file in selection.files_for(mutant)]
        return Result(mutant.id, State.SURVIVED, trial.source, _digest(files), "-")
    if response["code"] == KILLED and response["result"] != "(loading)":
        file = _file_of(response["result"])
        return Result(mutant.id, State.KILLED, trial.source, _digest([BACKEND / file]), file)
    state = State.KILLED if response["code"] in {KILLED, BROKEN} else State.ENDLESS
    return Result(mutant.id, state, trial.source, "-", "-")


def _comparison_job(job: dict[str, Any], selection: Selection) -> dict[str, Any]:
    """The same job with only the tests that compare tables."""
    tests = selection.comparison_tests()
    return job | {"do": "compare", "tests": tests, "wall_seconds": WALL_SECONDS + 3 * selection.seconds_of(tests)}


def control(slot: Slot, selection: Selection) -> None:
    """Exit if tests fail in these processes without a fault, because their results would mean nothing."""
    file = FILES[0]
    tests = selection.quickest(100)
    job = {"do": "try", "file": file, "number": NO_FAULT, "tests": tests, "cpu_seconds": 60}
    job["wall_seconds"] = LOADING_SECONDS + 3 * selection.seconds_of(tests)
    for table in TABLES:
        response = slot.request(slot.warm, _comparison_job(job, selection) | {"file": table})
        if response["code"] != SURVIVED:
            sys.exit(f"mutation: without any fault, tests fail with {table} reloaded: {response}")
    for name, connection in (("warm", slot.warm), ("cold", slot.cold)):
        response = slot.request(connection, job)
        if response["code"] != SURVIVED:
            sys.exit(f"mutation: without any fault, tests fail in the {name} process: {response}")


def is_current(result: Result | None, trial: Trial, selection: Selection) -> bool:
    if result is None or result.source != trial.source:
        return False
    if result.state is State.SURVIVED:
        return result.tests == _digest([BACKEND / file for file in selection.files_for(trial.mutant)])
    return result.test == "-" or result.tests == _digest([BACKEND / result.test])


def _files_of(test: str, functions: Iterable[tuple[str, str]]) -> set[Path]:
    return {BACKEND / _file_of(test), *(BACKEND / file for file, _ in functions)}


def _file_of(test: str) -> str:
    return test.partition("::")[0]


def _priority(trial: Trial, result: Result | None, selection: Selection) -> tuple[bool, bool, bool]:
    """Faults that a test noticed before come last; of the others, those that do not need reloading come first."""
    is_quick = selection.is_warm(trial.mutant) or trial.mutant.file in TABLES
    return result is not None and result.state is not State.SURVIVED, not is_quick, result is None


_digests: Final[dict[Path, bytes]] = {}


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(files):
        if path not in _digests:
            _digests[path] = hashlib.sha256(path.read_bytes()).digest() if path.exists() else b""
        digest.update(_digests[path])
    return digest.hexdigest()[:10]


def in_a_copy() -> int:
    """Run this on a copy of the project, so that concurrent edits do not affect it."""
    git_output = subprocess.run(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),  # noqa: S607 - the one on the PATH
        cwd=BACKEND.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    with tempfile.TemporaryDirectory(prefix="wardline-mutation-") as folder:
        # When run as root, the database runs as another user, who must be able to enter.
        Path(folder).chmod(0o755)
        for name in filter(None, git_output.stdout.split("\0")):
            if (source := BACKEND.parent / name).is_file():
                (target := Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)
        process = subprocess.Popen(  # noqa: S603 - this module
            (sys.executable, "-m", "mutation.run", *sys.argv[1:]),
            cwd=Path(folder) / "backend",
            env=os.environ | {"WARDLINE_MUTATION_HOME": str(BACKEND)},
        )
        signal.signal(signal.SIGTERM, lambda *_: process.terminate())
        while True:
            # Ctrl-C reaches both processes; the child still stores its results.
            with suppress(KeyboardInterrupt):
                return process.wait()


def main() -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=18, help="the maximum duration")
    parser.add_argument("--only", default="", help="only modules whose paths contain this")
    arguments = parser.parse_args()
    until = time.monotonic() + 60 * arguments.minutes
    CACHE.mkdir(exist_ok=True)
    all_trials = list(trials(""))
    results = Results(CACHE / "journal.tsv")
    folder = Path(tempfile.mkdtemp(prefix="wardline-mutation-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))  # noqa: S108
    folder.chmod(0o755)
    slots = [Slot(folder, number) for number in range(SLOTS)]
    try:
        for slot in slots:
            slot.connect()
        selection = cover(slots, until)
        for slot in slots:
            control(slot, selection)
        pending = [
            trial
            for trial in all_trials
            if arguments.only in trial.mutant.file and not is_current(results.of(trial.mutant), trial, selection)
        ]
        pending.sort(key=lambda trial: _priority(trial, results.of(trial.mutant), selection))
        sys.stdout.write(f"{len(all_trials)} faults, {len(pending)} to try\n")
        sys.stdout.flush()

        def try_fault(slot: Slot, trial: Trial) -> None:
            results.add(attempt(slot, trial, results.of(trial.mutant), selection))

        run_jobs(slots, pending, try_fault, until=until)
    except KeyboardInterrupt:
        pass
    finally:
        for slot in slots:
            slot.close()
        shutil.rmtree(folder, ignore_errors=True)
    all_mutants = [trial.mutant for trial in all_trials]
    results.save(all_mutants)
    sys.stdout.write(report.write(all_mutants, results))


if __name__ == "__main__":
    if HOME == BACKEND:
        sys.exit(in_a_copy())
    main()
