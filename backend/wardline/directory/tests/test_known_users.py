"""Users in memory: whatever changes their rights is noticed by every server with the next request."""

import re
from collections.abc import AsyncIterator, Iterator

import httpx
import psycopg
import pytest
from fastapi import FastAPI

from conftest import healthy_app
from wardline.access.current_user import CurrentUser
from wardline.access.tokens import AccessToken
from wardline.core.db.database import Database
from wardline.demo.identity.issuing import Issuer
from wardline.directory import loading
from wardline.settings import Settings

SEARCH = "/consults/$search"
INTO_LOCATIONS = """
insert into user_locations select u.id, l.id from users u, location_units l where username = 'nurse'
on conflict do nothing
"""
ON_CALL = """
    insert into check_ins (user_id, role_id, service_line_id, phone_number, "primary", checked_in_at)
    select u.id, min(r.id), min(l.id), '(555) 010-0199', true, now() from users u, roles r, service_lines l
    where username = 'nurse' group by u.id
"""
INTO_NOTES = """
insert into sign_off_notes (consult_id, status, locked_by_id, locked_at)
select gen_random_uuid(), 'Draft', id, now() from users where username = 'nurse'
"""
CHANGES = [
    "update roles set retired_permissions = array[]::text[] where name = 'Bedside Provider'",
    "update users set first_name = 'Mona' where username = 'nurse'",
    "update users set last_name = 'Lark' where username = 'nurse'",
    "update users set username = 'nurse-2' where username = 'nurse'",
    "update users set subject = 'another' where username = 'nurse'",
    "update users set active = false where username = 'nurse'",
    "delete from user_roles using users where users.id = user_id and username = 'nurse'",
    "update user_roles set position = 7 from users where users.id = user_id and username = 'nurse'",
    "insert into user_roles select u.id, max(r.id), 9 from users u, roles r where username = 'nurse' group by u.id",
    "delete from user_organizations using users where users.id = user_id and username = 'nurse'",
    INTO_LOCATIONS,
    "delete from user_locations using users where users.id = user_id and username = 'nurse'",
    "update user_service_lines set requestable = false from users where users.id = user_id and username = 'nurse'",
    "delete from user_service_lines using users where users.id = user_id and username = 'nurse'",
    ON_CALL,
    "delete from role_permissions where action = 'List' and subject = 'Consult'",
    "insert into role_permissions select id, 'Try', 'Something' from roles",
    "delete from location_service_lines where location_id = (select min(location_id) from location_service_lines)",
    "update location_units set facility_id = 1, unit = id::text",
    "update facilities set organization_id = (select max(id) from organizations)",
]
OTHER_CHANGES = [
    "update users set on_call_phone_number = '(555) 010-0198' where username = 'nurse'",
    "update users set first_name = 'Nona' where username <> 'nurse'",
    "delete from user_organizations where user_id = (select id from users where username = 'neuro')",
    "update location_units set display_name = display_name || ' 2'",
    "update facilities set name = name || ' 2'",
]


@pytest.fixture
async def database(cloned: tuple[str, str]) -> AsyncIterator[Database]:
    database = Database(cloned[0], pool_size=2)
    yield database
    await database.close()


@pytest.fixture
def owner(cloned: tuple[str, str]) -> Iterator[psycopg.Connection]:
    with psycopg.connect(cloned[1].replace("+psycopg", ""), autocommit=True) as connection:
        yield connection


@pytest.fixture
async def token(settings: Settings, issuer: Issuer) -> AccessToken:
    verifier = healthy_app(settings).state.token_verifier
    token: AccessToken = await verifier.verify(issuer.access_token("nurse"))
    return token


async def loaded(database: Database, token: AccessToken) -> CurrentUser:
    async with database.autocommit() as connection:
        user = await loading.load_by_token(connection, token)
    assert user is not None
    return user


async def is_current(database: Database, user: CurrentUser, token: AccessToken) -> bool:
    async with database.autocommit() as connection:
        return await loading.is_current(connection, user, token)


@pytest.mark.req("AUTH-11", "PERM-07")
@pytest.mark.parametrize("change", CHANGES)
async def test_a_change_of_rights_is_noticed(
    database: Database, owner: psycopg.Connection, token: AccessToken, change: str
) -> None:
    user = await loaded(database, token)
    assert await is_current(database, user, token)
    with owner.transaction():
        assert owner.execute(change).rowcount > 0
        assert await is_current(database, user, token), "not committed yet"
    assert not await is_current(database, user, token)


async def test_other_changes_leave_users_in_memory(
    database: Database, owner: psycopg.Connection, token: AccessToken
) -> None:
    user = await loaded(database, token)
    for change in OTHER_CHANGES:
        assert owner.execute(change).rowcount > 0
    assert await is_current(database, user, token)


def test_everything_that_is_loaded_has_a_trigger_or_is_checked(owner: psycopg.Connection) -> None:
    read = set(re.findall(r"(?:FROM|JOIN|,) ([a-z_]+)(?= |,|\n)", loading._BY_TOKEN.text))
    with_trigger = {
        name for (name,) in owner.execute("select tgrelid::regclass::text from pg_trigger where tgname like 'rights%'")
    }
    assert with_trigger == read - {"ended_sessions", "rights_versions"}


