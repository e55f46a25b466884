"""A refused request writes an entry with the patients it was about, and discloses nothing to its caller."""

import uuid
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SignIn
from wardline.access.current_user import CurrentUser
from wardline.access.known_users import KnownUsers
from wardline.audit.subjects import FIELDS, compile_lookups, named_in
from wardline.directory.loading import load_by_subject
from wardline.main import AUDIT_LOOKUPS
from wardline.patients.record import NOT_IN_RECORD

STRANGER = "11111111-2222-4333-8444-555555555555"
About = tuple[str, str, int]
"""The consult that a request was about, its patient and its organization."""


async def latest(session: AsyncSession) -> dict[str, Any]:
    rows = await session.execute(text("select * from audit_entries order by id desc limit 1"))
    await session.commit()
    return dict(rows.mappings().one())


@pytest.fixture
async def about(client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession) -> About:
    consult_id = await bodies.create(client)
    found = await session.execute(
        text("select patient_id::text, organization_id from consults where id = :id"), {"id": consult_id}
    )
    return (consult_id, *found.one())


def subjects_of(entry: dict[str, Any]) -> About:
    (consult_id,), (patient_id,), (organization_id,) = (
        entry[name] for name in ("consult_ids", "patient_ids", "organization_ids")
    )
    return str(consult_id), str(patient_id), organization_id


async def test_a_refusal_by_a_policy_is_audited(
    client: httpx.AsyncClient, check_in: CheckIn, about: About, session: AsyncSession
) -> None:
    await client.post(f"/consults/{about[0]}/acknowledge")
    entry = await latest(session)
    assert (entry["action"], entry["status"], subjects_of(entry)) == ("acknowledgeConsult", 403, about)
    psych = await check_in("psych", line="tele-psych")
    both = await check_in("both", line="tele-psych")
    assert (await psych.post(f"/consults/{about[0]}/acknowledge")).is_success
    await both.post(f"/consults/{about[0]}/acknowledge")
    entry = await latest(session)
    assert (entry["action"], entry["status"], subjects_of(entry)) == ("acknowledgeConsult", 409, about)


Call = Callable[[httpx.AsyncClient, dict[str, Any]], Awaitable[httpx.Response]]
REFUSED: dict[str, Call] = {
    "getConsult": lambda client, ids: client.get(f"/consults/{ids['consult']}"),
    "joinMeeting": lambda client, ids: client.post("/meeting", json={"consultId": ids["consult"]}),
    "readConsultCards": lambda client, ids: client.post("/consults/$cards", json={"ids": [ids["consult"]]}),
    "dischargeEncounter": lambda client, ids: client.post(f"/otg/{ids['encounter']}/$discharge"),
    "getPatient": lambda client, ids: client.get(f"/patient/{ids['patient']}"),
    "leaveMeeting": lambda client, ids: client.delete(f"/meeting/{ids['meeting']}/attendees/{STRANGER}"),
    "createConsult": lambda client, ids: client.post("/consults", json=ids["body"]),
    "readCensus": lambda client, ids: client.post("/locations/census", json={"ids": [ids["location"]]}),
    "replaceLocation": lambda client, ids: client.put(f"/locations/{ids['location']}", json={}),
}
WITHOUT_CONSULT = ("dischargeEncounter", "getPatient")
WITHOUT_PATIENT = ("createConsult", "readCensus", "replaceLocation")


@pytest.fixture
async def ids(client: httpx.AsyncClient, bodies: Bodies, about: About, session: AsyncSession) -> dict[str, Any]:
    consult_id, patient_id, _ = about
    assert (await client.post("/meeting", json={"consultId": consult_id})).is_success
    found = await session.execute(
        text(
            "select encounter_id::text, location_id, meetings.id::text from consults"
            " join meetings on consult_id = consults.id where consults.id = :id"
        ),
        {"id": consult_id},
    )
    encounter_id, location_id, meeting_id = found.one()
    body = await bodies.request(client)
    body["Patient"] |= {"isEmr": True, "emrId": "record-7"}
    return {
        "consult": consult_id,
        "patient": patient_id,
        "encounter": encounter_id,
        "location": location_id,
        "meeting": meeting_id,
        "body": body,
    }


