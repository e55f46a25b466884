"""The processes that try faults: each fault in its own fork, which is discarded afterwards.

``warm`` has the application, all tests and its own database loaded: a fault in the body of a function is applied to the
functions that are already loaded. ``cold`` has only the libraries loaded: a fault in code that runs when a module is
loaded requires the application to be loaded again.

usage: python -m mutation.worker warm|cold DESCRIPTOR FOLDER   (started by mutation.run, from the folder backend)
"""

import importlib
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import settings as hypothesis

from mutation.loading import BACKEND, Functions, count_hits, hits, install, recording, replace_tables
from mutation.operators import mutated
from mutation.targets import FILES, RECORDED, TESTS

OPTIONS: Final = ("-q", "-s", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not soak")
KILLED, SURVIVED, BROKEN, UNABLE = 1, 0, 2, 3
"""Exit codes of a fork. BROKEN means that nothing can be loaded with this fault, so any test would notice it."""
STAGES: Final = (4, 15)


def main() -> None:
    kind, descriptor, folder = sys.argv[1:]
    connection = Connection(int(descriptor))
    Path(folder).mkdir(exist_ok=True)
    if kind == "cold":
        Cold(connection, Path(folder)).serve()
        return
    install({file: partial(recording, file) for file in RECORDED})
    count_hits()
    sys.exit(pytest.main([*OPTIONS, f"--basetemp={folder}/tests", *TESTS], plugins=[Warm(connection, Path(folder))]))


class _OwnDatabase:
    """A plugin that gives tests the existing database instead of starting one for each session."""

    cluster: Any = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: pytest.FixtureRequest) -> Any:
        if fixturedef.argname != "cluster" or self.cluster is None:
            return None
        fixturedef.cached_result = (self.cluster, fixturedef.cache_key(request), None)
        return self.cluster


class Warm(_OwnDatabase):
    def __init__(self, connection: Connection, folder: Path) -> None:
        self._connection = connection
        self._folder = folder

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._items = {item.nodeid: item for item in session.items}
        at_import = sorted(hits)
        hits.clear()
        self._functions = Functions(FILES)
        _use_fixed_examples()
        postgres = self._start_database()
        try:
            self._connection.send({"tests": list(self._items), "at_import": at_import, "modules": _libraries()})
            while (job := self._connection.recv()) is not None:
                self._connection.send(self._run_job(job))
        finally:
            postgres.stop()
        return True

    def _start_database(self) -> Any:
        conftest = importlib.import_module("conftest")
        postgres = conftest.EmbeddedPostgres(self._folder / "database", options=conftest.FAST)
        postgres.start()
        self.cluster = conftest.cluster_on(postgres)
        return postgres

    def _run_job(self, job: dict[str, Any]) -> dict[str, Any]:
        result_file = self._folder / "result.json"
        result_file.unlink(missing_ok=True)
        work = partial({"cover": self._cover, "compare": self._compare, "try": self._try}[job["do"]], job, result_file)
        code, seconds = forked(work, job["cpu_seconds"], job["wall_seconds"])
        if code < 0:
            self._drop_clones()
        return {
            "code": code,
            "seconds": seconds,
            "result": json.loads(result_file.read_text()) if result_file.exists() else None,
        }

    def _drop_clones(self) -> None:
        """Clean up after a fork that was killed during its tests."""
        with self.cluster.postgres.connect() as connection:
            names = connection.execute("select datname from pg_database where datname ~ '^(clone_|served)'").fetchall()
        for (name,) in names:
            self.cluster.drop(name)

    def _cover(self, job: dict[str, Any], result_file: Path) -> int:
        """Record which functions each test calls, how long it takes, and whether it passes."""
        coverage = {}
        for item, next_item in _with_next([self._items[name] for name in job["tests"]]):
            hits.clear()
            started_at = time.process_time()
            passed = _passes(item, next_item)
            coverage[item.nodeid] = [sorted(hits), time.process_time() - started_at, passed]
        result_file.write_text(json.dumps(coverage))
        return SURVIVED

    def _try(self, job: dict[str, Any], result_file: Path) -> int:
        source = (BACKEND / job["file"]).read_text(encoding="utf-8")
        if not self._functions.replace_code(job["file"], mutated(source, job["number"])):
            return UNABLE
        return self._run_tests(job["tests"], result_file)

    def _compare(self, job: dict[str, Any], result_file: Path) -> int:
        """Whether tests that only read a table notice a fault in it; objects derived from it before are unchanged."""
        source = (BACKEND / job["file"]).read_text(encoding="utf-8")
        replacements = replace_tables(job["file"], mutated(source, job["number"]))
        for name in job["tests"]:
            cases: Any = getattr(self._items[name], "callspec", None)
            for argument, value in cases.params.items() if cases is not None else ():
                cases.params[argument] = replacements.get(id(value), value)
        return self._run_tests(job["tests"], result_file)

    def _run_tests(self, tests: Sequence[str], result_file: Path) -> int:
        for item, next_item in _with_next([self._items[name] for name in tests]):
            if not _passes(item, next_item):
                result_file.write_text(json.dumps(item.nodeid))
                return KILLED
        return SURVIVED


