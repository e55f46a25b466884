"""The embedded database: started, stopped, killed, and restarted."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.operations.conftest import FAST, make_folder, rows
from wardline.embedded import state as postgres_state
from wardline.embedded.postgres import AlreadyInUseError, EmbeddedPostgres, EmbeddedPostgresError

SERVER = """
import sys, time
from pathlib import Path
from wardline.embedded.postgres import EmbeddedPostgres
database = EmbeddedPostgres(Path(sys.argv[1]))
database.start()
print(database.owner_url, flush=True)
time.sleep(60)
"""
ATTACHED = """
import sys
from pathlib import Path
from wardline.embedded.postgres import EmbeddedPostgres
database = EmbeddedPostgres(Path(sys.argv[1]))
database.start_or_attach()
database.connect("wardline").execute("create table also_made ()")
"""
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the database as another user")


class Killable:
    """A process that runs the database of a directory."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", SERVER, folder], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        with self.process.stdout as output:
            self.url = output.readline().strip()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def initialized() -> Iterator[Path]:
    """A data directory with a stopped database, to copy; creating one takes ten times as long."""
    made = make_folder()
    database = EmbeddedPostgres(made, options=FAST)
    database.start()
    database.stop()
    yield made
    shutil.rmtree(made)


@pytest.fixture
def used(initialized: Path, folder: Path) -> None:
    """The test's directory has the database of an earlier start."""
    subprocess.run(["/bin/cp", "-a", f"{initialized}/.", folder], check=True)


@pytest.fixture
def running(folder: Path, used: None) -> Iterator[Killable]:
    server = Killable(folder)
    yield server
    server.kill()


