"""What administrators can search for, and what an export of it contains."""

import csv
import io
import uuid
from dataclasses import replace
from typing import Any

import httpx
import orjson
import pytest
from bodies import Bodies, person_fields
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import SignIn
from wardline.audit import table
from wardline.audit.choices import AuditResult
from wardline.audit.schemas import AuditUser, LinkedEntryRead
from wardline.consults.repository import ConsultRepository
from wardline.core import clock
from wardline.directory.loading import load_by_subject

ADD = text(
    "select record_audit_entry('r', cast(:user_id as integer), :action, cast(:status as smallint), null, '10.0.0.7',"
    " (select array_agg(id) from organizations where code = 'lakeshore'), '{}', '{}', '{}', null)"
)


@pytest.fixture
def admin(sign_in: SignIn) -> httpx.AsyncClient:
    return sign_in("admin")


async def _add(session: AsyncSession, *entries: tuple[str, int]) -> None:
    for action, status in entries:
        await session.execute(ADD, {"user_id": None, "action": action, "status": status})
    await session.commit()


async def _found(admin: httpx.AsyncClient, **filters: Any) -> list[tuple[str, str]]:
    response = await admin.post("/audit/$search", json=filters)
    assert response.status_code == 200, response.text
    return [(entry["action"], entry["result"]) for entry in response.json()["entries"]]


async def test_entries_are_found_by_action_and_result(admin: httpx.AsyncClient, session: AsyncSession) -> None:
    await _add(session, ("getConsult", 200), ("getConsult", 404), ("addUpdate", 403), ("addUpdate", 503))
    assert await _found(admin, action="addUpdate") == [("addUpdate", "failed"), ("addUpdate", "refused")]
    assert await _found(admin, result="refused") == [("addUpdate", "refused"), ("getConsult", "refused")]
    assert await _found(admin, result="failed") == [("addUpdate", "failed")]
    assert await _found(admin, action="getConsult", result="allowed") == [("getConsult", "allowed")]


async def test_entries_are_found_by_words_of_the_action_or_the_name(
    client: httpx.AsyncClient, bodies: Bodies, admin: httpx.AsyncClient, session: AsyncSession
) -> None:
    await bodies.create(client)
    await _add(session, ("exportConsult", 200), ("addUpdate", 403))
    assert await _found(admin, text="consult PRINTED") == [("exportConsult", "allowed")]
    assert await _found(admin, text="larkspur may") == [("createConsult", "allowed")]
    assert await _found(admin, text="larkspur", result="refused") == []
    assert await _found(admin, text="100%") == []
    searched = (await admin.get("/audit", params={"action": "searchAuditEntries", "length": 1})).json()["entries"][0]
    assert searched["details"] == {"count": 0, "filter": {}, "hasText": True}


async def test_entries_are_found_by_the_person_that_they_are_about(
    admin: httpx.AsyncClient, session: AsyncSession
) -> None:
    (nurse,) = (await admin.get("/people", params={"text": "larkspur"})).json()["people"]
    read = (await admin.get(f"/people/{nurse['id']}")).json()
    body, headers = person_fields(read) | {"active": False}, {"If-Match": read["version"]}
    assert (await admin.put(f"/people/{nurse['id']}", json=body, headers=headers)).status_code == 200
    about = {"objectKind": "user", "object": "nurse"}
    assert await _found(admin, **about) == [("replacePerson", "allowed")]
    assert await _found(admin, objectKind="role", object="nurse") == []
    (changed, *_) = (await admin.post("/audit/$search", json=about)).json()["entries"]
    assert changed["details"] == about
    await session.execute(
        text("delete from user_organizations using users where user_id = users.id and username = 'admin'")
    )
    await session.execute(
        text(
            "insert into user_organizations select u.id, o.id from users u, organizations o"
            " where username = 'admin' and code = 'summit'"
        )
    )
    await session.commit()
    assert await _found(admin, **about) == []
    mine = (await admin.post("/audit/$search", json={"action": "replacePerson"})).json()["entries"]
    assert [entry["details"] for entry in mine] == [{}]


async def test_whoever_reads_about_an_object_is_found_by_it(admin: httpx.AsyncClient) -> None:
    role = next(each for each in (await admin.get("/roles")).json()["roles"] if each["name"] == "Administrator")
    line = next(each for each in (await admin.get("/lines")).json()["lines"] if each["name"] == "Tele-Psych")
    organization = (await admin.get("/me")).json()["organizations"][0]["id"]
    facility = (await admin.get("/places", params={"text": "lakeshore-general"})).json()["facilities"][0]
    concerned = {"action": "Manage", "subject": "Admin"}
    for path, query in (
        (f"/roles/{role['id']}/versions", {}),
        (f"/roles/{role['id']}/people", concerned),
        (f"/lines/{line['id']}/versions", {}),
        (f"/lines/{line['id']}/escalations/{organization}/versions", {}),
        (f"/places/facilities/{facility['id']}", {}),
        (f"/places/facilities/{facility['id']}/units", {}),
    ):
        assert (await admin.get(path, params=query)).status_code == 200
    assert await _found(admin, objectKind="role", object="Administrator") == [
        ("listConcernedPeople", "allowed"),
        ("listRoleVersions", "allowed"),
    ]
    assert await _found(admin, objectKind="serviceLine", object="tele-psych") == [("listLineVersions", "allowed")]
    assert await _found(admin, objectKind="escalation", action="listEscalationVersions")
    assert await _found(admin, objectKind="facility", object="lakeshore-general") == [("getFacility", "allowed")]


