"""Backup and restore of the embedded database. A separate PostgreSQL has its own tools for both.

A backup is a consistent snapshot, whether or not the server is running. A restore requires the server to be stopped,
and is all or nothing: the file is loaded into a second database, which replaces the first only if it is complete and
its version is known.
"""

import os
import subprocess
from pathlib import Path

import psycopg
from psycopg import sql
from sqlalchemy.engine import make_url

from wardline.core.files import private_file
from wardline.core.terminal import CommandError, Say
from wardline.embedded.postgres import DATABASE, EmbeddedPostgres, create_database
from wardline.migrations import revisions
from wardline.settings import Settings
from wardline.system.backups import record_backup

INCOMING = f"{DATABASE}_incoming"
OUTGOING = f"{DATABASE}_outgoing"


class BackupError(CommandError):
    """A backup or a restore failed and changed nothing."""


def back_up(settings: Settings, file: Path, say: Say) -> None:
    """Write a backup that only its owner can read. It replaces an existing file only when it is complete."""
    _refuse_separate_database(settings)
    _refuse_missing_database(settings)
    embedded = EmbeddedPostgres(settings.data_dir, report=say)
    embedded.start_or_attach()
    try:
        with private_file(file) as target:
            _run(embedded, "pg_dump", "--format=custom", f"--dbname={DATABASE}", stdout=target.fileno())
    except OSError as error:
        raise BackupError(f"cannot write {file}: {error.strerror}") from error
    finally:
        embedded.stop()
    _record(settings, file, say)
    say(f"The backup is complete: {file} ({file.stat().st_size:,} bytes)")


def restore(settings: Settings, file: Path, say: Say) -> None:
    """Replace the whole database with the backup."""
    _refuse_separate_database(settings)
    if not os.access(file, os.R_OK) or not file.is_file():
        raise BackupError(f"cannot read {file}")
    embedded = EmbeddedPostgres(settings.data_dir, report=say)
    embedded.start()
    try:
        _drop_leftovers(embedded)
        with embedded.connect() as connection:
            create_database(connection, INCOMING)
        say("Reading the backup ...")
        _run(embedded, "pg_restore", "--exit-on-error", "--single-transaction", f"--dbname={INCOMING}", str(file))
        _check_incoming(embedded, file)
        with embedded.connect() as connection, connection.transaction():
            _rename(connection, DATABASE, OUTGOING)
            _rename(connection, INCOMING, DATABASE)
    finally:
        try:
            _drop_leftovers(embedded)
        finally:
            embedded.stop()
    say(f"The database was restored from {file}.")


def _record(settings: Settings, file: Path, say: Say) -> None:
    """The backup is good without it; administrators just cannot see its age."""
    try:
        record_backup(settings.data_dir, file.stat().st_size)
    except OSError as error:
        say(f"The system page will not show this backup: cannot write to {settings.data_dir}: {error.strerror}")


def _refuse_separate_database(settings: Settings) -> None:
    if settings.database_url is not None:
        raise BackupError(
            "WARDLINE_DATABASE_URL names another PostgreSQL: back it up and restore it with its own tools"
        )


def _refuse_missing_database(settings: Settings) -> None:
    if not (settings.data_dir / "database-passwords.json").exists():
        raise BackupError(f"the data folder {settings.data_dir} has no database")


def _check_incoming(embedded: EmbeddedPostgres, file: Path) -> None:
    with embedded.connect(INCOMING) as connection:
        revision = revisions.of_database(connection)
    if revision is None:
        raise BackupError(f"{file} is not a backup of Wardline")
    if revision not in revisions.known():
        raise BackupError(f"{file} was created by a newer Wardline (schema {revision}): install that version first")


def _drop_leftovers(embedded: EmbeddedPostgres) -> None:
    with embedded.connect() as connection:
        for name in (INCOMING, OUTGOING):
            connection.execute(sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(name)))


def _rename(connection: psycopg.Connection[tuple[object, ...]], old: str, new: str) -> None:
    connection.execute(sql.SQL("alter database {} rename to {}").format(sql.Identifier(old), sql.Identifier(new)))


def _run(embedded: EmbeddedPostgres, program: str, *arguments: str, stdout: int | None = None) -> None:
    """Run one of PostgreSQL's programs as superuser. Its password is passed in its environment, which is private."""
    address = make_url(embedded.url("postgres"))
    environment = {
        "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
        "PGHOST": str(address.host),
        "PGPORT": str(address.port),
        "PGUSER": str(address.username),
        "PGPASSWORD": str(address.password),
    }
    result = subprocess.run(  # noqa: S603 - our own program and arguments
        [embedded.programs / program, "--no-password", *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=stdout or subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if result.returncode:
        # Later lines may quote rows.
        message = (result.stderr.strip().splitlines() or ["no reason given"])[0]
        raise BackupError(f"{program} failed, and nothing was changed: {message}")
