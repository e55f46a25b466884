"""Make small faults in the server's rules, one at a time, and check whether a test notices each.

Only the results are written into the work tree: mutation/results.tsv and docs/mutation.md. A fault is
tried again only when its function changed, or the test that noticed it, or any that might have; a run that was
interrupted, or ran out of time, continues where it stopped.
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
"""Seconds of passing tests before a fault counts as unnoticed; more where the application is reloaded."""
WALL_SECONDS, LOADING_SECONDS = 20.0, 120.0
"""Before a fault counts as endless, besides ten times its tests' usual processor time: a loop that queries
the database uses little of our own."""
CHUNK: Final = 60
"""Tests whose calls are recorded in one fork."""
KILLED, SURVIVED, BROKEN, UNABLE = 1, 0, 2, 3


class Slot:
    """Two processes that try faults, of which one works at a time, on one database."""

    def __init__(self, folder: Path, number: int) -> None:
        self.folder = folder / str(number)
        self.warm, self._warm = _start("warm", self.folder)
        self.cold, self._cold = _start("cold", self.folder)
        self.hello: dict[str, Any] = {}

    def greet(self) -> None:
        self.hello = self.warm.recv()
        self.cold.send(self.hello["modules"])

    def ask(self, connection: Connection, job: dict[str, Any]) -> dict[str, Any]:
        connection.send(job)
        answer: dict[str, Any] = connection.recv()
        return answer

    def ask_patiently(self, connection: Connection, job: dict[str, Any]) -> dict[str, Any]:
        """Again, with three times the limit, because tests that only wait must not count as endless."""
        answer = self.ask(connection, job)
        if answer["code"] != -signal.SIGKILL:
            return answer
        return self.ask(connection, job | {"wall_seconds": 3 * job["wall_seconds"]})

    def close(self) -> None:
        for connection, process in ((self.warm, self._warm), (self.cold, self._cold)):
            try:
                connection.send(None)
            except OSError:
                process.terminate()
            # It may be about to write output that nobody reads.
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


def at_once(slots: list[Slot], jobs: Iterable[Any], work: Any, *, until: float) -> None:
    """Each slot runs one job after another until none is left or the time is over."""
    queue: SimpleQueue[Any] = SimpleQueue()
    for job in jobs:
        queue.put(job)

    stopped = Event()

    def take(slot: Slot) -> None:
        with suppress(Empty):
            while time.monotonic() < until and not stopped.is_set():
                work(slot, queue.get_nowait())

    with ThreadPoolExecutor(len(slots)) as pool:
        try:
            for ended in [pool.submit(take, slot) for slot in slots]:
                ended.result()
        finally:
            stopped.set()


def cover(slots: list[Slot], until: float) -> Selection:
    """What each test calls; cached while its file and the files it reaches are unchanged."""
    names: list[str] = slots[0].hello["tests"]
    shared = {BACKEND / "conftest.py", *BACKEND.glob("tests/**/*.py"), *BACKEND.glob("wardline/**/tests/**/*.py")}
    digest = _digest(source for source in shared if not source.name.startswith("test_"))
    cached = CACHE / "coverage.json"
    known: dict[str, Any] = json.loads(cached.read_text()) if cached.exists() else {}
    if known.get("digest") != digest:
        known = {"digest": digest, "tests": {}}
    found: dict[str, Any] = {
        name: known["tests"][name]
        for name in names
        if name in known["tests"] and known["tests"][name][3] == _digest(_files_of(name, known["tests"][name][0]))
    }
    if waiting := [name for name in names if name not in found]:

        def note(slot: Slot, tests: list[str]) -> None:
            answer = slot.ask(slot.warm, {"do": "cover", "tests": tests, "cpu_seconds": 600, "wall_seconds": 600})
            if answer["told"] is None:
                sys.exit(f"mutation: the tests from {tests[0]} on do not end: {answer['code']}")
            found.update({name: [*told, _digest(_files_of(name, told[0]))] for name, told in answer["told"].items()})

        at_once(slots, [waiting[at : at + CHUNK] for at in range(0, len(waiting), CHUNK)], note, until=until)
        cached.write_text(json.dumps({"digest": digest, "tests": found}))
        if len(found) < len(names):
            sys.exit("mutation: there was no time to see what each test calls; give it more minutes")
    covered = {
        name: Covered(frozenset((file, function) for file, function in functions), seconds)
        for name, (functions, seconds, passed, _) in found.items()
        if passed
    }
    unsound = len(found) - len(covered)
    sys.stdout.write(
        f"{len(covered)} tests" + (f", {unsound} that fail by themselves left out" if unsound else "") + "\n"
    )
    return Selection(covered, [tuple(found) for found in slots[0].hello["at_import"]])


@dataclass(frozen=True)
class Trial:
    mutant: Mutant
    source: str
    """Digest of the source with the fault."""


def trials(chosen: str) -> Iterator[Trial]:
    for file in FILES:
        if chosen in file:
            source = (BACKEND / file).read_text(encoding="utf-8")
            for mutant in mutants(file, source):
                yield Trial(mutant, hashlib.sha256(source.encode()).hexdigest()[:10])


def attempt(slot: Slot, trial: Trial, before: Result | None, selection: Selection) -> Result:
    mutant = trial.mutant
    seconds = SECONDS_IN_BODY if selection.is_warm(mutant) else SECONDS_AT_IMPORT
    tests = selection.tests_for(mutant, seconds, before.test if before is not None else "-")
    if not tests:
        return Result(mutant.id, State.SURVIVED, trial.source, _digest([]), "-")
    job = {"do": "try", "file": mutant.file, "number": mutant.number, "tests": tests, "cpu_seconds": 6 * seconds + 20}
    usual = 10 * selection.seconds_of(tests)
    job["wall_seconds"] = WALL_SECONDS + usual
    answer: dict[str, Any] = {"code": UNABLE}
    if selection.is_warm(mutant):
        answer = slot.ask_patiently(slot.warm, job)
    elif mutant.file in TABLES:
        compared = slot.ask_patiently(slot.warm, _comparing(job, selection))
        # A fault that these do not notice may still matter elsewhere.
        answer = compared if compared["code"] == KILLED else answer
    if answer["code"] == UNABLE:
        answer = slot.ask_patiently(slot.cold, job | {"wall_seconds": LOADING_SECONDS + usual})
    if answer["code"] == SURVIVED:
        files = [BACKEND / file for file in selection.files_for(mutant)]
        return Result(mutant.id, State.SURVIVED, trial.source, _digest(files), "-")
    if answer["code"] == KILLED and answer["told"] != "(loading)":
        file = _file_of(answer["told"])
        return Result(mutant.id, State.KILLED, trial.source, _digest([BACKEND / file]), file)
    state = State.KILLED if answer["code"] in {KILLED, BROKEN} else State.ENDLESS
    return Result(mutant.id, state, trial.source, "-", "-")


def _comparing(job: dict[str, Any], selection: Selection) -> dict[str, Any]:
    """The same with the tests that only compare tables."""
    tests = selection.comparing()
    return job | {"do": "compare", "tests": tests, "wall_seconds": WALL_SECONDS + 10 * selection.seconds_of(tests)}


def control(slot: Slot, selection: Selection) -> None:
    """Stop if tests fail in these processes without a fault: then their results mean nothing."""
    file = FILES[0]
    tests = selection.quickest(100)
    job = {"do": "try", "file": file, "number": NO_FAULT, "tests": tests, "cpu_seconds": 60}
    job["wall_seconds"] = LOADING_SECONDS + 10 * selection.seconds_of(tests)
    for table in TABLES:
        answer = slot.ask(slot.warm, _comparing(job, selection) | {"file": table})
        if answer["code"] != SURVIVED:
            sys.exit(f"mutation: without any fault, tests fail with {table} loaded again: {answer}")
    for name, connection in (("warm", slot.warm), ("cold", slot.cold)):
        answer = slot.ask(connection, job)
        if answer["code"] != SURVIVED:
            sys.exit(f"mutation: without any fault, tests fail in the {name} process: {answer}")


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


def _turn(trial: Trial, result: Result | None, selection: Selection) -> tuple[bool, bool, bool]:
    """Faults that a test noticed before come last; of the others, those that need no loading come first."""
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
    """Run this on a copy of the project, so that edits in the meantime do not affect it."""
    listed = subprocess.run(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),  # noqa: S607 - whichever git there is
        cwd=BACKEND.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    with tempfile.TemporaryDirectory(prefix="wardline-mutation-") as folder:
        # When run as root, the database runs as another user, who must be able to enter.
        Path(folder).chmod(0o755)
        for name in filter(None, listed.stdout.split("\0")):
            if (source := BACKEND.parent / name).is_file():
                (target := Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)
        running = subprocess.Popen(  # noqa: S603 - this module
            (sys.executable, "-m", "mutation.run", *sys.argv[1:]),
            cwd=Path(folder) / "backend",
            env=os.environ | {"WARDLINE_MUTATION_HOME": str(BACKEND)},
        )
        signal.signal(signal.SIGTERM, lambda *_: running.terminate())
        while True:
            # Ctrl-C reaches both; the other one still stores its results.
            with suppress(KeyboardInterrupt):
                return running.wait()


def main() -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=18, help="how long it may take")
    parser.add_argument("--only", default="", help="only modules whose path contains this")
    arguments = parser.parse_args()
    until = time.monotonic() + 60 * arguments.minutes
    CACHE.mkdir(exist_ok=True)
    everything = list(trials(""))
    results = Results(CACHE / "journal.tsv")
    folder = Path(tempfile.mkdtemp(prefix="wardline-mutation-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))  # noqa: S108
    folder.chmod(0o755)
    slots = [Slot(folder, number) for number in range(SLOTS)]
    try:
        for slot in slots:
            slot.greet()
        selection = cover(slots, until)
        for slot in slots:
            control(slot, selection)
        waiting = [
            trial
            for trial in everything
            if arguments.only in trial.mutant.file and not is_current(results.of(trial.mutant), trial, selection)
        ]
        waiting.sort(key=lambda trial: _turn(trial, results.of(trial.mutant), selection))
        sys.stdout.write(f"{len(everything)} faults, {len(waiting)} to try\n")
        sys.stdout.flush()

        def try_it(slot: Slot, trial: Trial) -> None:
            results.add(attempt(slot, trial, results.of(trial.mutant), selection))

        at_once(slots, waiting, try_it, until=until)
    except KeyboardInterrupt:
        pass
    finally:
        for slot in slots:
            slot.close()
        shutil.rmtree(folder, ignore_errors=True)
    every = [trial.mutant for trial in everything]
    results.keep(every)
    sys.stdout.write(report.write(every, results))


if __name__ == "__main__":
    if HOME == BACKEND:
        sys.exit(in_a_copy())
    main()
