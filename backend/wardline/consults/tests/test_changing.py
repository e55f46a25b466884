"""Changing a request and its patient."""

from datetime import datetime, timedelta

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SentEvent, SignIn
from wardline.core import clock


@pytest.mark.parametrize(
    ("line", "fields"), [("tele-psych", {}), ("tele-stroke", {"isEmergency": True, "TeleStrokeConsultDetail": {}})]
)
@pytest.mark.req("API-17", "BAPI-03", "RT-08", "INFO-43", "INFO-47")
async def test_bedside_phone_changes_alone(
    client: httpx.AsyncClient, bodies: Bodies, sent_events: list[SentEvent], line: str, fields: dict[str, object]
) -> None:
    """Also of an emergency, whose questions were not answered."""
    consult_id = await bodies.create(client, line, **fields)
    before = (await client.get(f"/consults/{consult_id}")).json()
    sent_events.clear()
    changed = await client.patch(f"/consults/{consult_id}", json={"callbackNumber": "(555) 010-0222"})
    assert changed.status_code == 200
    assert changed.json() == before | {"callbackNumber": "(555) 010-0222"}
    assert [event.name for event in sent_events] == ["consult:updated"]


@pytest.mark.parametrize(
    "body",
    [
        {"state": "completed"},
        {"id": "00000000-0000-0000-0000-000000000000"},
        {"createdAt": "2020-01-01T00:00:00Z"},
        {"acknowledgedBy": 1},
        {"completedAt": "2020-01-01T00:00:00Z"},
        {"createdByUser": {"username": "admin"}},
        {"serviceLineId": 2},
        {"isEmergency": True},
        {"callbackNumber": "123"},
        {"callbackNumber": None},
    ],
)
@pytest.mark.req("API-18", "INFO-43", "INFO-46", "VAL-01", "VAL-02")
async def test_fields_that_may_not_change(client: httpx.AsyncClient, bodies: Bodies, body: dict[str, object]) -> None:
    consult_id = await bodies.create(client)
    response = await client.patch(f"/consults/{consult_id}", json=body)
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == list(body)


@pytest.mark.req("API-17", "API-18", "BAPI-03", "PERM-14", "FNEURO-06")
async def test_detail_changes_in_part_for_a_provider_on_duty(
    client: httpx.AsyncClient, sign_in: SignIn, check_in: CheckIn, bodies: Bodies
) -> None:
    consult_id = await bodies.create(client, "tele-neuro", reason="First seizure")
    part = {"TeleNeuroConsultDetail": {"physicianName": "Dr. Weiss"}}
    phone = {"callbackNumber": "(555) 010-0221"}
    elsewhere = await check_in("neuro2", line="tele-stroke")
    for sent in (part, part | phone, {"reason": "Another"} | phone, {"reason": "Another"}):
        for who in (sign_in("neuro"), elsewhere):
            refused = await who.patch(f"/consults/{consult_id}", json=sent)
            assert (refused.status_code, refused.json()["code"]) == (403, "not_checked_in")
    assert (await elsewhere.patch(f"/consults/{consult_id}", json=phone)).status_code == 200
    neuro = await check_in("neuro", line="tele-neuro")
    before = (await neuro.get(f"/consults/{consult_id}")).json()
    changed = (await neuro.patch(f"/consults/{consult_id}", json=part)).json()
    detail = before["TeleNeuroConsultDetail"] | {"neuroPatientId": "N-1", "physicianName": "Dr. Weiss"}
    assert changed == before | {"TeleNeuroConsultDetail": detail}
    rest = {"reason": "Second seizure", "callbackNumber": "(555) 010-0222"}
    after = changed | rest | {"callReason": "Second seizure"}
    assert (await neuro.patch(f"/consults/{consult_id}", json=rest)).json() == after
    other_line = {"TeleStrokeConsultDetail": {"nihss": 3}}
    assert (await neuro.patch(f"/consults/{consult_id}", json=other_line)).status_code == 400


@pytest.mark.req("FNEURO-06", "FNEURO-07", "FNEURO-08", "FNEURO-09")
@pytest.mark.parametrize(
    ("part", "field"),
    [
        ({"TeleNeuroConsultDetail": {"neuroPatientId": "   "}}, "TeleNeuroConsultDetail.neuroPatientId"),
        ({"TeleNeuroConsultDetail": {"neuroPatientId": "x" * 256}}, "TeleNeuroConsultDetail.neuroPatientId"),
        ({"TeleNeuroConsultDetail": {"physicianName": ""}}, "TeleNeuroConsultDetail.physicianName"),
        ({"TeleNeuroConsultDetail": {"physicianName": "x" * 256}}, "TeleNeuroConsultDetail.physicianName"),
        ({"TeleNeuroConsultDetail": {"physicianNumber": "911"}}, "TeleNeuroConsultDetail.physicianNumber"),
        pytest.param({"callbackNumber": ""}, "callbackNumber", marks=pytest.mark.req("VAL-02")),
        pytest.param({"callbackNumber": "911"}, "callbackNumber", marks=pytest.mark.req("VAL-02")),
        pytest.param({"reason": "x" * 256}, "reason", marks=pytest.mark.req("VAL-42")),
    ],
)
async def test_a_change_is_validated_like_the_request(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, part: dict[str, object], field: str
) -> None:
    consult_id = await bodies.create(client, "tele-neuro", reason="First seizure")
    neuro = await check_in("neuro", line="tele-neuro")
    before = (await neuro.get(f"/consults/{consult_id}")).json()
    refused = await neuro.patch(f"/consults/{consult_id}", json=part)
    assert refused.status_code == 400
    assert [error["field"] for error in refused.json()["errors"]] == [field]
    assert (await neuro.get(f"/consults/{consult_id}")).json() == before


