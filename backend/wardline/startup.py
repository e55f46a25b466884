"""Checks before the server starts; each passes, or raises an error with a one-line message."""

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import psycopg
from alembic import command
from psycopg.conninfo import conninfo_to_dict
from pydantic import TypeAdapter, ValidationError
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import OperationalError

from wardline.addresses import is_loopback, url_host
from wardline.core import retries
from wardline.core.db.advisory_locks import AdvisoryLock, lock_statement
from wardline.core.db.connecting import conninfo
from wardline.core.forms.fields import CallableNumber
from wardline.core.terminal import CommandError, Say
from wardline.exposure import Exposure, of_interface
from wardline.migrations import revisions
from wardline.settings import Settings

OLDEST_POSTGRES = 15
DEMONSTRATION_COMMENT = "Wardline demonstration"
"""The comment of the table with the schema's revision, written by the transaction that creates the schema."""
MIGRATION_LOCK_MILLISECONDS = 1_000
"""Less than requests wait for a lock, so that one that queues behind a migration outlasts the attempt."""
TABLE_IN_USE = frozenset({"55P03", "40P01"})
"""SQLSTATEs: lock timeout, deadlock."""

_HAS_TABLES = """
select exists (
    select from pg_class
    where relkind in ('r', 'p', 'm', 'f')
    and relnamespace not in (select oid from pg_namespace where nspname ~ '^pg_|^information_schema$')
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid
                    and deptype = 'e')
)
"""
"""Whether there is a table that does not belong to an extension."""


class StartupError(CommandError):
    """The server cannot start."""


def read_settings() -> Settings:
    """The environment's settings.

    Raises:
        StartupError: names every invalid setting, without its value.
    """
    try:
        return Settings()
    except ValidationError as error:
        problems = "; ".join(
            f"WARDLINE_{'_'.join(map(str, item['loc'])).upper()}: {item['msg'].removeprefix('Value error, ')}"
            for item in error.errors()
        )
        raise StartupError(f"invalid settings: {problems}") from None


def check_sign_in(settings: Settings) -> None:
    """Require an identity provider, and that the demonstration, where anyone can sign in as anyone, is local."""
    if not settings.demo and not settings.oidc_issuer:
        raise StartupError(
            "no one could sign in: set WARDLINE_OIDC_ISSUER to your OpenID provider, "
            "or WARDLINE_DEMO=1 for the demonstration"
        )
    if settings.demo and not is_loopback(settings.host):
        raise StartupError(
            "in the demonstration anyone can sign in as anyone, so it runs only on this machine: "
            f"WARDLINE_HOST={settings.host} is reachable from other machines"
        )
    if settings.demo and not is_loopback(url_host(settings.origin) or ""):
        raise StartupError(
            "in the demonstration anyone can sign in as anyone, so it runs only on this machine: "
            f"WARDLINE_PUBLIC_URL={settings.public_url} is an address for other machines"
        )


def check_backup_number(settings: Settings) -> None:
    """Require the number that is called when nobody answers; only the demonstration does without."""
    number = settings.backup_number
    if not number:
        if settings.demo:
            return
        raise StartupError(
            "no one would be called when nobody answers a request: "
            "set WARDLINE_BACKUP_NUMBER to a phone number such as (555) 010-0100"
        )
    try:
        TypeAdapter[str](CallableNumber).validate_python(number)
    except ValidationError:
        raise StartupError("WARDLINE_BACKUP_NUMBER is not a phone number such as (555) 010-0100") from None


