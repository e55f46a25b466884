"""One patient and all consults about them; and the export of a consult."""

import uuid
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from bodies import Bodies, from_census
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SentEvent, SignIn
from wardline.core import clock


async def _of_the_record(client: httpx.AsyncClient, bodies: Bodies, lines: list[str]) -> list[dict[str, Any]]:
    """Consults on these lines, a second between them, about one person of the hospital's record."""
    units = (await client.get("/locations/me", params={"activeOnly": True})).json()
    unit = next(unit for unit in units if unit["emrCode"] == "ED")
    patient_in_census = (await client.post("/locations/census", json={"ids": [unit["id"]]})).json()["census"][0]
    found = []
    for line in lines:
        body = await bodies.request(client, line)
        body["Patient"] |= from_census(patient_in_census)
        body["Encounter"]["locationId"] = unit["id"]
        clock.advance(timedelta(seconds=1))
        created = await client.post("/consults", json=body)
        assert created.status_code == 201, created.text
        found.append((await client.get(f"/consults/{created.json()['id']}")).json())
    return found


@pytest.mark.req("API-62", "ENT-16", "ENT-17", "API-63", "API-64")
async def test_a_patient_is_returned_to_users_who_may_view_the_consult(
    client: httpx.AsyncClient, bodies: Bodies, sign_in: SignIn, check_in: CheckIn
) -> None:
    """And not to others: in another organization, or on another line of the same one."""
    consult = (await client.get(f"/consults/{await bodies.create(client)}")).json()
    patient_id = consult["Patient"]["id"]
    patient = (await client.get(f"/patient/{patient_id}")).json()
    assert patient == consult["Patient"]
    assert (patient["nameGiven"], patient["nameFamily"]) == ("Mary Ann", "O'Connor-Díaz")
    assert patient["name"] == [{"family": "O'Connor-Díaz", "given": ["Mary", "Ann"]}]
    strangers = [sign_in("elsewhere"), await check_in("neuro", line="tele-neuro")]
    for path in ("", "/consults", "/consults/$count"):
        nobodys = await client.get(f"/patient/{uuid.uuid4()}{path}")
        for stranger in strangers:
            theirs = await stranger.get(f"/patient/{patient_id}{path}")
            assert (theirs.status_code, theirs.json()["code"]) == (404, "consult_not_found")
            assert theirs.json() == nobodys.json()


@pytest.mark.req("API-65", "API-06", "PERM-24")
async def test_a_patient_of_the_record_is_not_corrected(
    client: httpx.AsyncClient, bodies: Bodies, sent_events: list[SentEvent], noon: datetime
) -> None:
    (consult,) = await _of_the_record(client, bodies, ["tele-psych"])
    patient = consult["Patient"]
    fields = {name: patient[name] for name in ("nameGiven", "birthDate", "gender")}
    sent_events.clear()
    path = f"/patient/{patient['id']}/consults/{consult['id']}"
    refused = await client.put(path, json={"patient": fields | {"nameFamily": "Quill"}})
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    assert (await client.get(f"/patient/{patient['id']}")).json() == patient
    assert sent_events == []


