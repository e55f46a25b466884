"""A page of the list is read and recorded by one statement."""

import uuid
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import psycopg
import pytest
from bodies import Bodies
from psycopg.rows import dict_row

from conftest import healthy_app
from wardline.core.db.database import Database
from wardline.demo.identity.issuing import Issuer
from wardline.settings import Settings

SEARCH = "/consults/$search"
CARDS = "/consults/$cards"
STRANGER = "11111111-2222-4333-8444-555555555555"
REFUSE_AT_COMMIT = """
create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
create constraint trigger refuse after insert on audit_entries deferrable initially deferred
for each row execute function refuse();
"""


@pytest.fixture
def owner(cloned: tuple[str, str]) -> Iterator[psycopg.Connection[dict[str, Any]]]:
    url = cloned[1].replace("+psycopg", "")
    with psycopg.Connection.connect(url, autocommit=True, row_factory=dict_row) as connection:
        yield connection


@pytest.fixture
async def nurse(cloned: tuple[str, str], settings: Settings, issuer: Issuer) -> AsyncIterator[httpx.AsyncClient]:
    """At a server that has her in memory, on a database with three consults for patients in the record."""
    database = Database(cloned[0], pool_size=2)
    app = healthy_app(settings)
    app.state.database = database
    headers = {"Authorization": f"Bearer {issuer.access_token('nurse')}"}
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=f"{settings.origin}/api", headers=headers) as client:
        assert (await client.post(SEARCH, json={})).status_code == 200
        yield client
    await database.close()


@pytest.fixture
async def consult_ids(nurse: httpx.AsyncClient, bodies: Bodies, owner: psycopg.Connection[Any]) -> list[str]:
    """In the order of the list, oldest first."""
    ids = [await bodies.create(nurse) for _ in range(3)]
    # Two are about the same person, and capital letters come before small ones.
    owner.execute("update patients set emr_id = 'mrn-1', is_emr = true")
    owner.execute(
        "update patients set emr_id = 'Z-1' from consults c where patients.id = c.patient_id and c.id = %s", [ids[1]]
    )
    return ids


def entries(owner: psycopg.Connection[dict[str, Any]]) -> list[dict[str, Any]]:
    return owner.execute("select * from audit_entries order by id").fetchall()


def newest(**more: Any) -> dict[str, Any]:
    return {"sort": "newestFirst", "filter": {"state": "all", "assignedLocationsToggleOn": False}, **more}


@pytest.mark.req("API-06")
async def test_an_entry_names_what_the_page_shows_and_nothing_else(
    nurse: httpx.AsyncClient, owner: psycopg.Connection[dict[str, Any]], consult_ids: list[str]
) -> None:
    before = entries(owner)
    response = await nurse.post(SEARCH, json=newest(length=2), headers={"X-Request-ID": "one-statement"})
    shown = [consult["id"] for consult in response.json()["consults"]]
    assert shown == [consult_ids[2], consult_ids[1]]
    assert response.json()["hasMore"], "the statement also reads the next consult"
    (entry,) = entries(owner)[len(before) :]
    consults = owner.execute("select * from consults where id = any(%s::uuid[])", [shown]).fetchall()
    assert entry.pop("id") > 0
    assert entry.pop("at").tzinfo is not None
    assert entry == {
        "request_id": "one-statement",
        "user_id": (await nurse.get("/me")).json()["id"],
        "action": "searchConsults",
        "status": 200,
        "code": None,
        "address": "127.0.0.1",
        "organization_ids": sorted({consult["organization_id"] for consult in consults}),
        "consult_ids": sorted(consult["id"] for consult in consults),
        "patient_ids": sorted(consult["patient_id"] for consult in consults),
        "emr_ids": ["Z-1", "mrn-1"],
        "details": None,
    }