def test_libpqs_environment_is_ignored(folder: Path, used: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """These variables are for another PostgreSQL, and libpq uses them for whatever a URL omits."""
    for name, value in {
        "PGHOST": "db.hospital.example",
        "PGHOSTADDR": "192.0.2.1",
        "PGPORT": "1",
        "PGSERVICE": "elsewhere",
        "PGSSLMODE": "verify-full",
        "PGOPTIONS": "-c default_transaction_read_only=on",
        "PGTARGETSESSIONATTRS": "standby",
        "PGCONNECT_TIMEOUT": "2",
    }.items():
        monkeypatch.setenv(name, value)
    database = EmbeddedPostgres(folder, options=FAST)
    try:
        database.start()
        rows(database.owner_url, "create table made ()")
        environment = os.environ | {"PGHOSTADDR": "192.0.2.1", "PGCONNECT_TIMEOUT": "2"}
        subprocess.run([sys.executable, "-c", ATTACHED, folder], check=True, env=environment)
    finally:
        database.stop()


def test_a_second_start_keeps_the_data(folder: Path) -> None:
    database = EmbeddedPostgres(folder, options=FAST)
    database.start()
    rows(database.owner_url, "create table kept as select 42 as answer")
    database.stop()
    database.start()
    assert rows(database.owner_url, "select answer from kept") == [(42,)]
    database.stop()
    assert postgres_state.process_id(folder / "postgres" / "cluster") is None


def test_the_application_cannot_create_or_alter_tables(folder: Path, used: None) -> None:
    database = EmbeddedPostgres(folder, options=FAST)
    database.start()
    rows(database.owner_url, "create table audit (id int); grant insert on audit to wardline_app")
    rows(database.application_url, "insert into audit values (1)")
    for forbidden in (
        "create table mine (id int)",
        "drop table audit",
        "alter table audit add x int",
        "delete from audit",
        "update audit set id = 2",
        "truncate audit",
        "set role wardline_owner",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            rows(database.application_url, forbidden)
    database.stop()


def test_connections_need_the_password(folder: Path, used: None) -> None:
    database = EmbeddedPostgres(folder, options=FAST)
    database.start()
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(host="127.0.0.1", port=database.port, user="postgres", password="guess", dbname="postgres")
    assert (folder / "database-passwords.json").stat().st_mode & 0o077 == 0
    database.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the next start stops the orphan")
def test_the_database_ends_when_its_server_is_killed(folder: Path, running: Killable) -> None:
    cluster = folder / "postgres" / "cluster"
    database = postgres_state.process_id(cluster)
    assert database is not None
    running.kill()
    deadline = time.monotonic() + 60
    while postgres_state.is_postgres(database, cluster):
        assert time.monotonic() < deadline, "the database has outlived its server"
        time.sleep(0.05)


def test_after_a_kill_all_commits_are_there(folder: Path, running: Killable) -> None:
    rows(running.url, "create table kept as select 42 as answer")
    running.kill()
    database = EmbeddedPostgres(folder)
    database.start()
    assert rows(database.owner_url, "select answer from kept") == [(42,)]
    database.stop()


def test_it_recovers_when_server_and_database_are_killed(folder: Path, running: Killable) -> None:
    rows(running.url, "create table kept as select 42 as answer")
    postmaster = postgres_state.process_id(folder / "postgres" / "cluster")
    assert postmaster is not None
    os.kill(postmaster, signal.SIGKILL)
    running.kill()
    database = EmbeddedPostgres(folder)
    database.start()
    assert rows(database.owner_url, "select answer from kept") == [(42,)]
    database.stop()


def test_a_database_that_outlived_its_server_is_stopped_first(folder: Path, used: None) -> None:
    first = EmbeddedPostgres(folder, options=FAST)
    first.start()
    rows(first.owner_url, "create table kept as select 42 as answer")
    orphan = postgres_state.process_id(folder / "postgres" / "cluster")
    assert first._lock is not None
    first._lock.close()
    second = EmbeddedPostgres(folder, options=FAST)
    second.start()
    assert postgres_state.process_id(folder / "postgres" / "cluster") != orphan
    assert rows(second.owner_url, "select answer from kept") == [(42,)]
    second.stop()
    assert first._process is not None
    assert first._process.wait(timeout=60) == 0


def test_an_unrelated_process_with_the_old_process_id_does_not_prevent_the_start(folder: Path, used: None) -> None:
    database = EmbeddedPostgres(folder, options=FAST)
    database.start()
    rows(database.owner_url, "create table kept as select 42 as answer")
    pid_file = folder / "postgres" / "cluster" / "postmaster.pid"
    before = pid_file.read_text().splitlines()
    database.stop()
    owner = (folder / "postgres" / "cluster").stat().st_uid
    unrelated = subprocess.Popen(["/bin/sleep", "60"], user=owner if os.geteuid() == 0 else None)
    pid_file.write_text("\n".join([str(unrelated.pid), *before[1:], ""]))
    database.start()
    assert rows(database.owner_url, "select answer from kept") == [(42,)]
    database.stop()
    unrelated.kill()
    unrelated.wait()


def test_a_second_server_on_the_same_folder_is_refused(folder: Path, running: Killable) -> None:
    with pytest.raises(AlreadyInUseError, match=f"process {running.process.pid}"):
        EmbeddedPostgres(folder).start()
    attached = EmbeddedPostgres(folder)
    attached.start_or_attach()
    assert rows(attached.owner_url, "select 1") == [(1,)]
    attached.stop()
    assert rows(running.url, "select 1") == [(1,)]


def test_the_database_of_another_version_is_not_changed(folder: Path) -> None:
    cluster = folder / "postgres" / "cluster"
    cluster.mkdir(parents=True)
    (cluster / "PG_VERSION").write_text("17\n")
    with pytest.raises(EmbeddedPostgresError, match="is from PostgreSQL 17"):
        EmbeddedPostgres(folder).start()
    assert [path.name for path in cluster.iterdir()] == ["PG_VERSION"]


def test_it_must_be_started_from_the_main_thread(folder: Path) -> None:
    raised: list[BaseException] = []

    def start() -> None:
        try:
            EmbeddedPostgres(folder).start()
        except RuntimeError as error:
            raised.append(error)

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert "main thread" in str(raised[0])


@as_root
def test_below_a_private_folder_it_uses_a_folder_of_its_own() -> None:
    with tempfile.TemporaryDirectory() as closed:
        database = EmbeddedPostgres(Path(closed) / "data", options=FAST)
        database.start()
        home = Path((Path(closed) / "data" / "postgres-location").read_text().strip())
        try:
            rows(database.owner_url, "create table kept as select 42 as answer")
            database.stop()
            database.start()
            assert rows(database.owner_url, "select answer from kept") == [(42,)]
            assert (home / "cluster").stat().st_uid != 0
            assert Path(closed).stat().st_mode & 0o777 == 0o700
        finally:
            database.stop()
            shutil.rmtree(home)


@as_root
def test_programs_that_others_cannot_read_are_copied(folder: Path, used: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wardline.embedded.location._can_run", lambda *_: False)
    database = EmbeddedPostgres(folder, options=FAST)
    database.start()
    assert database.programs.is_relative_to(folder)
    assert rows(database.owner_url, "select 1") == [(1,)]
    database.stop()


def test_a_database_that_shut_down_cleanly_leaves_no_process_file(tmp_path: Path) -> None:
    postgres_state.forget_process(tmp_path)
    assert list(tmp_path.iterdir()) == []