@pytest.mark.req("API-63", "API-64", "API-04")
async def test_all_consults_about_a_person_of_the_record_are_listed(
    client: httpx.AsyncClient, bodies: Bodies, check_in: CheckIn, session: AsyncSession, noon: datetime
) -> None:
    psych, neuro = await check_in("psych", line="tele-psych"), await check_in("neuro", line="tele-neuro")
    consults = await _of_the_record(client, bodies, ["tele-psych"] * 26 + ["tele-neuro"])
    await bodies.create(client)
    newest_first = [consult["id"] for consult in reversed(consults)]
    path = f"/patient/{consults[0]['Patient']['id']}/consults"

    async def listed(who: httpx.AsyncClient, **query: int) -> list[str]:
        response = await who.get(path, params=query)
        assert response.status_code == 200, response.text
        return [card["id"] for card in response.json()]

    assert await listed(client) == newest_first[:25]
    assert await listed(client, page=2) == newest_first[25:]
    assert await listed(client, page=3) == []
    assert await listed(client, page=2, pageSize=4) == newest_first[4:8]
    assert (await client.get(f"{path}/$count")).json() == {"count": 27}
    (first,) = (await client.get(path, params={"pageSize": 1})).json()
    (card,) = (await client.post("/consults/$cards", json={"ids": newest_first[:1]})).json()["consults"]
    assert card | {"sortKey": None} == first | {"sortKey": None}

    # Each specialist sees the person's consults on their own line only.
    assert await listed(psych, pageSize=100) == newest_first[1:]
    assert await listed(psych, pageSize=4) == newest_first[1:5]
    assert (await psych.get(f"{path}/$count")).json() == {"count": 26}
    assert (await neuro.get(path)).status_code == 404, "the neurologist may view no consult with this patient's row"
    own = f"/patient/{consults[-1]['Patient']['id']}/consults"
    assert (await neuro.get(f"{own}/$count")).json() == {"count": 1}

    # The same id in another organization, or with an unverified patient, is another person.
    elsewhere = "organization_id = (select max(id) from organizations)"
    for others, change in enumerate((elsewhere, "verification = 'waiting'"), start=1):
        changed = {"id": consults[others]["Patient"]["id"]}
        await session.execute(text(f"update patients set {change} where id = :id"), changed)  # noqa: S608
        await session.commit()
        assert (await client.get(f"{path}/$count")).json() == {"count": 27 - others}, change
    newest_first.remove(consults[1]["id"])
    newest_first.remove(consults[2]["id"])
    assert await listed(client, pageSize=100) == newest_first
    unverified = f"/patient/{consults[2]['Patient']['id']}/consults"
    assert [card["id"] for card in (await client.get(unverified)).json()] == [consults[2]["id"]]


@pytest.mark.req("API-63", "API-64")
async def test_a_patient_entered_by_hand_is_a_separate_person(client: httpx.AsyncClient, bodies: Bodies) -> None:
    """Two people may have one name and birthday."""
    consult_id, _ = await bodies.create(client), await bodies.create(client)
    path = f"/patient/{(await client.get(f'/consults/{consult_id}')).json()['Patient']['id']}/consults"
    assert [card["id"] for card in (await client.get(path)).json()] == [consult_id]
    assert (await client.get(f"{path}/$count")).json() == {"count": 1}


@pytest.mark.req("API-24", "BAPI-19", "DET-07")
async def test_each_export_is_found_in_the_trail(client: httpx.AsyncClient, bodies: Bodies, sign_in: SignIn) -> None:
    consult_id = await bodies.create(client)
    patient_id = (await client.get(f"/consults/{consult_id}")).json()["Patient"]["id"]
    moments = [clock.now()]
    for _ in range(2):
        exported = await client.post(f"/consults/{consult_id}/export")
        assert (exported.status_code, exported.content) == (204, b"")
        moments.append(clock.now())
    refused = await sign_in("elsewhere").post(f"/consults/{consult_id}/export")
    assert (refused.status_code, refused.json()["code"]) == (404, "consult_not_found")
    found = (await sign_in("admin").get("/audit", params={"patientId": patient_id})).json()["entries"]
    exports = [entry for entry in found if entry["action"] == "exportConsult"]
    assert [(entry["user"]["username"], entry["status"]) for entry in exports] == [
        ("elsewhere", 404),
        ("nurse", 204),
        ("nurse", 204),
    ]
    assert [entry["consultIds"] for entry in exports[1:]] == [[consult_id]] * 2
    later, earlier = [datetime.fromisoformat(entry["at"]) for entry in exports[1:]]
    assert moments[0] <= earlier <= moments[1] <= later <= moments[2]
