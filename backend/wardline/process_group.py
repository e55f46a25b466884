"""``wardline serve --workers N``: N processes that answer requests on one port, and one each for jobs and for audits.

Each is an ordinary command of its own, which is restarted when it ends. On Linux, the kernel distributes new
connections evenly over the processes that listen.
"""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from tempfile import TemporaryDirectory
from typing import Final, Never

from prometheus_client import multiprocess

from wardline.core import child_process, retries
from wardline.core.ending import end
from wardline.core.metrics import SHARED_FOLDER
from wardline.core.terminal import IS_READY, CommandError
from wardline.embedded.postgres import EmbeddedPostgres
from wardline.embedded.supervision import keep_running
from wardline.settings import Settings

log = logging.getLogger(__name__)

STOP_SECONDS: Final = 15
"""How long a process may take to stop; requests and jobs in progress get less than that."""
_WEB: Final = ("serve", "--share-port")
_BACKGROUND: Final = ("worker",)
_AUDITOR: Final = ("audit-pages",)
AUDITOR_AFTER_SECONDS: Final = 10
"""When a server that is one process starts its auditor, so that its own start takes no longer, or tries again."""


class ProcessFailedError(CommandError):
    """A process did not even start; it has printed why."""


def run_group(
    settings: Settings, workers: int, embedded: EmbeddedPostgres | None, announce: Callable[[], None]
) -> None:
    """Run the group on a prepared database until a signal. Call from the main thread.

    Raises:
        ProcessFailedError: one of the processes could not start; the others have been stopped.
    """
    with TemporaryDirectory(prefix="wardline-metrics-") as metrics:
        environment = {**os.environ, "WARDLINE_DATABASE_URL": settings.database_url or "", SHARED_FOLDER: metrics}
        web = {**environment, "WARDLINE_BACKGROUND_JOBS": "0"}
        processes = []
        if settings.background_jobs:
            processes += [_Process("worker", _BACKGROUND, environment), _Process("auditor", _AUDITOR, environment)]
        processes += [_Process(f"server {number}", _WEB, web) for number in range(1, workers + 1)]
        with suppress(asyncio.CancelledError):  # By a signal.
            asyncio.run(_run(processes, embedded, announce))


@asynccontextmanager
async def auditor_beside(settings: Settings) -> AsyncIterator[None]:
    """Audit pages in a process of its own until the block ends, if this one runs background jobs on this database.

    Call from the main thread.
    """
    if not settings.background_jobs:
        yield
        return
    auditing = asyncio.create_task(_keep_auditing(settings))
    try:
        yield
    finally:
        await end(auditing, again_after=2 * STOP_SECONDS)


async def _keep_auditing(settings: Settings) -> Never:
    environment = {**os.environ, "WARDLINE_DATABASE_URL": settings.database_url or ""}
    while True:
        await asyncio.sleep(AUDITOR_AFTER_SECONDS)
        try:
            await _Process("auditor", _AUDITOR, environment).keep_running()
        except ProcessFailedError as error:
            log.error("pages are not audited: %s", error)  # noqa: TRY400


async def _run(
    processes: Sequence["_Process"], embedded: EmbeddedPostgres | None, announce: Callable[[], None]
) -> None:
    group_task = asyncio.current_task()
    assert group_task is not None  # noqa: S101 - this is one
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, group_task.cancel)
    try:
        async with keep_running(embedded), asyncio.TaskGroup() as group:
            for process in processes:
                group.create_task(process.keep_running())
            for process in processes:
                await process.is_ready.wait()
            announce()
    except* ProcessFailedError as failures:
        raise failures.exceptions[0] from None


class _Process:
    """A command in a process of its own."""

    def __init__(self, name: str, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        self._name = name
        self._arguments = arguments
        self._environment = environment
        self.is_ready = asyncio.Event()
        """Set for good once it has been ready."""

    async def keep_running(self) -> None:
        """Start it whenever it has ended.

        Raises:
            ProcessFailedError: it ended before it had ever been ready.
        """
        clock = asyncio.get_running_loop().time
        restarts = retries.Restarts(retries.RESTART)
        while True:
            started = clock()
            try:
                end: int | str | None = await self._run()
            except OSError as error:  # The machine is out of memory or processes, and may recover.
                end = error.strerror
            if not self.is_ready.is_set():
                raise ProcessFailedError(f"the {self._name} process did not start ({end})")
            pause = restarts.pause(clock() - started)
            log.error("the %s process has ended (%s) and will restart in %s s", self._name, end, pause)
            await asyncio.sleep(pause)

    async def _run(self) -> int:
        """Returns its exit code, negative for a signal; a caller that is canceled stops it first."""
        process = await self._start()
        try:
            assert process.stdout is not None  # noqa: S101 - it is a pipe
            async for line in process.stdout:
                if IS_READY.encode() in line:  # It is all that is read of the output.
                    self.is_ready.set()
            return await process.wait()
        finally:
            await _stop(process)
            if SHARED_FOLDER in self._environment:
                # The library keeps what a process has counted, and drops what only a living one has, such as sockets.
                multiprocess.mark_process_dead(process.pid, self._environment[SHARED_FOLDER])  # type: ignore[no-untyped-call]

    async def _start(self) -> asyncio.subprocess.Process:
        # A session of its own: Ctrl-C in the terminal is for this process, which then stops the others.
        starting = asyncio.create_task(
            asyncio.create_subprocess_exec(
                *child_process.command(signal.SIGTERM, [sys.executable, "-m", "wardline", *self._arguments]),
                env=self._environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
        )
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            # If it exists by now, nobody else knows of it.
            with suppress(OSError):
                await _stop(await starting)
            raise


async def _stop(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
