"""A standby of a test database: a real replica that follows it and can replace it."""

import asyncio
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from wardline.core import child_process
from wardline.embedded.location import change_owner, find_location
from wardline.embedded.postgres import DATABASE

from .conftest import TIMEOUT_SECONDS, free_port
from .own_database import OwnDatabase, make_folder

NAME = "standby"
_SYNC_STATE = "select sync_state from pg_stat_replication where application_name = %s"


class Standby:
    """Created by ``pg_basebackup``; it follows once it is started."""

    def __init__(self, primary: OwnDatabase, folder: Path) -> None:
        self.port = free_port()
        self._place = find_location(primary.folder)
        self._files = folder / "cluster"
        self._primary = primary
        self._process: subprocess.Popen[bytes] | None = None
        source = primary.postgres.url("postgres", "").replace("+psycopg", "").rstrip("/")
        self._run(
            "pg_basebackup",
            *("-d", f"{source}?application_name={NAME}", "-D", str(self._files)),
            *("--write-recovery-conf", "--checkpoint=fast", "--wal-method=stream"),
        )

    def connect(self) -> psycopg.Connection[tuple[object, ...]]:
        """As superuser, with the same password as on the primary."""
        address = self._primary.postgres.url("postgres", DATABASE).replace("+psycopg", "")
        port = self._primary.postgres.port
        return psycopg.connect(address.replace(f":{port}/", f":{self.port}/"), autocommit=True)

    async def start(self) -> None:
        """Return when it follows the primary, or, without one, when it accepts queries."""
        settings = [
            part for each in ("listen_addresses=127.0.0.1", "unix_socket_directories=") for part in ("-c", each)
        ]
        self._process = self._begin("postgres", "-D", str(self._files), "-p", str(self.port), *settings)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while True:
                assert self._process.poll() is None, "the standby ended"
                with suppress(psycopg.OperationalError):
                    self.connect().close()
                    return
                await asyncio.sleep(0.05)

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(TIMEOUT_SECONDS)
            self._process = None

    async def until_synchronous(self) -> None:
        """Return when the primary confirms only what is also here."""
        with self._primary.postgres.connect() as admin:
            admin.execute(f"alter system set synchronous_standby_names = '{NAME}'")
            admin.execute("select pg_reload_conf()")
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while admin.execute(_SYNC_STATE, [NAME]).fetchone() != ("sync",):
                    await asyncio.sleep(0.05)

    def promote(self) -> None:
        """Return when it accepts changes instead of the primary."""
        with self.connect() as admin:
            assert admin.execute("select pg_promote()").fetchone() == (True,)

    def _begin(self, program: str, *arguments: str) -> "subprocess.Popen[bytes]":
        path = self._place.programs / program
        return subprocess.Popen(
            child_process.command(signal.SIGINT, [path, *arguments], user_id=self._place.user_id),
            cwd="/",
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def _run(self, program: str, *arguments: str) -> None:
        assert self._begin(program, *arguments).wait(TIMEOUT_SECONDS) == 0, program


@contextmanager
def standby_of(primary: OwnDatabase) -> Iterator[Standby]:
    folder = make_folder()
    user = find_location(primary.folder).user_id
    if user is not None:
        change_owner(folder, user)
    standby = Standby(primary, folder)
    try:
        yield standby
    finally:
        standby.stop()
        shutil.rmtree(folder)
