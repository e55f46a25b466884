"""The embedded PostgreSQL: a child process with its files in the data directory.

It listens on loopback only, with a random password for each role. It ends with this process, even if that is killed; an
orphan from an earlier process is stopped first. A server restarts it when it crashes (`supervision`). Nothing outside
the data directory is changed, except for root, as described in `location`.
"""

import fcntl
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Literal
from urllib.parse import quote

import psycopg
from psycopg import sql

from wardline.core import child_process
from wardline.core.db.connecting import conninfo
from wardline.embedded import state
from wardline.embedded.location import (
    POSTGRES_VERSION,
    EmbeddedPostgresError,
    Location,
    change_owner,
    find_location,
    initdb_user,
)
from wardline.setting_values import DRIVER
from wardline.system.backups import CLUSTER_NAME

__all__ = ["DATABASE", "AlreadyInUseError", "EmbeddedPostgres", "EmbeddedPostgresError"]

DATABASE = "wardline"
Role = Literal["postgres", "wardline_owner", "wardline_app"]
ROLES: tuple[Role, ...] = ("postgres", "wardline_owner", "wardline_app")
LOG_LIMIT_BYTES = 5_000_000
STOP_SECONDS = 30
RECOVERY_NOTICE_SECONDS = 2
PRIVATE_UMASK = 0o077

_OPTIONS = {
    "cluster_name": CLUSTER_NAME,
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_checkpoints": "off",
    # Statements and error details may contain patient data, so they are not logged.
    "log_error_verbosity": "terse",
    "log_min_error_statement": "panic",
}


class AlreadyInUseError(EmbeddedPostgresError):
    """Another Wardline process uses this data directory."""


