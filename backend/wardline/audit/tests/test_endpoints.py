"""Administrators read the trail: what their users did, and what anyone did with their patients."""

import uuid
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx
import orjson
import pytest
from bodies import Bodies, from_census
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SignIn
from wardline.access.current_user import CurrentUser
from wardline.audit import chain, repository
from wardline.audit.schemas import AuditPage
from wardline.directory.loading import load_by_subject


@pytest.fixture
def admin(sign_in: SignIn) -> httpx.AsyncClient:
    return sign_in("admin")


async def entries(client: httpx.AsyncClient, **parameters: Any) -> list[dict[str, Any]]:
    response = await client.get("/audit", params=parameters)
    assert response.status_code == 200, response.text
    found: list[dict[str, Any]] = response.json()["entries"]
    return found


async def test_the_trail_shows_who_looked_at_a_patient(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, admin: httpx.AsyncClient
) -> None:
    consult_id, other = await bodies.create(client), await bodies.create(client)
    psych = await check_in("psych", line="tele-psych")
    consult = (await psych.get(f"/consults/{consult_id}")).json()
    await psych.get(f"/consults/{other}")
    found = await entries(admin, patientId=consult["Patient"]["id"])
    assert [(entry["action"], entry["user"]["username"]) for entry in found] == [
        ("getConsult", "psych"),
        ("createConsult", "nurse"),
    ]
    assert found[0] | {"id": 0, "at": "", "requestId": ""} == {
        "id": 0,
        "at": "",
        "requestId": "",
        "user": {
            "id": (await psych.get("/me")).json()["id"],
            "username": "psych",
            "firstName": "Priya",
            "lastName": "Saffron",
        },
        "action": "getConsult",
        "status": 200,
        "result": "allowed",
        "code": None,
        "address": "127.0.0.1",
        "organizationIds": [consult["Encounter"]["organizationId"]],
        "consultIds": [consult_id],
        "patientIds": [consult["Patient"]["id"]],
        "emrIds": [],
        "details": None,
        "openableConsultIds": [consult_id],
    }


async def test_the_trail_shows_what_a_user_did(
    client: httpx.AsyncClient, bodies: Bodies, admin: httpx.AsyncClient
) -> None:
    await bodies.create(client)
    user_id = (await client.get("/me")).json()["id"]
    await admin.post("/consults/$search", json={})
    assert [entry["action"] for entry in await entries(admin, userId=user_id)] == ["createConsult"]


async def test_reading_the_trail_is_in_the_trail(
    client: httpx.AsyncClient, bodies: Bodies, admin: httpx.AsyncClient
) -> None:
    consult = (await client.get(f"/consults/{await bodies.create(client)}")).json()
    patient_id = consult["Patient"]["id"]
    await entries(admin, patientId=patient_id)
    await admin.get("/audit/export", params={"patientId": patient_id})
    found = await entries(admin, patientId=patient_id)
    actions = [entry["action"] for entry in found][:3]
    assert actions == ["exportAuditEntries", "exportAuditEntries", "listAuditEntries"]
    assert [entry["patientIds"] for entry in found[:3]] == [[patient_id]] * 3


async def test_an_export_is_in_the_trail(client: httpx.AsyncClient, bodies: Bodies, admin: httpx.AsyncClient) -> None:
    for _ in range(3):
        await bodies.create(client)
    user_id = (await client.get("/me")).json()["id"]
    since = "2026-01-01T00:00:00Z"
    exported = await admin.get("/audit/export", params={"userId": user_id, "from": since})
    await admin.get("/audit", params={"userId": user_id, "length": 2})
    listed, ended, started = (await entries(admin))[:3]
    filters = {"userId": user_id, "from": since}
    assert (started["action"], started["details"]) == ("exportAuditEntries", {"filter": filters, "format": "ndjson"})
    assert ended["details"] == {"count": len(exported.text.splitlines()), "complete": True}
    assert (ended["requestId"], ended["details"]["count"]) == (started["requestId"], 3)
    assert listed["details"] == {"count": 2, "filter": {"userId": user_id}}