@pytest.mark.req("FNEURO-08", "FNEURO-09", "API-17")
async def test_a_change_is_trimmed_like_the_request(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies
) -> None:
    consult_id = await bodies.create(client, "tele-neuro", reason="First seizure")
    neuro = await check_in("neuro", line="tele-neuro")
    trimmed = await neuro.patch(f"/consults/{consult_id}", json={"TeleNeuroConsultDetail": {"neuroPatientId": " N-9 "}})
    assert trimmed.json()["TeleNeuroConsultDetail"]["neuroPatientId"] == "N-9"
    complete = "(555) 010-0161"
    for number, stored in ((complete, complete), ("", None), (complete, complete), (None, None)):
        part = {"TeleNeuroConsultDetail": {"physicianNumber": number}}
        changed = (await neuro.patch(f"/consults/{consult_id}", json=part)).json()["TeleNeuroConsultDetail"]
        assert (changed["neuroPatientId"], changed["physicianNumber"]) == ("N-9", stored)


@pytest.mark.parametrize("part", [{"TeleNeuroConsultDetail": {"neuroPatientId": "N-9"}}, {"reason": "Second seizure"}])
@pytest.mark.req("API-17", "RT-08")
async def test_every_changed_part_publishes_one_event(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    bodies: Bodies,
    sent_events: list[SentEvent],
    part: dict[str, object],
) -> None:
    consult_id = await bodies.create(client, "tele-neuro", reason="First seizure")
    neuro = await check_in("neuro", line="tele-neuro")
    sent_events.clear()
    for _ in range(2):  # The second time nothing changes.
        assert (await neuro.patch(f"/consults/{consult_id}", json=part)).status_code == 200
    (event,) = sent_events
    assert (event.name, event.data["consultId"]) == ("consult:updated", consult_id)


@pytest.mark.parametrize(
    "part", [{"TelePsychConsultDetail": {"isPrnMedicationRecommendations": True}}, {"reason": "Another"}]
)
@pytest.mark.req("API-17", "API-18", "FNEURO-06", "DET-35", "DET-50")
async def test_on_other_lines_only_the_bedside_phone_changes(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, part: dict[str, object]
) -> None:
    consult_id = await bodies.create(client)
    psych = await check_in("psych", line="tele-psych")
    before = (await psych.get(f"/consults/{consult_id}")).json()
    assert "edit" not in before["allowedActions"]
    refused = await psych.patch(f"/consults/{consult_id}", json=part)
    assert (refused.status_code, refused.json()["code"]) == (403, "only_the_phone_changes")
    assert (await psych.get(f"/consults/{consult_id}")).json() == before
    phone = {"callbackNumber": "(555) 010-0222"}
    assert (await psych.patch(f"/consults/{consult_id}", json=phone)).json() == before | phone


@pytest.mark.req("API-17", "RT-08", "RT-11", "DET-33", "BAPI-03")
async def test_an_unchanged_value_publishes_no_event(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    bodies: Bodies,
    session: AsyncSession,
    sent_events: list[SentEvent],
    noon: datetime,
) -> None:
    body = await bodies.request(client, "tele-neuro", reason="First seizure")
    consult_id = (await client.post("/consults", json=body)).json()["id"]
    before = (await client.get(f"/consults/{consult_id}")).json()
    neuro = await check_in("neuro", line="tele-neuro")
    sent_events.clear()
    clock.advance(timedelta(minutes=1))
    for same in (
        {},
        {"callbackNumber": before["callbackNumber"]},
        {"reason": " First seizure "},
        {"TeleNeuroConsultDetail": before["TeleNeuroConsultDetail"]},
    ):
        assert (await neuro.patch(f"/consults/{consult_id}", json=same)).status_code == 200
    path = f"/patient/{before['Patient']['id']}/consults/{consult_id}"
    assert (await client.put(path, json={"patient": body["Patient"]})).status_code == 200
    assert sent_events == []
    changed_at = await session.scalar(text("select changed_at from consults where id = :id"), {"id": consult_id})
    assert changed_at == noon


@pytest.mark.req("API-65", "RT-11", "WL-50", "DET-33", "VAL-06")
async def test_correcting_the_patient(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, sent_events: list[SentEvent]
) -> None:
    body = await bodies.request(client)
    consult_id = (await client.post("/consults", json=body)).json()["id"]
    patient_id = (await client.get(f"/consults/{consult_id}")).json()["Patient"]["id"]
    psych = await check_in("psych", line="tele-psych")
    sent_events.clear()
    corrected = {
        "nameGiven": "Marian",
        "nameFamily": "Quill",
        "birthDate": "1951-09-07",
        "gender": "other",
        "additionalData": {"enumber": "815", "patientNumber": None},
    }
    path = f"/patient/{patient_id}/consults/{consult_id}"
    response = await psych.put(path, json={"patient": corrected})
    assert response.status_code == 200, response.text
    assert {name: response.json()[name] for name in corrected} == corrected
    assert (await client.get(f"/consults/{consult_id}")).json()["Patient"] == response.json()
    assert [(event.name, event.data["consultId"]) for event in sent_events] == [("consult:patient:updated", consult_id)]
    found = await psych.post("/consults/$search", json={"filter": {"searchString": "quill"}})
    assert [card["id"] for card in found.json()["consults"]] == [consult_id]
    other = await bodies.create(client)
    wrong = await psych.put(f"/patient/{patient_id}/consults/{other}", json={"patient": corrected})
    assert wrong.status_code == 404
    refused = await psych.put(path, json={"patient": corrected | {"nameGiven": "  "}})
    assert refused.json()["errors"] == [{"field": "patient.nameGiven", "message": "This field is required."}]
