"""The application's role can add entries to the trail, and nothing else."""

import hashlib
from datetime import UTC, datetime, timedelta

import orjson
import psycopg
import pytest
from alembic import command
from bodies import Bodies
from psycopg.sql import SQL, Identifier
from sqlalchemy import create_engine, text
from sqlalchemy.exc import ProgrammingError

from conftest import Cluster, RolledBackDatabase, SignIn
from wardline.audit import chain
from wardline.audit.verifying import verify
from wardline.core.db.database import Database
from wardline.embedded.postgres import create_database
from wardline.migrations import revisions
from wardline.startup import migrate

RECORD = "select record_audit_entry('r', 1, 'x', 200::smallint, null, null, '{}', '{}', '{}', '{}', null)"
FORBIDDEN = (
    (
        "insert into audit_entries (at, request_id, user_id, action, status, organization_ids, consult_ids,"
        " patient_ids, emr_ids) values ('2020-01-01', 'r', 1, 'x', 200, '{}', '{}', '{}', '{}')"
    ),
    (
        "insert into audit_entries_other (at, request_id, user_id, action, status, organization_ids, consult_ids,"
        " patient_ids, emr_ids) values ('2020-01-01', 'r', 1, 'x', 200, '{}', '{}', '{}', '{}')"
    ),
    "insert into audit_links (position, entry_id, hash) values (1, 1, '')",
    "delete from audit_entries",
    "update audit_entries set at = at",
    "truncate audit_entries",
    "delete from audit_links",
    "update audit_links set hash = hash",
    "truncate audit_links",
    "delete from audit_entries_other",
    "update audit_entries_other set user_id = user_id",
    "select setval(pg_get_serial_sequence('audit_entries', 'id'), 1)",
    "alter table audit_entries add column x text",
    (
        "create or replace function record_audit_entry(text, integer, text, smallint, text, text, integer[], uuid[],"
        " uuid[], text[], json) returns void language sql as ''"
    ),
)


@pytest.mark.parametrize("statement", FORBIDDEN)
async def test_the_applications_role_cannot_write_to_the_trail(database: RolledBackDatabase, statement: str) -> None:
    async with database.session() as session:
        with pytest.raises(ProgrammingError, match=r"permission denied|must be owner"):
            await session.execute(text(statement))


@pytest.mark.usefixtures("noon")
async def test_an_entry_has_the_databases_time_regardless_of_the_servers_clock(
    database: RolledBackDatabase, sign_in: SignIn, bodies: Bodies
) -> None:
    started_at = datetime.now(UTC)
    await bodies.create(sign_in("nurse"))
    async with database.session() as session:
        at = await session.scalar(text("select at from audit_entries"))
    assert timedelta() <= at - started_at < timedelta(minutes=5)


async def test_objects_of_the_same_name_are_not_used(cloned: tuple[str, str]) -> None:
    """Temporary tables and functions, which most installations permit."""
    with psycopg.connect(cloned[1].replace("+psycopg", ""), autocommit=True) as owner:
        owner.execute(
            SQL("grant temporary on database {} to wardline_app").format(Identifier(cloned[1].rpartition("/")[2]))
        )
    database = Database(cloned[0], pool_size=1)
    async with database.session() as session:
        for statement in (
            "create temp table audit_entries (like public.audit_entries including all)",
            "create temp table audit_links (like public.audit_links including all)",
            "create function pg_temp.clock_timestamp() returns timestamptz language sql as $$select to_timestamp(0)$$",
            "create function pg_temp.sha256(bytea) returns bytea language sql as $$ select '\\x00'::bytea $$",
            "set local search_path = pg_temp, public",
            RECORD,
            "select link_audit_entries(null, 10)",
        ):
            await session.execute(text(statement))
        assert await session.scalar(text("select extract(year from at) > 2020 from public.audit_entries"))
        assert await session.scalar(text("select length(hash) from public.audit_links")) == len(chain.ZERO)
    await database.close()


async def test_the_chain_of_an_older_version_continues(cluster: Cluster) -> None:
    """Rows written and linked by version 0019 verify, and new ones are linked after them."""
    name = "older"
    with cluster.postgres.connect() as admin:
        create_database(admin, name)
    owner_url, url = cluster.postgres.url("wardline_owner", name), cluster.postgres.url("wardline_app", name)
    engine = create_engine(owner_url)
    with engine.begin() as connection:
        config = revisions.configuration()
        config.attributes.update(connection=connection, application_role="wardline_app")
        command.upgrade(config, "0019")
    engine.dispose()
    head = _linked_as_before(url)
    migrate(owner_url, application_role="wardline_app")
    database = Database(url, pool_size=1)
    found = await verify(database, known=head)
    assert (found.entries, found.head, found.fault) == (3, head, None)
    async with database.transaction() as session:
        await session.execute(text(RECORD))
    later = await verify(database, known=head)
    assert (later.entries, later.fault) == (4, None)
    await database.close()
    cluster.drop(name)


async def test_one_role_that_owns_and_serves_still_writes(cluster: Cluster) -> None:
    """As with WARDLINE_ALLOW_OWNER, for an owner who is not a superuser and keeps its own rights."""
    name = "single"
    with cluster.postgres.connect() as admin:
        create_database(admin, name)
    url = cluster.postgres.url("wardline_owner", name)
    migrate(url, application_role="wardline_owner")
    database = Database(url, pool_size=1)
    async with database.transaction() as session:
        await session.execute(text(RECORD))
    found = await verify(database)
    assert (found.entries, found.fault) == (1, None)
    await database.close()
    cluster.drop(name)


def _linked_as_before(url: str) -> str:
    """Three entries and their links, written by the application's role itself; returns the latest hash."""
    head = bytes(32)
    with psycopg.connect(url.replace("+psycopg", "")) as application:
        for number in range(1, 4):
            application.execute(
                "insert into audit_entries (at, request_id, user_id, action, status, organization_ids, consult_ids,"
                " patient_ids, emr_ids) values ('2026-03-04 12:00:00.5+00', 'é \"', 7, 'getConsult', 200, '{1,2}',"
                " '{}', '{}', '{a}')"
            )
            values = [
                number,
                "2026-03-04T12:00:00.500000Z",
                'é "',
                7,
                "getConsult",
                200,
                None,
                None,
                [1, 2],
                [],
                [],
                ["a"],
            ]
            head = hashlib.sha256(head + orjson.dumps(values)).digest()
            application.execute("insert into audit_links values (%s, %s, %s)", [number, number, head])
    return head.hex()