async def test_an_interrupted_export_records_how_much_was_sent(
    client: httpx.AsyncClient, bodies: Bodies, admin: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        await bodies.create(client)
    genuine = repository.all_linked

    async def disconnecting(*arguments: Any) -> AsyncIterator[Any]:
        async for row in genuine(*arguments):
            yield row
            raise ConnectionResetError

    monkeypatch.setattr(repository, "all_linked", disconnecting)
    with pytest.raises(AssertionError):  # The client does not get the end of its response.
        await admin.get("/audit/export")
    (ended, *_) = await entries(admin)
    assert (ended["action"], ended["details"]) == ("exportAuditEntries", {"count": 1, "complete": False})


async def _of_the_record(client: httpx.AsyncClient, bodies: Bodies) -> tuple[str, str]:
    """The record's id of a patient in the census, and their new consult."""
    units = (await client.get("/locations/me", params={"activeOnly": True})).json()
    unit = next(unit for unit in units if unit["emrCode"] == "ED")
    patient = (await client.post("/locations/census", json={"ids": [unit["id"]]})).json()["census"][0]
    body = await bodies.request(client)
    body["Patient"] |= from_census(patient)
    body["Encounter"]["locationId"] = unit["id"]
    return patient["emrId"], (await client.post("/consults", json=body)).json()["id"]


async def test_a_patient_of_the_record_is_found_in_census_and_consults(
    client: httpx.AsyncClient, bodies: Bodies, admin: httpx.AsyncClient
) -> None:
    emr_id, consult_id = await _of_the_record(client, bodies)
    await client.post("/consults/$cards", json={"ids": [consult_id]})
    search = await admin.post("/audit/$search", json={"emrId": emr_id})
    actions = [entry["action"] for entry in search.json()["entries"]]
    assert actions == ["readConsultCards", "createConsult", "readCensus"]
    (last, *_) = await entries(admin)
    assert (last["action"], last["emrIds"]) == ("searchAuditEntries", [emr_id])


async def test_other_organizations_patients_are_not_disclosed(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, session: AsyncSession, summit: CurrentUser
) -> None:
    """The psychiatrist is a colleague in both organizations, the patient is known in one."""
    emr_id, consult_id = await _of_the_record(client, bodies)
    psych = await check_in("psych", line="tele-psych")
    assert (await psych.post("/consults/$cards", json={"ids": [consult_id]})).status_code == 200
    rows, _ = await repository.page(session, summit, AuditPage())
    assert "readConsultCards" in {row["action"] for row in rows}
    rows, _ = await repository.page(session, summit, AuditPage(), repository.Typed(emr_id))
    assert rows == []


async def test_the_trail_can_be_filtered_by_time(
    client: httpx.AsyncClient, bodies: Bodies, admin: httpx.AsyncClient
) -> None:
    consult_id = await bodies.create(client)
    for _ in range(3):
        await client.get(f"/consults/{consult_id}")
    *_, second, first, _ = [entry["at"] for entry in await entries(admin)]
    found = await entries(admin, **{"from": first, "to": second})
    assert [entry["at"] for entry in found] == [first]


async def test_pages_have_each_entry_once(client: httpx.AsyncClient, bodies: Bodies, admin: httpx.AsyncClient) -> None:
    consult_id = await bodies.create(client)
    for _ in range(6):
        await client.get(f"/consults/{consult_id}")
    user_id = (await client.get("/me")).json()["id"]
    parameters: dict[str, Any] = {"userId": user_id, "length": 3}
    found: list[int] = []
    while True:
        page = (await admin.get("/audit", params=parameters)).json()
        found += [entry["id"] for entry in page["entries"]]
        assert page["hasMore"] == (page["next"] is not None)
        if page["next"] is None:
            break
        parameters["before"] = page["next"]
    assert len(found) == 7
    assert found == sorted(set(found), reverse=True)


@pytest.mark.parametrize("username", ["nurse", "psych", "reporting"])
@pytest.mark.parametrize("path", ["/audit", "/audit/export"])
async def test_only_administrators_read_the_trail(sign_in: SignIn, username: str, path: str) -> None:
    response = await sign_in(username).get(path)
    assert (response.status_code, response.json()["code"]) == (403, "forbidden")


@pytest.mark.parametrize(
    "parameters",
    [{"userId": "x"}, {"patientId": "1"}, {"from": "yesterday"}, {"length": 101}, {"length": 0}, {"who": 1}],
)
async def test_invalid_filters_are_refused(admin: httpx.AsyncClient, parameters: dict[str, Any]) -> None:
    response = await admin.get("/audit", params=parameters)
    assert (response.status_code, response.json()["code"]) == (400, "validation")
    assert [error["field"] for error in response.json()["errors"]] == list(parameters)


@pytest.fixture
async def summit(session: AsyncSession) -> CurrentUser:
    """An administrator of the other organization only."""
    admin = await load_by_subject(session, "admin")
    code = text("select id from organizations where code = 'summit'")
    assert admin is not None
    return replace(admin, organization_ids=frozenset({int(await session.scalar(code) or 0)}))


async def test_another_organizations_administrator_does_not_see_it(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, session: AsyncSession, summit: CurrentUser
) -> None:
    consult_id = await bodies.create(client)
    await client.get(f"/consults/{uuid.uuid4()}")
    psych = await check_in("psych", line="tele-psych")
    await psych.get(f"/consults/{consult_id}")
    rows, _ = await repository.page(session, summit, AuditPage())
    # The psychiatrist works for both organizations, so both may see the check-in.
    assert {(row["username"], row["action"]) for row in rows} == {("psych", "checkIn"), ("psych", "getConsult")}


async def test_the_export_has_every_entry_with_its_hash(
    client: httpx.AsyncClient, bodies: Bodies, admin: httpx.AsyncClient, session: AsyncSession
) -> None:
    consult_id = await bodies.create(client)
    for _ in range(3):
        await client.get(f"/consults/{consult_id}")
    await chain.link(session)
    await session.commit()
    await client.post("/consults/$cards", json={"ids": [consult_id]})
    response = await admin.get("/audit/export")
    assert response.headers["content-type"].startswith("application/x-ndjson")
    lines = [orjson.loads(line) for line in response.text.splitlines()]
    assert [line["action"] for line in lines] == [
        "createConsult",
        *["getConsult"] * 3,
        "readConsultCards",
        "exportAuditEntries",
    ]
    assert [line["position"] for line in lines] == [1, 2, 3, 4, None, None]
    assert len({line["hash"] for line in lines[:4]}) == 4
    latest = await session.scalar(text("select hash from audit_links order by position desc limit 1"))
    assert lines[3]["hash"] == (latest or b"").hex()


async def test_an_export_of_more_than_one_batch(
    client: httpx.AsyncClient, admin: httpx.AsyncClient, bodies: Bodies, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "EXPORT_BATCH", 2)
    consult_id = await bodies.create(client)
    for _ in range(4):
        await client.get(f"/consults/{consult_id}")
    user_id = (await client.get("/me")).json()["id"]
    response = await admin.get("/audit/export", params={"userId": user_id})
    assert [orjson.loads(line)["action"] for line in response.text.splitlines()] == [
        "createConsult",
        *["getConsult"] * 4,
    ]