class EmbeddedPostgres:
    """The database of one data directory.

    `options` are PostgreSQL settings in addition to ours (tests use ``fsync: off``); `report` is called with a short
    sentence before anything that takes long.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        options: Mapping[str, str] | None = None,
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.data_dir = data_dir.absolute()
        self.port = 0
        self._options = {**_OPTIONS, **(options or {})}
        self._report = report
        self._lock: IO[str] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._passwords: dict[str, str] = {}
        self._found_location: Location | None = None

    @property
    def application_url(self) -> str:
        """SQLAlchemy URL of the role that can neither alter tables nor change append-only data."""
        return self.url("wardline_app")

    @property
    def owner_url(self) -> str:
        """SQLAlchemy URL of the role that owns the schema and runs migrations."""
        return self.url("wardline_owner")

    @property
    def programs(self) -> Path:
        """The directory of ``pg_dump`` and the other programs."""
        return self._location.programs

    def url(self, role: Role, database: str = DATABASE) -> str:
        return f"{DRIVER}://{role}:{quote(self._passwords[role])}@127.0.0.1:{self.port}/{database}"

    def connect(self, database: str = "postgres") -> psycopg.Connection[tuple[object, ...]]:
        """A synchronous autocommit connection as superuser."""
        address = conninfo(self.url("postgres", database))
        return psycopg.connect(address, autocommit=True, connect_timeout=10)

    def start(self) -> None:
        """Return once the database accepts connections and both roles exist. Call from the main thread.

        Removes libpq's variables (PGHOSTADDR, PGSERVICE, PGSSLMODE ...) from this process's environment: they are meant
        for another database, and libpq would apply them even for a URL that names its host.

        Raises:
            AlreadyInUseError: another process has started it and is still running.
            EmbeddedPostgresError: it cannot be started; nothing is left running.
        """
        if threading.current_thread() is not threading.main_thread():
            # The kernel ends the child with the thread that started it, not with the process.
            raise RuntimeError("the embedded database must be started from the main thread")
        for name in [name for name in os.environ if name.startswith("PG")]:
            del os.environ[name]
        self._found_location = find_location(self.data_dir)
        self._acquire_lock()
        try:
            self._initialize()
            self._stop_orphan()
            self._launch()
            self._create_roles()
        except BaseException:
            self.stop()
            raise

    def start_or_attach(self) -> None:
        """Like `start`, but use the database of a server that is already using this data directory."""
        try:
            self.start()
        except AlreadyInUseError:
            self._attach()

    @property
    def has_ended(self) -> bool:
        """Whether the database that this object started has ended without `stop`."""
        return self._process is not None and self._process.poll() is not None

    def restart(self) -> None:
        """Restart a database that has ended, on the same port, without waiting. Call from the main thread."""
        orphan = state.process_id(self._location.cluster)
        if orphan is not None and not state.is_postgres(orphan, self._location.cluster):
            state.forget_process(self._location.cluster)
        self._start_process()

    def stop(self) -> None:
        """Stop the database, if this object started it, in bounded time. May be called again."""
        process, self._process = self._process, None
        if process is not None:
            for stop_signal, timeout in ((signal.SIGINT, STOP_SECONDS), (signal.SIGQUIT, 5), (signal.SIGKILL, 5)):
                process.send_signal(stop_signal)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(timeout)
                    break
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    @property
    def _location(self) -> Location:
        if self._found_location is None:
            raise RuntimeError("the embedded database has not been started")
        return self._found_location

    def _acquire_lock(self) -> None:
        """The holder of the lock owns the database; the kernel releases it if the holder dies."""
        try:
            lock = (self.data_dir / "server.lock").open("a+")
        except OSError as error:
            raise EmbeddedPostgresError(f"cannot write to the data folder {self.data_dir}: {error.strerror}") from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.seek(0)
            holder = lock.read().strip()
            lock.close()
            raise AlreadyInUseError(
                f"another Wardline (process {holder}) is using the data folder {self.data_dir}"
            ) from error
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        self._lock = lock

    def _initialize(self) -> None:
        """Create the database cluster on the first start, all or nothing."""
        keys = self.data_dir / "database-passwords.json"
        cluster = self._location.cluster
        if not (cluster / "PG_VERSION").exists():
            self._report("Creating the database ...")
            self._passwords = {role: secrets.token_urlsafe(24) for role in ROLES}
            _write_private(keys, json.dumps(self._passwords))
            self._run_initdb(cluster)
        version = (cluster / "PG_VERSION").read_text().strip()
        if version != POSTGRES_VERSION:
            raise EmbeddedPostgresError(
                f"the database in {cluster} is from PostgreSQL {version}, but this Wardline has {POSTGRES_VERSION}: "
                "take a backup with the older Wardline and restore it into a new data folder"
            )
        try:
            self._passwords = json.loads(keys.read_text())
        except OSError as error:
            raise EmbeddedPostgresError(
                f"cannot read the database's passwords from {keys}: {error.strerror}"
            ) from error

    def _run_initdb(self, cluster: Path) -> None:
        place = self._location
        user = initdb_user(place)
        unfinished = place.home / "cluster.new"
        password_file = place.home / "initial-password"
        for leftover in (unfinished, cluster):
            shutil.rmtree(leftover, ignore_errors=True)
        unfinished.mkdir(mode=0o700, parents=True)
        _write_private(password_file, self._passwords["postgres"])
        if user >= 0:
            change_owner(unfinished, user)
            os.chown(password_file, user, user)
        result = subprocess.run(  # noqa: S603 - our own program and arguments
            self._child(
                place.programs / "initdb",
                *("--username=postgres", f"--pwfile={password_file}", "--auth=scram-sha-256", "--encoding=UTF8"),
                *("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", f"--pgdata={unfinished}"),
                user_id=user,
            ),
            cwd="/",
            umask=PRIVATE_UMASK,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        password_file.unlink()
        if result.returncode:
            message = (result.stderr.strip().splitlines() or ["no reason given"])[0]
            raise EmbeddedPostgresError(f"the embedded database could not be created: {message}")
        if place.user_id is not None:
            change_owner(unfinished, place.user_id)
        unfinished.rename(cluster)

    def _stop_orphan(self) -> None:
        """Stop a database whose server was killed. We hold the lock, so no one else is using it."""
        orphan = state.process_id(self._location.cluster)
        if orphan is None:
            return
        if not state.is_postgres(orphan, self._location.cluster):
            state.forget_process(self._location.cluster)
            return
        self._report("Stopping the database that an earlier server left running ...")
        for stop_signal in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
            with suppress(ProcessLookupError):
                os.kill(orphan, stop_signal)
            if _wait_until(lambda: not state.is_postgres(orphan, self._location.cluster), STOP_SECONDS):
                # It may still be a zombie, which PostgreSQL would mistake for a running process.
                state.forget_process(self._location.cluster)
                return
        raise EmbeddedPostgresError(f"the database process {orphan} of an earlier server did not stop")

    def _launch(self) -> None:
        for attempt in range(20):
            message = self._try_to_launch()
            if message is None:
                return
            # Someone else took the port first, or processes of a killed database are still ending.
            if "could not bind" not in message and "shared memory block" not in message:
                break
            time.sleep(0.05 * attempt)
        raise EmbeddedPostgresError(f"the embedded database did not start: {message} (log: {self._location.log})")

    def _try_to_launch(self) -> str | None:
        """Start the server and wait for it. Returns the reason if it exited instead."""
        self.port = _free_port()
        process, log_position = self._start_process()
        if self._wait_until_ready(process.pid):
            return None
        self._process = None
        return state.startup_errors(self._location.log, log_position)

    def _start_process(self) -> tuple[subprocess.Popen[bytes], int]:
        """Start the process; returns it, and the position in the log where its output begins."""
        place = self._location
        if place.log.exists() and place.log.stat().st_size > LOG_LIMIT_BYTES:
            place.log.replace(place.log.with_suffix(".log.old"))
        settings = [part for name, value in self._options.items() for part in ("-c", f"{name}={value}")]
        with place.log.open("ab") as log:
            place.log.chmod(0o600)
            self._process = subprocess.Popen(  # noqa: S603 - our own program and arguments
                self._child(place.programs / "postgres", "-D", place.cluster, "-p", str(self.port), *settings),
                cwd="/",
                umask=PRIVATE_UMASK,
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # Ctrl-C in the terminal is for the server, which stops the database once it no longer needs it.
                start_new_session=True,
            )
            return self._process, log.tell()

    def _wait_until_ready(self, pid: int) -> bool:
        started, reports = time.monotonic(), 0
        while self._process is not None and self._process.poll() is None:
            if state.status(self._location.cluster, pid) == "ready":
                return True
            if time.monotonic() - started > RECOVERY_NOTICE_SECONDS + 10 * reports:
                reports += 1
                self._report("The database is recovering from an unclean stop; waiting for it ...")
            time.sleep(0.02)
        return False

    def _attach(self) -> None:
        """Use the database of another process, which may still be starting."""
        cluster = self._location.cluster
        if not _wait_until(lambda: state.status(cluster) == "ready", STOP_SECONDS):
            raise EmbeddedPostgresError(f"the database in {cluster} is in use by another Wardline, but is not ready")
        self._passwords = json.loads((self.data_dir / "database-passwords.json").read_text())
        self.port = state.port(cluster)

    def _create_roles(self) -> None:
        """The database is created last, so its existence means that everything before it succeeded."""
        with self.connect() as connection:
            if connection.execute("select 1 from pg_database where datname = %s", [DATABASE]).fetchone():
                return
            for role in ROLES[1:]:
                name = sql.Identifier(role)
                if not connection.execute("select 1 from pg_roles where rolname = %s", [role]).fetchone():
                    connection.execute(sql.SQL("create role {} login").format(name))
                connection.execute(
                    sql.SQL("alter role {} password {}").format(name, sql.Literal(self._passwords[role]))
                )
            create_database(connection, DATABASE)

    def _child(self, program: Path, *arguments: str | Path, user_id: int | None = None) -> list[str | Path]:
        user = user_id if user_id is not None else self._location.user_id
        # SIGINT is PostgreSQL's fast and clean shutdown.
        return child_process.command(signal.SIGINT, [program, *arguments], user_id=user)


def create_database(connection: psycopg.Connection[tuple[object, ...]], name: str) -> None:
    """Create an empty database that the owner's role owns and the application's role may connect to."""
    identifier = sql.Identifier(name)
    connection.execute(sql.SQL("create database {} owner wardline_owner").format(identifier))
    connection.execute(sql.SQL("revoke all on database {} from public").format(identifier))
    connection.execute(sql.SQL("grant connect on database {} to wardline_app").format(identifier))


def _environment() -> dict[str, str]:
    """An environment without the user's PG* variables and without our secrets."""
    return {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C"}


def _write_private(path: Path, text: str) -> None:
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until(condition: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