async def test_a_time_far_from_the_ends_is_found(admin: httpx.AsyncClient, session: AsyncSession) -> None:
    await _add(session, *[("getConsult", 200)] * 150)
    rows = (await session.execute(text("select id, at from audit_entries order by id"))).all()
    response = await admin.post("/audit/$search", json={"from": rows[70].at.isoformat(), "to": rows[73].at.isoformat()})
    assert [entry["id"] for entry in response.json()["entries"]] == [row.id for row in rows[72:69:-1]]


async def test_a_time_that_ends_before_it_begins_is_refused(admin: httpx.AsyncClient) -> None:
    times = {"from": "2026-03-04T15:00:00Z", "to": "2026-03-04T15:00:00Z"}
    for refused in (
        await admin.post("/audit/$search", json=times),
        await admin.get("/audit/export", params=times),
        await admin.post("/audit/$export", json=times),
    ):
        assert (refused.status_code, refused.json()["errors"][0]["message"]) == (400, "Must be after the start.")


async def test_only_consults_that_the_reader_may_view_can_be_opened(
    client: httpx.AsyncClient, bodies: Bodies, admin: httpx.AsyncClient, session: AsyncSession
) -> None:
    consult_id = await bodies.create(client)
    await client.get(f"/consults/{uuid.uuid4()}")
    refused, created = (await admin.post("/audit/$search", json={})).json()["entries"]
    assert (created["openableConsultIds"], refused["openableConsultIds"]) == ([consult_id], [])
    reader = await load_by_subject(session, "admin")
    assert reader is not None
    stranger = replace(reader, organization_ids=frozenset())
    consults = ConsultRepository(session)
    consult_ids = {uuid.UUID(consult_id), uuid.uuid4()}
    assert await consults.readable_among(reader, consult_ids) == {uuid.UUID(consult_id)}
    assert await consults.readable_among(stranger, consult_ids) == set()


async def test_an_export_has_what_the_search_finds_in_both_formats(
    client: httpx.AsyncClient, bodies: Bodies, admin: httpx.AsyncClient
) -> None:
    consult_id = await bodies.create(client)
    await client.get(f"/consults/{consult_id}")
    search = {"text": "viewed a consult", "result": "allowed"}
    exported = await admin.post("/audit/$export", json={**search, "format": "csv"})
    assert exported.headers["content-type"].startswith("text/csv")
    assert 'filename="audit.csv"' in exported.headers["content-disposition"]
    (row,) = csv.DictReader(io.StringIO(exported.text))
    assert (row["Person"], row["What"], row["Result"], row["Consults"]) == (
        "Maya Larkspur",
        "viewed a consult",
        "Allowed",
        consult_id,
    )
    lines = (await admin.post("/audit/$export", json=search)).text.splitlines()
    assert [orjson.loads(line)["action"] for line in lines] == ["getConsult"]
    ended, started = (await admin.get("/audit", params={"action": "exportAuditSearch"})).json()["entries"][-2:]
    assert started["details"] == {"filter": {"result": "allowed"}, "format": "csv", "hasText": True}
    assert ended["details"] == {"count": 1, "complete": True}


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])
def test_a_spreadsheet_calculates_nothing(name: str) -> None:
    entry = LinkedEntryRead.model_construct(
        id=1,
        at=clock.now(),
        request_id="r",
        user=AuditUser(id=1, username=name, first_name=name, last_name=""),
        action="getConsult",
        status=200,
        result=AuditResult.ALLOWED,
        code=None,
        address=None,
        organization_ids=[1],
        consult_ids=[],
        patient_ids=[],
        emr_ids=[name],
        details=None,
        position=1,
        hash="",
    )
    (cells,) = csv.reader(io.StringIO(table.line(entry), newline=""))
    assert [cells[1], cells[2], cells[8]] == [f"'{name} ", f"'{name}", f"'{name}"]
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in cells)


async def test_people_are_found_by_name_or_id_in_the_readers_organizations(admin: httpx.AsyncClient) -> None:
    async def people(**search: Any) -> list[str]:
        response = await admin.post("/audit/people/$search", json=search)
        return [person["username"] for person in response.json()["people"]]

    assert await people(text="LARK maya") == ["nurse"]
    (nurse,) = (await admin.post("/audit/people/$search", json={"text": "larkspur"})).json()["people"]
    assert await people(userId=nurse["id"]) == ["nurse"]
    assert await people(text="%") == []


async def test_a_page_takes_at_most_six_statements(
    client: httpx.AsyncClient, bodies: Bodies, admin: httpx.AsyncClient, statements: list[str]
) -> None:
    consult_id = await bodies.create(client)
    body = {"text": "viewed", "from": "2026-01-01T00:00:00Z", "to": "2126-01-01T00:00:00Z", "emrId": "E-1"}
    for request in (body, {"text": "requested"}):
        statements.clear()
        found = (await admin.post("/audit/$search", json=request)).json()["entries"]
        assert len(statements) <= 6, statements
    assert [entry["consultIds"] for entry in found] == [[consult_id]]