def reserve_address(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """The server's socket, bound but not yet listening.

    A `shared` address can be reserved again by other processes of this user; the kernel distributes connections over
    those that listen.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise StartupError(f"WARDLINE_HOST={host} is not an address of this machine: {error.strerror}") from None
    reserved = socket.socket(family, kind, protocol)
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        reserved.bind(address)
    except OSError as error:
        reserved.close()
        raise StartupError(
            f"cannot serve on {host}:{port}: {error.strerror}; choose another with WARDLINE_PORT"
        ) from None
    return reserved


@contextmanager
def connection_to(url: str) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
    """A synchronous autocommit connection to a database of a supported version.

    Raises:
        StartupError: it cannot be reached; the message has the host but never the password.
    """
    address = conninfo_to_dict(conninfo(url))
    target = f"{address.get('host') or 'localhost'}:{address.get('port') or 5432}/{address.get('dbname') or ''}"
    try:
        opened = psycopg.connect(conninfo(url), connect_timeout=5, autocommit=True)
    except psycopg.Error as error:
        reason = str(error).strip().splitlines()[0].rsplit("failed: ", 1)[-1]
        raise StartupError(f"cannot reach the database {target}: {reason}") from None
    with opened as connection:
        if connection.info.server_version < OLDEST_POSTGRES * 10_000:
            raise StartupError(f"the database {target} is older than PostgreSQL {OLDEST_POSTGRES}")
        yield connection


def is_owner(url: str) -> bool:
    """Whether the application's role could alter tables or change append-only data."""
    with connection_to(url) as connection:
        row = connection.execute(
            "select rolsuper or exists (select from pg_class where relnamespace = 'public'::regnamespace"
            " and relkind in ('r', 'p') and pg_has_role(current_user, relowner, 'usage'))"
            " from pg_roles where rolname = current_user"
        ).fetchone()
    return bool(row and row[0])


def refuse_owner(settings: Settings, url: str) -> None:
    if not settings.allow_owner and is_owner(url):
        raise StartupError(
            "WARDLINE_DATABASE_URL names a superuser or the tables' owner, who could rewrite the audit trail: "
            "use a separate role there and the owner in WARDLINE_MIGRATE_URL, or set WARDLINE_ALLOW_OWNER=1"
        )


def check_revision(url: str) -> bool:
    """Whether the schema is up to date for this version.

    Raises:
        StartupError: the schema is newer, and this version could damage it.
    """
    with connection_to(url) as connection:
        revision = revisions.of_database(connection)
    if revision is not None and revision not in revisions.known():
        raise StartupError(
            f"the database was used by a newer Wardline (schema {revision}): "
            "install that version, or restore an older backup"
        )
    return revision == revisions.latest()


def exposed_interfaces(url: str) -> Iterator[Exposure]:
    """Organizations in the database whose signed notes are sent unprotected."""
    from wardline.places.note_interfaces import hl7_interfaces  # noqa: PLC0415 - an earlier refusal should be fast

    with connection_to(url) as connection:
        interfaces = list(hl7_interfaces(connection))
    for code, host, has_tls in interfaces:
        yield from of_interface(f"the notes of the organization {code}", host, has_tls=has_tls)


def check_demonstration(url: str) -> None:
    """The demonstration loads synthetic patients, so it accepts only an empty database or its own."""
    with connection_to(url) as connection:
        revision = revisions.of_database(connection)
        is_foreign = revision is None and connection.execute(_HAS_TABLES).fetchone() == (True,)
        comment = connection.execute(
            "select obj_description(to_regclass('public.alembic_version'), 'pg_class')"
        ).fetchone()
    if is_foreign or (revision is not None and comment != (DEMONSTRATION_COMMENT,)):
        raise StartupError("the demonstration (WARDLINE_DEMO) refuses this database: it contains other data")


def migrate(owner_url: str, *, application_role: str, demonstration: bool = False, say: Say = lambda _: None) -> None:
    """Upgrade the schema to this version in one transaction; other servers that start wait for it.

    Altering a table waits for every transaction that uses the table, and later ones queue behind it. So this waits
    briefly, lets the others proceed, and tries again.

    Raises:
        StartupError: a table was never free.
    """
    engine = create_engine(owner_url)
    try:
        for failures in count():
            try:
                with engine.begin() as connection:
                    _upgrade(connection, application_role, demonstration=demonstration)
            except OperationalError as error:
                if getattr(error.orig, "sqlstate", None) not in TABLE_IN_USE:
                    raise
            else:
                return
            if retries.MIGRATION.is_over(failures):
                break
            if failures == 0:
                say("Another session is using a table that must be changed; waiting for it ...")
            time.sleep(retries.MIGRATION.wait(failures))
    finally:
        engine.dispose()
    raise StartupError(
        "a table that must be changed was never free, and nothing was changed: end long transactions, and try again"
    )


def _upgrade(connection: Connection, application_role: str, *, demonstration: bool) -> None:
    connection.execute(lock_statement(AdvisoryLock.MIGRATIONS))
    connection.execute(text(f"set local lock_timeout = {MIGRATION_LOCK_MILLISECONDS}"))
    is_new = connection.scalar(text("select to_regclass('public.alembic_version')")) is None
    config = revisions.configuration()
    config.attributes.update(connection=connection, application_role=application_role)
    command.upgrade(config, "head")
    if is_new and demonstration:
        connection.execute(text(f"comment on table public.alembic_version is '{DEMONSTRATION_COMMENT}'"))