async def test_a_page_without_consults_is_recorded_and_names_none(
    nurse: httpx.AsyncClient, owner: psycopg.Connection[dict[str, Any]]
) -> None:
    before = entries(owner)
    response = await nurse.post(SEARCH, json=newest(start=9_000))
    assert (response.status_code, response.json()["consults"]) == (200, [])
    (entry,) = entries(owner)[len(before) :]
    named = [entry[name] for name in ("organization_ids", "consult_ids", "patient_ids", "emr_ids")]
    assert (entry["action"], entry["status"], named) == ("searchConsults", 200, [[], [], [], []])


async def test_cards_are_recorded_for_those_that_are_in_the_list(
    nurse: httpx.AsyncClient, owner: psycopg.Connection[dict[str, Any]], consult_ids: list[str]
) -> None:
    owner.execute("update consults set state = 'discharged' where id = %s", [consult_ids[0]])
    before = entries(owner)
    listed = {"ids": [*consult_ids[:2], STRANGER], "filter": {"state": "pending"}}
    assert len((await nurse.post(CARDS, json=listed)).json()["consults"]) == 1
    left_out = {"ids": consult_ids[:1], "filter": {"state": "pending"}}
    assert (await nurse.post(CARDS, json=left_out)).json() == {"consults": []}
    assert (await nurse.post(CARDS, json={"ids": [STRANGER]})).status_code == 404
    assert [(entry["status"], entry["consult_ids"]) for entry in entries(owner)[len(before) :]] == [
        (200, [uuid.UUID(consult_ids[1])]),
        (200, []),
        (404, [uuid.UUID(STRANGER)]),
    ]


@pytest.mark.parametrize("path", [SEARCH, CARDS])
async def test_a_request_sends_one_statement(
    nurse: httpx.AsyncClient, consult_ids: list[str], statements: list[str], path: str
) -> None:
    await nurse.post(path, json=newest(ids=consult_ids) if path == CARDS else newest())
    statements.clear()
    response = await nurse.post(path, json=newest(ids=consult_ids) if path == CARDS else newest())
    assert len(response.json()["consults"]) == 3
    assert len(statements) == 1, statements


@pytest.mark.req("API-06")
@pytest.mark.parametrize(
    "failure", ["revoke execute on function record_audit_entry from wardline_app", REFUSE_AT_COMMIT]
)
@pytest.mark.parametrize("path", [SEARCH, CARDS])
async def test_without_an_entry_nothing_is_shown(
    nurse: httpx.AsyncClient,
    owner: psycopg.Connection[dict[str, Any]],
    consult_ids: list[str],
    failure: str,
    path: str,
) -> None:
    """Even if the rows were read, and only the commit of the entry fails."""
    before = entries(owner)
    owner.execute(failure)
    response = await nurse.post(path, json=newest(ids=consult_ids) if path == CARDS else newest())
    assert (response.status_code, response.json()["code"]) == (500, "internal")
    assert not any(consult_id in response.text for consult_id in consult_ids)
    assert entries(owner) == before


@pytest.mark.req("PERM-07", "API-06")
async def test_a_page_for_rights_that_have_changed_is_neither_shown_nor_recorded(
    nurse: httpx.AsyncClient, owner: psycopg.Connection[dict[str, Any]], consult_ids: list[str]
) -> None:
    before = entries(owner)
    owner.execute("delete from user_organizations where user_id = (select id from users where username = 'nurse')")
    response = await nurse.post(SEARCH, json=newest())
    assert (response.status_code, response.json()["consults"]) == (200, [])
    assert [(entry["status"], entry["consult_ids"]) for entry in entries(owner)[len(before) :]] == [(200, [])]


async def test_an_error_after_the_statement_is_recorded_as_well(
    nurse: httpx.AsyncClient,
    owner: psycopg.Connection[dict[str, Any]],
    consult_ids: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wardline.consults.endpoints.json_response", lambda _: 1 / 0)
    before = entries(owner)
    assert (await nurse.post(SEARCH, json=newest(length=1))).status_code == 500
    recorded = [(entry["status"], entry["code"], entry["consult_ids"]) for entry in entries(owner)[len(before) :]]
    assert recorded == [(200, None, [uuid.UUID(consult_ids[2])]), (500, "internal", [])]
