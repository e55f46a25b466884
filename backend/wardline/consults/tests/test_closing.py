"""Completing, cancelling and discharging."""

from datetime import datetime, timedelta

import httpx
import pytest
from bodies import Bodies

from conftest import CheckIn, SentEvent, SignIn
from wardline.core import clock


@pytest.mark.req("API-22", "DET-43", "DONE-35", "DONE-24", "DONE-26")
async def test_completing(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, sent_events: list[SentEvent], noon: datetime
) -> None:
    consult_id = await bodies.create(client)
    psych = await check_in("psych", line="tele-psych")
    sent_events.clear()
    clock.advance(timedelta(minutes=9))
    body = {
        "completeType": "Phone Only with Provider",
        "qaComment": "Advised observation.",
        "cancellationReason": "Requested twice",
    }
    key = {"Idempotency-Key": "press-1"}
    consult = (await psych.post(f"/consults/{consult_id}/complete", json=body, headers=key)).json()
    assert (await psych.post(f"/consults/{consult_id}/complete", json=body, headers=key)).json() == consult
    assert consult["state"] == "completed"
    assert consult["completeType"] == "phone only with provider"
    assert consult["completedAt"] == "2026-03-04T12:09:00Z"
    assert consult["completedByUser"]["username"] == "psych"
    assert (consult["qaComment"], consult["cancellationReason"]) == ("Advised observation.", None)
    newest = (await psych.get(f"/consults/{consult_id}/updates")).json()[0]
    assert newest["details"] == {"completeType": consult["completeType"], "qaComment": "Advised observation."}
    assert consult["acknowledgedBy"] is None
    assert [event.name for event in sent_events] == ["consult:updated-state"]


@pytest.mark.req("API-17", "DONE-36", "TIME-13", "DET-41", "DET-43")
async def test_completed_is_final(client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies) -> None:
    consult_id = await bodies.create(client)
    psych = await check_in("psych", line="tele-psych")
    completed = (await psych.post(f"/consults/{consult_id}/complete", json={"completeType": "video"})).json()
    for path, body in (
        ("complete", {"completeType": "phone only with patient", "qaComment": "Again"}),
        ("acknowledge", None),
        ("updates", {"message": "Too late"}),
    ):
        refused = await psych.post(f"/consults/{consult_id}/{path}", json=body)
        assert refused.status_code == 409, path
        assert refused.json()["completedByUser"]["username"] == "psych"
    phone = await client.patch(f"/consults/{consult_id}", json={"callbackNumber": "(555) 010-0222"})
    assert phone.status_code == 409
    after = (await psych.get(f"/consults/{consult_id}")).json()
    for unchanged in ("completeType", "completedAt", "qaComment", "acknowledgedBy", "callbackNumber", "commentCount"):
        assert after[unchanged] == completed[unchanged], unchanged
    assert (after["completeType"], after["commentCount"]) == ("video", 0)
    ended = {"acknowledge", "complete", "completeAndSignOff", "cancel", "edit", "editBedsidePhone", "comment"}
    for person in (psych, client):
        assert ended.isdisjoint((await person.get(f"/consults/{consult_id}")).json()["allowedActions"])


@pytest.mark.parametrize(
    ("body", "field", "message"),
    [
        ({}, "completeType", "This field is required."),
        ({"completeType": "audio"}, "completeType", None),
        ({"completeType": "video", "cancel": "yes"}, "cancel", None),
        ({"complete_type": "video"}, "complete_type", "Unknown field."),
        ({"completeType": "video", "completedByUser": {"id": 1}}, "completedByUser", "Unknown field."),
        ({"completeType": "video", "completedAt": "2020-01-01T00:00:00Z"}, "completedAt", "Unknown field."),
        ({"completeType": "cancelled"}, "cancellationReason", "This field is required."),
        ({"completeType": "video", "qaComment": "x" * 256}, "qaComment", "Must be at most 255 characters long."),
    ],
)
@pytest.mark.req("DONE-25", "DONE-35", "API-22", "API-78", "VAL-43")
async def test_bad_completion_changes_nothing(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    bodies: Bodies,
    body: dict[str, object],
    field: str,
    message: str | None,
) -> None:
    consult_id = await bodies.create(client)
    psych = await check_in("psych", line="tele-psych")
    response = await psych.post(f"/consults/{consult_id}/complete", json=body)
    assert response.status_code == 400
    named = {error["field"]: error["message"] for error in response.json()["errors"]}
    assert field in named
    assert message is None or named[field] == message
    assert (await psych.get(f"/consults/{consult_id}")).json()["state"] == "new"


