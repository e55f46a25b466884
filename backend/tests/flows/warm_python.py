"""`python -m wardline` in forked processes that start with the package loaded, which saves two seconds each.

One process loads it and does nothing else; it has one thread and no connections. It forks for each command, and the
child runs what `__main__` or another program runs, as a separate process that can be stopped and killed like any other.
"""

import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from wardline.demo.network import described

LOADED: Final = (
    "wardline.serving",
    "wardline.main",
    "procrastinate.worker",
    "uvicorn.lifespan.on",
    "uvicorn.protocols.http.h11_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "uvloop",
)
"""What a server imports before it serves."""


class WarmProcess:
    """Like `subprocess.Popen` for these processes; the process that forked it reports how it ended."""

    def __init__(self, reports: socket.socket) -> None:
        self._reports = reports.makefile("r")
        self._socket = reports
        self.pid = int(self._reports.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """The exit code; negative for a signal.

        Raises:
            subprocess.TimeoutExpired: it has not ended within the timeout.
        """
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("a warm program", timeout or 0)
        return code

    def _ended(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._socket], [], [], timeout)[0]:
            self.returncode = int(self._reports.readline())
            self._reports.close()
            self._socket.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class WarmPython:
    """The process that has the package loaded."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())], pass_fds=[theirs.fileno()]
            )

    def start(self, *arguments: str, environment: Mapping[str, str], program: Path | None = None) -> WarmProcess:
        """Start the command, or this program, with these arguments, in this environment."""
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(self._control, [b"."], [theirs.fileno()])
        job = {"arguments": arguments, "environment": dict(environment), "program": program and str(program)}
        ours.sendall(json.dumps(job).encode() + b"\n")
        return WarmProcess(ours)

    def close(self) -> None:
        self._control.close()
        self._process.wait()


def _next_job(control: socket.socket) -> dict[str, Any]:
    """Returns only in forked processes, once in each, with the job to run."""
    running: dict[int, tuple[int, socket.socket]] = {}
    while True:
        for ready in select.select([control, *running], [], [])[0]:
            if ready is not control:
                _report_end(ready, *running.pop(ready))
            elif (job := _take_job(control, running)) is not None:
                control.close()
                for alive, (_, report_socket) in running.items():
                    os.close(alive)
                    report_socket.close()
                return job


def _take_job(control: socket.socket, running: dict[int, tuple[int, socket.socket]]) -> dict[str, Any] | None:
    """What to run in the new process, None in this one; ends this one when its client is gone."""
    _, descriptors, _, _ = socket.recv_fds(control, 1, 1)
    if not descriptors:
        sys.exit()
    report_socket = socket.socket(fileno=descriptors[0])
    with report_socket.makefile("rb") as reports:
        job: dict[str, Any] = json.loads(reports.readline())
    # Only the new process holds the other end, so that it closes when that process ends.
    alive, held = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(alive)
        report_socket.close()
        return job
    os.close(held)
    report_socket.sendall(b"%d\n" % pid)
    running[alive] = pid, report_socket
    return None


def _report_end(alive: int, pid: int, report_socket: socket.socket) -> None:
    os.close(alive)
    _, status = os.waitpid(pid, 0)
    with report_socket:
        report_socket.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))


def main() -> None:
    """Wait for jobs; in a process that is forked for one, do it and end."""
    control = socket.socket(fileno=int(sys.argv[1]))
    for name in LOADED:
        import_module(name)
    described()  # The description of the demo is cached once it is read.
    # Loaded modules are never garbage, and unwritten pages are not copied.
    gc.collect()
    gc.freeze()
    # Ctrl-C in the terminal is for the tests and for what runs.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    job = _next_job(control)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(job["environment"])
    sys.argv[1:] = job["arguments"]
    if job["program"] is None:
        runpy.run_module("wardline", run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(job["program"], run_name="__main__")


if __name__ == "__main__":
    main()