@pytest.fixture
async def servers(settings: Settings, issuer: Issuer, database: Database) -> AsyncIterator[list[httpx.AsyncClient]]:
    """A nurse at two servers with one database."""
    clients = []
    headers = {"Authorization": f"Bearer {issuer.access_token('nurse')}"}
    for _ in range(2):
        app: FastAPI = healthy_app(settings)
        app.state.database = database
        url = f"{settings.origin}/api"
        clients.append(httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=url, headers=headers))
    yield clients
    for client in clients:
        await client.aclose()


async def test_a_lock_of_a_note_is_noticed(database: Database, owner: psycopg.Connection, token: AccessToken) -> None:
    owner.execute("alter table sign_off_notes drop constraint fk_sign_off_notes_consult_id")
    for change in (
        INTO_NOTES,
        "update sign_off_notes set locked_by_id = null, locked_at = null",
        "update sign_off_notes set locked_by_id = id, locked_at = now() from users where username = 'nurse'",
        "delete from sign_off_notes",
    ):
        user = await loaded(database, token)
        owner.execute(change)
        assert not await is_current(database, user, token), change
        user = await loaded(database, token)
        owner.execute("update sign_off_notes set last_save = last_save + 1")
        assert await is_current(database, user, token)


async def test_each_change_of_a_duty_is_noticed(
    database: Database, owner: psycopg.Connection, token: AccessToken
) -> None:
    for change in (ON_CALL, 'update check_ins set "primary" = false', "update check_ins set checked_out_at = now()"):
        user = await loaded(database, token)
        owner.execute(change)
        assert not await is_current(database, user, token), change


@pytest.mark.req("PERM-07", "AUTH-11")
@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ("delete from role_permissions where action = 'List' and subject = 'Consult'", 403, "forbidden"),
        ("update users set active = false where username = 'nurse'", 403, "unknown_user"),
    ],
)
async def test_a_revoked_right_ends_at_once_on_every_server(
    servers: list[httpx.AsyncClient], owner: psycopg.Connection, change: str, status: int, code: str
) -> None:
    for server in servers:
        assert (await server.post(SEARCH, json={})).status_code == 200
    owner.execute(change)
    for server in servers:
        response = await server.post(SEARCH, json={})
        assert (response.status_code, response.json()["code"]) == (status, code)


@pytest.mark.req("PERM-07")
async def test_a_new_right_counts_at_once_on_every_server(
    servers: list[httpx.AsyncClient], owner: psycopg.Connection
) -> None:
    lost = "delete from user_organizations where user_id = (select id from users where username = 'nurse') returning *"
    (row,) = owner.execute(lost).fetchall()
    for server in servers:
        assert (await server.get("/me")).json()["organizations"] == []
    owner.execute("insert into user_organizations values (%s, %s)", row)
    for server in servers:
        assert len((await server.get("/me")).json()["organizations"]) == 1


@pytest.mark.req("AUTH-11")
async def test_a_session_that_was_ended_elsewhere_ends_at_once(servers: list[httpx.AsyncClient]) -> None:
    first, second = servers
    assert (await second.post(SEARCH, json={})).status_code == 200
    assert (await first.post("/sign-out")).status_code == 204
    assert (await second.post(SEARCH, json={})).status_code == 401


@pytest.mark.req("AUTH-11")
@pytest.mark.parametrize("body", [{"sort": "random"}, {"filter": {"searchString": "%"}}, {"filter": {"state": "all"}}])
async def test_an_ended_session_gets_no_response_and_leaves_no_entry(
    servers: list[httpx.AsyncClient], owner: psycopg.Connection, body: object
) -> None:
    first, second = servers
    assert (await second.post(SEARCH, json={})).status_code == 200
    assert (await first.post("/sign-out")).status_code == 204
    count = "select count(*) from audit_entries"
    before = owner.execute(count).fetchone()
    response = await second.post(SEARCH, json=body)
    assert (response.status_code, response.json()["code"]) == (401, "session_ended")
    assert owner.execute(count).fetchone() == before


@pytest.mark.req("PERM-07")
async def test_a_user_who_lost_the_permission_does_not_learn_what_else_is_wrong(
    servers: list[httpx.AsyncClient], owner: psycopg.Connection
) -> None:
    for server in servers:
        assert (await server.post(SEARCH, json={})).status_code == 200
    owner.execute("delete from role_permissions where action = 'List' and subject = 'Consult'")
    for server in servers:
        assert (await server.post(SEARCH, json={"sort": "random"})).status_code == 403


@pytest.mark.req("PERM-07")
async def test_a_permission_that_was_granted_elsewhere_counts_at_once(
    servers: list[httpx.AsyncClient], owner: psycopg.Connection
) -> None:
    taken = "delete from role_permissions where action = 'List' and subject = 'Consult' returning *"
    rows = owner.execute(taken).fetchall()
    for server in servers:
        assert (await server.post(SEARCH, json={})).status_code == 403
    for row in rows:
        owner.execute("insert into role_permissions values (%s, %s, %s)", row)
    for server in servers:
        assert (await server.post(SEARCH, json={})).status_code == 200