@pytest.mark.req("DONE-03", "DONE-06", "DONE-07", "DONE-10", "BCONST-06")
async def test_completing_a_stroke_consult(client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies) -> None:
    consult_id = await bodies.create(client, "tele-stroke")
    neuro = await check_in("neuro", line="tele-stroke")
    path = f"/consults/{consult_id}/complete"
    too_short = await neuro.post(path, json={"completeType": "Video", "callLength": 0})
    assert too_short.json()["errors"] == [{"field": "callLength", "message": "Must be at least one minute"}]
    no_reason = await neuro.post(path, json={"completeType": "Cancelled"})
    assert no_reason.json()["errors"] == [{"field": "cancellationReason", "message": "This field is required."}]
    too_long = await neuro.post(path, json={"completeType": "audio", "qaComment": "x" * 2001})
    assert too_long.status_code == 400
    done = await neuro.post(path, json={"completeType": "AUDIO", "callLength": 12, "qaComment": "x" * 2000})
    assert (done.json()["completeType"], done.json()["callLength"]) == ("audio", 12)
    assert (await neuro.get(f"/consults/{consult_id}")).json()["qaComment"] == "x" * 2000
    note = await neuro.post(f"/consults/{consult_id}/signoff-note/requestLock", json={"docType": "Note"})
    assert note.json()["documentVersions"][0]["content"]["callLength"] == 12


@pytest.mark.req("API-23", "DET-38", "DONE-37", "ENT-14", "DONE-39")
async def test_cancelling_from_the_bedside(client: httpx.AsyncClient, bodies: Bodies) -> None:
    consult_id = await bodies.create(client)
    path = f"/consults/{consult_id}/complete"
    missing = await client.post(path, params={"cancel": True}, json={"completeType": "video"})
    assert missing.status_code == 400
    assert missing.json()["errors"] == [{"field": "cancellationReason", "message": "This field is required."}]
    body = {"completeType": "video", "cancellationReason": "Patient improved"}
    consult = (await client.post(path, params={"cancel": True}, json=body)).json()
    assert (consult["state"], consult["completeType"]) == ("completed", "cancelled")
    assert consult["cancellationReason"] == "Patient improved"
    newest = (await client.get(f"/consults/{consult_id}/updates")).json()[0]
    assert newest["taskType"] == "cancelled"
    assert newest["details"]["cancellationReason"] == "Patient improved"


@pytest.mark.parametrize(
    ("reason", "message"),
    [
        (" \n ", "This field is required."),
        ("x" * 256, "Must be at most 255 characters long."),
        ("x" * 255, None),
    ],
)
@pytest.mark.req("DONE-38", "VAL-39", "BCONST-05", "DET-38", "API-23")
async def test_the_reason_of_a_cancelled_request_has_1_to_255_characters(
    client: httpx.AsyncClient, bodies: Bodies, reason: str, message: str | None
) -> None:
    path = f"/consults/{await bodies.create(client)}"
    response = await client.post(f"{path}/complete", params={"cancel": True}, json={"cancellationReason": reason})
    refusals = [] if message is None else [{"field": "cancellationReason", "message": message}]
    assert response.json().get("errors", []) == refusals
    assert (await client.get(path)).json()["cancellationReason"] == (reason if message is None else None)


@pytest.mark.parametrize("place", ["query", "body"])
@pytest.mark.req("API-22", "BAPI-04", "DONE-39", "API-23", "ENT-10")
async def test_the_cancel_flag_is_in_the_query_or_the_body(
    client: httpx.AsyncClient, bodies: Bodies, place: str
) -> None:
    path = f"/consults/{await bodies.create(client)}/complete"
    body = {"completeType": "Video", "cancellationReason": "Requested twice", "qaComment": "By the bedside"}
    query, flag = ({"cancel": True}, {}) if place == "query" else ({}, {"cancel": True})
    refused = await client.post(path, params=query, json=body | flag | {"completeType": "by letter"})
    assert [error["field"] for error in refused.json()["errors"]] == ["completeType"]
    response = await client.post(path, params=query, json=body | flag)
    assert response.status_code == 200, response.text
    fields = [response.json()[name] for name in ("state", "completeType", "cancellationReason", "qaComment")]
    assert fields == ["completed", "cancelled", "Requested twice", None]
    assert response.json()["commentCount"] == 0


@pytest.mark.req("API-22", "API-78", "PERM-15", "BPERM-08", "ENT-14")
async def test_checked_in_provider_cancels_by_completion_type_only(
    client: httpx.AsyncClient, sign_in: SignIn, check_in: CheckIn, bodies: Bodies
) -> None:
    """Also one whose bedside role allows cancelling, which only the check-in forbids."""
    consult_id = await bodies.create(client)
    assert "cancel" in (await sign_in("both").get(f"/consults/{consult_id}")).json()["allowedActions"]
    both = await check_in("both", line="tele-psych")
    assert "cancel" not in (await both.get(f"/consults/{consult_id}")).json()["allowedActions"]
    body = {"completeType": "Cancelled", "cancellationReason": "Transferred"}
    refused = await both.post(f"/consults/{consult_id}/complete?cancel=true", json=body)
    assert (refused.status_code, refused.json()["code"]) == (403, "checked_in")
    consult = (await both.post(f"/consults/{consult_id}/complete", json=body)).json()
    assert (consult["state"], consult["completeType"]) == ("completed", "cancelled")
    assert consult["cancellationReason"] == "Transferred"


