"""Backup and restore of the embedded database; an own PostgreSQL has its own tools for both.

A backup is taken while the server runs or not, as of one moment. A restore needs the server stopped, and is all or
nothing: the file is read into a second database, which takes the first one's place only when it is complete and of a
known version.
"""

import os
import secrets
import subprocess
from pathlib import Path

import psycopg
from psycopg import sql
from sqlalchemy.engine import make_url

from wardline.core.terminal import CommandError, Say
from wardline.embedded.postgres import DATABASE, EmbeddedPostgres, create_database
from wardline.migrations import revisions
from wardline.settings import Settings

INCOMING = f"{DATABASE}_incoming"
OUTGOING = f"{DATABASE}_outgoing"


class BackupError(CommandError):
    """A backup or a restore that did not happen; the text is one line for the person at the terminal."""


def back_up(settings: Settings, file: Path, say: Say) -> None:
    """Write a backup that only its owner can read; an older one of that name gives way when it is complete."""
    _refuse_own_database(settings)
    _refuse_missing(settings)
    embedded = EmbeddedPostgres(settings.data_dir, report=say)
    embedded.start_or_attach()
    unfinished = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
            _run(embedded, "pg_dump", "--format=custom", f"--dbname={DATABASE}", stdout=target.fileno())
            os.fsync(target.fileno())
        unfinished.replace(file)
    except OSError as error:
        raise BackupError(f"cannot write {file}: {error.strerror}") from error
    finally:
        unfinished.unlink(missing_ok=True)
        embedded.stop()
    say(f"The backup is complete: {file} ({file.stat().st_size:,} bytes)")


def restore(settings: Settings, file: Path, say: Say) -> None:
    """Put the backup in the place of everything that the database holds."""
    _refuse_own_database(settings)
    if not os.access(file, os.R_OK) or not file.is_file():
        raise BackupError(f"cannot read {file}")
    embedded = EmbeddedPostgres(settings.data_dir, report=say)
    embedded.start()
    try:
        _drop_left_overs(embedded)
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
            _drop_left_overs(embedded)
        finally:
            embedded.stop()
    say(f"The database holds what {file} holds.")


def _refuse_own_database(settings: Settings) -> None:
    if settings.database_url is not None:
        raise BackupError("WARDLINE_DATABASE_URL names an own PostgreSQL: back it up and restore it with its own tools")


def _refuse_missing(settings: Settings) -> None:
    if not (settings.data_dir / "database-passwords.json").exists():
        raise BackupError(f"the data folder {settings.data_dir} holds no database")


def _check_incoming(embedded: EmbeddedPostgres, file: Path) -> None:
    with embedded.connect(INCOMING) as connection:
        revision = revisions.of_database(connection)
    if revision is None:
        raise BackupError(f"{file} is not a backup of Wardline")
    if revision not in revisions.known():
        raise BackupError(f"{file} was made by a newer Wardline (schema {revision}): install that version first")


def _drop_left_overs(embedded: EmbeddedPostgres) -> None:
    with embedded.connect() as connection:
        for name in (INCOMING, OUTGOING):
            connection.execute(sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(name)))


def _rename(connection: psycopg.Connection[tuple[object, ...]], old: str, new: str) -> None:
    connection.execute(sql.SQL("alter database {} rename to {}").format(sql.Identifier(old), sql.Identifier(new)))


def _run(embedded: EmbeddedPostgres, program: str, *arguments: str, stdout: int | None = None) -> None:
    """Run one of PostgreSQL's programs as superuser; the password is in its environment, which others cannot read."""
    address = make_url(embedded.url("postgres"))
    environment = {
        "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
        "PGHOST": str(address.host),
        "PGPORT": str(address.port),
        "PGUSER": str(address.username),
        "PGPASSWORD": str(address.password),
    }
    done = subprocess.run(  # noqa: S603 - our own program and arguments
        [embedded.programs / program, "--no-password", *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=stdout or subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        # Further lines may quote rows.
        complaint = (done.stderr.strip().splitlines() or ["no reason given"])[0]
        raise BackupError(f"{program} failed, and nothing was changed: {complaint}")