class _SelectedTests(_OwnDatabase):
    """The tests of one fork that has loaded the application with a fault: the selected ones, in order."""

    def __init__(self, tests: Sequence[str], database: Path, result_file: Path) -> None:
        self._order = {name: place for place, name in reversed(list(enumerate(map(_without_case, tests))))}
        self._database = database
        self._result_file = result_file
        self.has_failed = False

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        # The fault may be in the names of test cases.
        items[:] = [item for item in items if _without_case(item.nodeid) in self._order]
        items.sort(key=lambda item: self._order[_without_case(item.nodeid)])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed or not session.items:
            self.has_failed = True
            self._result_file.write_text(json.dumps("(loading)"))
            return True
        _use_fixed_examples()
        conftest = importlib.import_module("conftest")
        postgres = conftest.EmbeddedPostgres(self._database, options=conftest.FAST)
        postgres.start_or_attach()
        self.cluster = conftest.Cluster(postgres)
        for item, next_item in _with_next(session.items):
            if not _passes(item, next_item):
                self.has_failed = True
                self._result_file.write_text(json.dumps(item.nodeid))
                return True
        return True


class Cold:
    def __init__(self, connection: Connection, folder: Path) -> None:
        self._connection = connection
        self._folder = folder

    def serve(self) -> None:
        for name in self._connection.recv():
            with suppress(Exception):
                importlib.import_module(name)
        while (job := self._connection.recv()) is not None:
            result_file = self._folder / "result-cold.json"
            result_file.unlink(missing_ok=True)
            code, seconds = forked(partial(self._try, job, result_file), job["cpu_seconds"], job["wall_seconds"])
            result = json.loads(result_file.read_text()) if result_file.exists() else None
            self._connection.send({"code": code, "seconds": seconds, "result": result})

    def _try(self, job: dict[str, Any], result_file: Path) -> int:
        install({job["file"]: lambda source: mutated(source, job["number"])})
        for tests in _in_stages(job["tests"]):
            selected = _SelectedTests(tests, self._folder / "database", result_file)
            files = sorted(set(map(_file_of, tests)))
            code = pytest.main([*OPTIONS, f"--basetemp={self._folder}/cold-tests", *files], plugins=[selected])
            if selected.has_failed:
                return KILLED
            if code != pytest.ExitCode.OK:
                return BROKEN
        return SURVIVED


def forked(work: Any, cpu_seconds: float, wall_seconds: float) -> tuple[int, float]:
    """Run `work` in a fork; returns its exit code, negative if it was killed, and its CPU time."""
    pid = os.fork()
    if pid == 0:
        _run_and_exit(work, cpu_seconds)
    deadline = time.monotonic() + wall_seconds
    pause = 0.001
    while True:
        exited_pid, status, used = os.wait4(pid, os.WNOHANG)
        if exited_pid:
            return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime
        if time.monotonic() > deadline:
            os.killpg(pid, signal.SIGKILL)
            _, _, used = os.wait4(pid, 0)
            return -signal.SIGKILL, used.ru_utime + used.ru_stime
        time.sleep(pause)
        pause = min(pause * 1.5, 0.02)


def _run_and_exit(work: Any, cpu_seconds: float) -> None:
    code = BROKEN
    try:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (int(cpu_seconds) + 1, int(cpu_seconds) + 2))
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(null, descriptor)
        code = work()
    finally:
        # Skip the exit handlers: the database and the folders belong to the parent.
        os._exit(code)


def _passes(item: pytest.Item, next_item: pytest.Item | None) -> bool:
    # Runs one test of a session; pytest has no public name for it.
    from _pytest.runner import runtestprotocol  # noqa: PLC0415 - loaded with pytest anyway

    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=next_item))


def _with_next(items: Sequence[pytest.Item]) -> list[tuple[pytest.Item, pytest.Item | None]]:
    return list(zip(items, [*items[1:], None], strict=True))


def _in_stages(tests: Sequence[str]) -> list[list[str]]:
    """Split the tests by whole files, the most likely few first: most faults are noticed before others are loaded."""
    files = list(dict.fromkeys(map(_file_of, tests)))
    parts = (files[: STAGES[0]], files[STAGES[0] : STAGES[1]], files[STAGES[1] :])
    return [[name for name in tests if _file_of(name) in part] for part in parts if part]


def _file_of(name: str) -> str:
    return name.partition("::")[0]


def _without_case(name: str) -> str:
    return name.partition("[")[0]


def _use_fixed_examples() -> None:
    hypothesis.register_profile("mutation", hypothesis.default, database=None, derandomize=True)
    hypothesis.load_profile("mutation")


def _libraries() -> list[str]:
    """All loaded modules that are not ours."""
    return [
        name
        for name, module in sys.modules.items()
        if (file := getattr(module, "__file__", None)) is None or not Path(file).is_relative_to(BACKEND)
        if not name.startswith(("wardline", "tests", "conftest", "__main__", "mutation"))
    ]


if __name__ == "__main__":
    main()