@pytest.mark.req("ENT-15", "ENT-49", "TIME-13", "TIME-23", "RT-09")
async def test_a_discharge_does_not_hide_requests(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, sent_events: list[SentEvent]
) -> None:
    waiting = await bodies.create(client)
    encounter_id = (await client.get(f"/consults/{waiting}")).json()["Encounter"]["id"]
    psych = await check_in("psych", line="tele-psych")
    sent_events.clear()
    for _ in range(2):
        response = await psych.post(f"/otg/{encounter_id}/$discharge")
        assert (response.status_code, response.json()["status"]) == (200, "finished")
    assert [(event.name, event.data["consultId"]) for event in sent_events] == [("consult:updated-state", waiting)]
    consult = (await client.get(f"/consults/{waiting}")).json()
    assert (consult["state"], consult["Encounter"]["status"]) == ("new", "finished")
    assert (await psych.post(f"/consults/{waiting}/acknowledge")).json()["state"] == "discharged"
    assert (await psych.post(f"/consults/{waiting}/updates", json={"message": "Follow-up"})).status_code == 201
    assert (await psych.post(f"/consults/{waiting}/complete", json={"completeType": "video"})).status_code == 200
    entries = (await client.get(f"/consults/{waiting}/updates")).json()
    steps = ["consult-completion", "update", "consult-acknowledgement", "consult-creation"]
    assert [entry["taskType"] for entry in entries] == steps


@pytest.mark.parametrize("first", ["encounter", "patient"])
@pytest.mark.req("API-60", "API-61", "ENT-15", "ENT-19", "RT-09")
async def test_discharge_of_an_acknowledged_consult(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, sent_events: list[SentEvent], first: str
) -> None:
    consult_id = await bodies.create(client)
    psych = await check_in("psych", line="tele-psych")
    before = (await psych.post(f"/consults/{consult_id}/acknowledge")).json()
    assert (before["state"], before["Encounter"]["status"]) == ("pending", "in-progress")
    sent_events.clear()
    calls = [f"/otg/{before['Encounter']['id']}/$discharge", f"/patient/{before['Patient']['id']}/$discharge"]
    for path in calls if first == "encounter" else reversed(calls):
        response = await psych.post(path)
        assert (response.status_code, response.json()) == (200, {"id": before["Encounter"]["id"], "status": "finished"})
    after = (await client.get(f"/consults/{consult_id}")).json()
    assert (after["state"], after["Encounter"]["status"]) == ("discharged", "finished")
    assert [event.name for event in sent_events] == ["consult:updated-state"]


@pytest.mark.req("API-60", "API-61", "ENT-15", "INFO-49")
async def test_a_discharge_does_not_reopen_a_consult(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies
) -> None:
    consult_id = await bodies.create(client)
    psych = await check_in("psych", line="tele-psych")
    await psych.post(f"/consults/{consult_id}/acknowledge")
    completed = (await psych.post(f"/consults/{consult_id}/complete", json={"completeType": "video"})).json()
    assert (await psych.post(f"/patient/{completed['Patient']['id']}/$discharge")).status_code == 200
    consult = (await client.get(f"/consults/{consult_id}")).json()
    assert (consult["state"], consult["Encounter"]["status"]) == ("completed", "finished")
    assert consult["acknowledgedBy"] == consult["acknowledgedByUser"]["id"]


@pytest.mark.req("API-60", "API-61", "ENT-15")
async def test_discharging_requires_its_permission(client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies) -> None:
    consult = (await client.get(f"/consults/{await bodies.create(client)}")).json()
    paths = (f"/otg/{consult['Encounter']['id']}/$discharge", f"/patient/{consult['Patient']['id']}/$discharge")
    may_only_look, elsewhere = sign_in("admin"), sign_in("elsewhere")
    assert (await may_only_look.get(f"/consults/{consult['id']}")).status_code == 200
    for path in paths:
        assert (await may_only_look.post(path)).status_code == 403
        assert (await elsewhere.post(path)).status_code == 404
    assert (await client.get(f"/consults/{consult['id']}")).json()["Encounter"]["status"] == "in-progress"
    for path in paths:
        assert (await client.post(path)).status_code == 200
        assert (await may_only_look.post(path)).status_code == 403, "also once there is nothing left to do"
    after = (await client.get(f"/consults/{consult['id']}")).json()
    assert (after["state"], after["Encounter"]["status"]) == ("new", "finished")