@pytest.mark.parametrize("action", REFUSED)
@pytest.mark.parametrize("username", ["nobody", "elsewhere"])
async def test_a_call_that_fails_is_audited_with_its_ids(
    sign_in: SignIn, ids: dict[str, Any], about: About, session: AsyncSession, username: str, action: str
) -> None:
    """Refused for a missing permission, before a lookup, or because the caller is of another organization."""
    response = await REFUSED[action](sign_in(username), ids)
    assert response.status_code in {403, 404}
    assert not any(part in response.text for part in (*about[:2], "record-7", "organization"))
    entry = await latest(session)
    assert (entry["action"], entry["status"]) == (action, response.status_code)
    assert entry["organization_ids"] == [about[2]]
    if action not in WITHOUT_PATIENT:
        assert entry["patient_ids"] == [uuid.UUID(about[1])]
    if action not in (*WITHOUT_CONSULT, *WITHOUT_PATIENT):
        assert entry["consult_ids"] == [uuid.UUID(about[0])]
    if action == "createConsult":
        assert entry["emr_ids"] == ["record-7"]


async def test_a_refused_call_is_audited_with_the_ids_in_its_body(
    client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession
) -> None:
    """A caller who probes for patients of a unit leaves the ids they tried."""
    units = {unit["emrCode"]: unit["id"] for unit in (await client.get("/locations/me?activeOnly=true")).json()}
    body = await bodies.request(client)
    body["Encounter"] = {"locationId": units["ED"]}
    body["Patient"] |= {"isEmr": True, "emrId": "record-7"}
    refused = await client.post("/consults", json=body)
    assert refused.status_code == 400
    assert refused.json()["errors"] == [{"field": "Patient.emrId", "message": NOT_IN_RECORD}]
    entry = await latest(session)
    assert (entry["action"], entry["status"], entry["code"]) == ("createConsult", 400, "validation")
    assert entry["emr_ids"] == ["record-7"]
    located = text(
        "select organization_id from facilities f join location_units l on facility_id = f.id where l.id = :id"
    )
    assert entry["organization_ids"] == [await session.scalar(located, {"id": units["ED"]})]


async def test_ids_in_an_invalid_body_are_ignored(
    client: httpx.AsyncClient, about: About, session: AsyncSession
) -> None:
    assert (await client.post("/consults/$cards", json={"ids": [about[0], "x"]})).status_code == 400
    entry = await latest(session)
    assert (entry["consult_ids"], entry["patient_ids"], entry["organization_ids"]) == ([], [], [])


async def test_ids_of_a_successful_call_are_not_looked_up(
    client: httpx.AsyncClient, about: About, statements: list[str]
) -> None:
    statements.clear()
    assert (await client.get(f"/consults/{about[0]}")).is_success
    assert [statement for statement in statements if "unnest" in statement] == []
    assert sum("record_audit_entry" in statement for statement in statements) == 1
    statements.clear()
    await client.post(f"/consults/{about[0]}/acknowledge")
    assert [statement for statement in statements if "unnest" in statement] == []
    await client.get(f"/consults/{STRANGER}")
    assert sum("unnest" in statement for statement in statements) == 1


async def test_the_trail_does_not_disclose_what_the_refusal_withheld(
    sign_in: SignIn, about: About, session: AsyncSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An administrator of another organization requests consults, and reads the entries in the trail."""
    admin = await load_by_subject(session, "admin")
    assert admin is not None

    async def of_elsewhere(*_: Any) -> CurrentUser:
        return replace(admin, organization_ids=admin.organization_ids - {about[2]})

    monkeypatch.setattr(KnownUsers, "load", of_elsewhere)
    elsewhere = sign_in("admin")
    await elsewhere.get(f"/consults/{STRANGER}")
    await elsewhere.get(f"/consults/{about[0]}")
    assert (await latest(session))["patient_ids"] == [uuid.UUID(about[1])]
    (existing, unknown) = (await elsewhere.get("/audit", params={"length": 2})).json()["entries"]
    varying = ("id", "at", "requestId")
    assert {**existing, **dict.fromkeys(varying)} == {**unknown, **dict.fromkeys(varying)}
    found = await elsewhere.get("/audit", params={"patientId": about[1]})
    assert found.json()["entries"] == []
    exported = (await elsewhere.get("/audit/export", params={"patientId": about[1]})).text
    assert "getConsult" not in exported


def test_each_kind_of_id_is_looked_up_by_one_domain() -> None:
    assert sorted(compile_lookups(AUDIT_LOOKUPS).names) == sorted(FIELDS)
    with pytest.raises(ValueError, match="request_id"):
        named_in("request_id")
