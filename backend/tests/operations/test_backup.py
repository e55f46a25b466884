"""Backup and restore of the embedded database."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.operations.conftest import FAST, Run, make_folder, rows
from wardline import startup
from wardline.embedded.postgres import EmbeddedPostgres
from wardline.migrations import revisions
from wardline.system.backups import last_backup


@pytest.fixture(scope="module")
def prepared() -> Iterator[Path]:
    """A data directory with our schema and one more table, to copy; its database is stopped."""
    made = make_folder()
    database = EmbeddedPostgres(made, options=FAST)
    database.start()
    startup.migrate(database.owner_url, application_role="wardline_app", demonstration=True)
    rows(database.owner_url, "create table kept as select 42 as answer; grant select on kept to wardline_app")
    database.stop()
    yield made
    shutil.rmtree(made)


@pytest.fixture
def embedded(prepared: Path, folder: Path) -> Iterator[EmbeddedPostgres]:
    subprocess.run(["/bin/cp", "-a", f"{prepared}/.", folder], check=True)
    database = EmbeddedPostgres(folder, options=FAST)
    database.start()
    yield database
    database.stop()


def test_a_restored_backup_has_the_same_content(wardline: Run, embedded: EmbeddedPostgres, folder: Path) -> None:
    file = folder / "today.backup"
    done = wardline("backup", file, data_dir=folder)
    assert done.code == 0, done.errors
    assert file.stat().st_mode & 0o077 == 0
    recorded = last_backup(folder)
    assert recorded is not None
    assert recorded.bytes == file.stat().st_size
    rows(embedded.owner_url, "drop table kept; create table later (id int)")

    refused = wardline("restore", file, data_dir=folder)
    assert refused.code == 1
    assert "is using the data folder" in refused.errors

    embedded.stop()
    done = wardline("restore", file, data_dir=folder)
    assert done.code == 0, done.errors
    embedded.start()
    assert rows(embedded.application_url, "select answer from kept") == [(42,)]
    assert rows(embedded.owner_url, "select to_regclass('later')") == [(None,)]
    assert rows(embedded.owner_url, "select tableowner from pg_tables where tablename = 'kept'") == [
        ("wardline_owner",)
    ]
    startup.check_demonstration(embedded.application_url)
    assert startup.check_revision(embedded.application_url)
    assert not startup.is_owner(embedded.application_url)


def test_a_backup_can_be_restored_into_an_empty_folder(wardline: Run, embedded: EmbeddedPostgres, folder: Path) -> None:
    file = folder / "today.backup"
    assert wardline("backup", file, data_dir=folder).code == 0
    other = make_folder()
    assert wardline("restore", file, data_dir=other).code == 0
    elsewhere = EmbeddedPostgres(other, options=FAST)
    elsewhere.start()
    assert rows(elsewhere.application_url, "select answer from kept") == [(42,)]
    elsewhere.stop()
    shutil.rmtree(other)


@pytest.mark.parametrize("content", [b"", b"not a backup", None])
def test_a_bad_backup_changes_nothing(
    wardline: Run, embedded: EmbeddedPostgres, folder: Path, content: bytes | None
) -> None:
    file = folder / "bad.backup"
    if content is None:
        wardline("backup", file, data_dir=folder)
        content = file.read_bytes()[: file.stat().st_size // 2]
    file.write_bytes(content)
    embedded.stop()
    done = wardline("restore", file, data_dir=folder)
    assert done.code == 1
    assert done.errors.startswith("wardline: ")
    assert done.errors.count("\n") == 1
    embedded.start()
    assert rows(embedded.application_url, "select answer from kept") == [(42,)]
    with embedded.connect() as connection:
        names = connection.execute("select datname from pg_database where datname like 'wardline%'").fetchall()
    assert names == [("wardline",)]


def test_a_backup_of_a_newer_version_is_refused(wardline: Run, embedded: EmbeddedPostgres, folder: Path) -> None:
    rows(embedded.owner_url, "update alembic_version set version_num = 'from the future'")
    file = folder / "newer.backup"
    assert wardline("backup", file, data_dir=folder).code == 0
    rows(embedded.owner_url, f"update alembic_version set version_num = '{revisions.latest()}'")  # noqa: S608 - our own revision
    embedded.stop()
    done = wardline("restore", file, data_dir=folder)
    assert done.code == 1
    assert "newer Wardline" in done.errors


def test_a_backup_does_not_create_a_database(wardline: Run, folder: Path) -> None:
    done = wardline("backup", folder / "b", data_dir=folder / "empty")
    assert done.code == 1
    assert "has no database" in done.errors
    assert not (folder / "empty").exists()
