"""A consult on each line over the API, from the request to its completion, according to the line's own definition."""

from collections.abc import Mapping
from typing import Any, Final

import httpx
import pytest
from bodies import Bodies
from pydantic import TypeAdapter

from conftest import CheckIn, SentEvent, SignIn
from wardline.core import clock
from wardline.demo.network import described
from wardline.demo.samples import sample_at, samples
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.registry import all_lines

PROVIDERS: Final[Mapping[str, str]] = {
    line.slug: next(user.username for user in described().users if code in user.service_lines.active)
    for line in all_lines()
    for code in list(line.ids.values())[:1]
}
"""The first demo user who may go on call for each line."""
SIGNED_OFF_WITH: Final[Mapping[str, set[str]]] = {
    "tele-stroke": {"editSignoffNote"},
    "acute-stroke": {"editSignoffNote"},
    "tele-neuro": {"completeAndSignOff"},
    "tele-psych": {"completeAndSignOff"},
    "tele-toxicology": {"completeAndSignOff"},
    "tele-icu": set(),
    "tele-covid": set(),
    "tele-triage": set(),
    "tele-hospitalist": set(),
}
"""In addition to plain completion, which every line has."""
OWN_LINE: Final = {
    "tele-stroke": "FSTROKE-28",
    "tele-toxicology": "FTOX-06",
    "tele-icu": "FICU-06",
    "tele-covid": "FCOVID-04",
}
OWN_RECORD: Final = {
    "tele-neuro": "BENT-08",
    "tele-stroke": "BENT-01",
    "tele-psych": "BENT-09",
    "tele-toxicology": "BENT-07",
    "acute-stroke": "BENT-03",
    "tele-icu": "BENT-06",
    "tele-covid": "BENT-05",
    "tele-triage": "BENT-10",
    "tele-hospitalist": "FHOSP-02",
}
EVERY_LINE = pytest.mark.parametrize("line", all_lines(), ids=lambda line: line.slug)


@pytest.fixture
async def request_body(client: httpx.AsyncClient, bodies: Bodies, line: ServiceLineDefinition) -> dict[str, Any]:
    """The body of a request on the line, as its first sample fills it in."""
    sample = sample_at(samples()[line.slug][0], clock.now())
    bodies.DETAILS = {line.slug: {**sample, line.detail_name: sample.get(line.detail_name, {})}}
    return await bodies.request(client, line.slug)


async def _created(client: httpx.AsyncClient, body: dict[str, Any]) -> str:
    response = await client.post("/consults", json=body)
    assert response.status_code == 201, response.text
    consult_id: str = response.json()["id"]
    return consult_id


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(
            line, id=line.slug, marks=pytest.mark.req(OWN_RECORD[line.slug]) if line.slug in OWN_RECORD else ()
        )
        for line in all_lines()
    ],
)
@pytest.mark.req("INFO-01", "INFO-05", "BAPI-01", "BAPI-02")
async def test_a_consult_has_the_record_that_was_sent(
    client: httpx.AsyncClient, request_body: dict[str, Any], line: ServiceLineDefinition
) -> None:
    consult_id = await _created(client, request_body)
    consult = (await client.get(f"/consults/{consult_id}")).json()
    assert (consult["serviceLineSlug"], consult["detailName"]) == (line.slug, line.detail_name)
    records = [name for name in consult if name.endswith("ConsultDetail")]
    assert records == [line.detail_name]
    sent = request_body[line.detail_name]
    record = consult[line.detail_name]
    assert {name: record[name] for name in sent} == sent
    assert record.keys() == TypeAdapter(line.detail).json_schema().get("properties", {}).keys()
    assert consult["reason"] == request_body.get("reason")
    ended = await client.post(f"/consults/{consult_id}/complete?cancel=true", json={"cancellationReason": "Twice"})
    assert ended.json()[line.detail_name] == record


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, id=line.slug, marks=pytest.mark.req(OWN_LINE[line.slug]) if line.slug in OWN_LINE else ())
        for line in all_lines()
    ],
)
@pytest.mark.req("INFO-02", "ENT-46")
async def test_a_request_belongs_to_the_line_that_its_form_sends_and_requires_one(
    client: httpx.AsyncClient, request_body: dict[str, Any], line: ServiceLineDefinition
) -> None:
    """A line that has several ids keeps the one that was sent."""
    for line_id in line.ids:
        consult_id = await _created(client, {**request_body, "serviceLineId": line_id})
        consult = (await client.get(f"/consults/{consult_id}")).json()
        assert consult["serviceLineId"] == consult["Encounter"]["serviceLineId"] == line_id
    without = await client.post(
        "/consults", json={key: request_body[key] for key in request_body if key != "serviceLineId"}
    )
    assert [error["field"] for error in without.json()["errors"]] == ["serviceLineId"]


@EVERY_LINE
@pytest.mark.req("INFO-04", "BPERM-11", "BPERM-12", "DONE-33")
async def test_each_line_is_signed_off_in_its_own_way(
    client: httpx.AsyncClient, check_in: CheckIn, request_body: dict[str, Any], line: ServiceLineDefinition
) -> None:
    provider = await check_in(PROVIDERS[line.slug], line=line.slug)
    path = f"/consults/{await _created(client, request_body)}"
    allowed = (await provider.get(path)).json()["allowedActions"]
    offered = {"complete", "completeAndSignOff", "editSignoffNote"} & set(allowed)
    # A newly added line is not in the table.
    signed_off_with = SIGNED_OFF_WITH.get(line.slug, {"completeAndSignOff"} if line.sign_off else set())
    assert offered == {"complete"} | signed_off_with
    locked = await provider.post(f"{path}/signoff-note/requestLock", json={"docType": "Note"})
    assert locked.status_code == (200 if "editSignoffNote" in offered else 400), locked.text


@EVERY_LINE
@pytest.mark.req("BAPI-02", "BAPI-28")
async def test_the_record_of_another_line_is_refused(
    client: httpx.AsyncClient, request_body: dict[str, Any], line: ServiceLineDefinition
) -> None:
    (other,) = (one for one in all_lines() if one.slug == ("tele-icu" if line.slug != "tele-icu" else "tele-covid"))
    refused = await client.post("/consults", json={**request_body, other.detail_name: {}})
    assert refused.status_code == 400
    assert [error["field"] for error in refused.json()["errors"]] == [other.detail_name]


@EVERY_LINE
@pytest.mark.req("BAPI-04", "BAPI-05", "BENT-14", "DONE-35", "INFO-03")
async def test_a_provider_acknowledges_and_completes_in_each_way_of_the_line(
    client: httpx.AsyncClient, check_in: CheckIn, request_body: dict[str, Any], line: ServiceLineDefinition
) -> None:
    provider = await check_in(PROVIDERS[line.slug], line=line.slug)
    for kind in line.completion_types:
        consult_id = await _created(client, request_body)
        # The request has no body: what is sent is not read.
        acknowledged = await provider.post(f"/consults/{consult_id}/acknowledge", json={"completeType": 1})
        assert acknowledged.status_code == 200, acknowledged.text
        consult = acknowledged.json()
        assert (consult["state"], consult["acknowledgedByUser"]["username"]) == ("pending", PROVIDERS[line.slug])
        assert consult["acknowledgedAt"] is not None
        complete = f"/consults/{consult_id}/complete"
        unknown = await provider.post(complete, json={"completeType": "by letter"})
        assert unknown.status_code == 400
        assert [error["field"] for error in unknown.json()["errors"]] == ["completeType"]
        body = {
            "completeType": kind.label,
            "cancellationReason": "Requested twice",
            "qaComment": "Spoke with the nurse",
        }
        length = {"callLength": 12} if line.slug == "tele-stroke" else {}
        completed = await provider.post(complete, json={**body, **length})
        assert completed.status_code == 200, completed.text
        found = completed.json()
        assert (found["state"], found["completeType"], found["qaComment"]) == (
            "completed",
            kind.value,
            "Spoke with the nurse",
        )
        assert found["cancellationReason"] == ("Requested twice" if kind.value == "cancelled" else None)
        assert found["callLength"] == (12 if line.slug == "tele-stroke" and kind.value != "cancelled" else None)
        assert found["completedByUser"]["username"] == PROVIDERS[line.slug]


@EVERY_LINE
@pytest.mark.req("BPERM-03", "BPERM-04", "BPERM-05", "BPERM-07", "BPERM-08")
async def test_a_providers_actions_depend_on_the_line_of_their_duty(
    client: httpx.AsyncClient,
    sign_in: SignIn,
    check_in: CheckIn,
    request_body: dict[str, Any],
    line: ServiceLineDefinition,
) -> None:
    consult_id = await _created(client, request_body)

    async def actions(person: httpx.AsyncClient) -> set[str]:
        found = (await person.get(f"/consults/{consult_id}")).json()["allowedActions"]
        return set(found) & {"acknowledge", "complete", "edit", "cancel"}

    assert await actions(client) == {"cancel"}
    assert await actions(sign_in(PROVIDERS[line.slug])) == set()
    provider = await check_in(PROVIDERS[line.slug], line=line.slug)
    on_duty = {"acknowledge", "complete"} | ({"edit"} if line.editable_detail else set())
    assert await actions(provider) == on_duty
    done = await provider.post(f"/consults/{consult_id}/complete", json={"completeType": "video"})
    assert done.status_code == 200, done.text
    assert await actions(provider) == set()


@EVERY_LINE
@pytest.mark.req("BPERM-02", "BPERM-03", "BPERM-04", "BPERM-05", "BPERM-08")
async def test_a_refused_call_changes_nothing(
    client: httpx.AsyncClient,
    sign_in: SignIn,
    request_body: dict[str, Any],
    line: ServiceLineDefinition,
    sent_events: list[SentEvent],
) -> None:
    consult_id = await _created(client, request_body)
    path = f"/consults/{consult_id}"
    before = (await client.get(path)).json()
    off_duty, completion = sign_in(PROVIDERS[line.slug]), {"completeType": "video"}
    stranger, admin = sign_in("nobody"), sign_in("admin")
    patient = f"/patient/{before['Patient']['id']}/consults/{consult_id}"
    entries = (await client.get(f"{path}/updates")).json()
    sent_events.clear()
    refused = [
        await client.post(f"{path}/acknowledge"),
        await client.post(f"{path}/complete", json=completion),
        await client.patch(path, json={"reason": "Another"}),
        await off_duty.post(f"{path}/acknowledge"),
        await off_duty.post(f"{path}/complete", json=completion),
        await off_duty.post(f"{path}/complete?cancel=true", json={"cancellationReason": "Requested twice"}),
        await stranger.post("/consults", json=request_body),
        await stranger.post("/consults/$search", json={}),
        await admin.post(f"{path}/updates", json={"message": "Hello"}),
        await admin.put(patient, json={"patient": request_body["Patient"]}),
        await admin.post(f"/otg/{before['Encounter']['id']}/$discharge"),
    ]
    assert {response.status_code for response in refused} == {403}
    assert (await client.get(path)).json() == before
    assert (await client.get(f"{path}/updates")).json() == entries
    assert sent_events == []


ANY: Final = "00000000-0000-0000-0000-000000000000"
METHODS: Final[Mapping[str, set[str]]] = {
    "/consults": {"POST"},
    f"/consults/{ANY}": {"GET", "PATCH"},
    **{
        f"/consults/{ANY}/{call}": {"POST"}
        for call in (
            "complete",
            "acknowledge",
            "signoff-note/requestLock",
            "signoff-note/save",
            "signoff-note/fax",
            "sign-signoff-note",
            "sign-signoff-note-neuro",
            "sign-signoff-note-psych",
            "sign-signoff-note-toxicology",
            "sign-signoff-note-acute-stroke",
            "addStrokeNote",
            "export",
        )
    },
    **{
        f"/consults/{ANY}/{call}": {"GET"}
        for call in (
            "export-sign-off-note",
            "sign-off-notes",
            "sign-off-neuro",
            "sign-off-psych",
            "sign-off-toxicology",
            "sign-off-acute-stroke",
        )
    },
    "/meeting": {"POST"},
    "/meeting/$deleteExternalMeeting": {"PUT"},
    f"/vidyo-rooms/consult/{ANY}/": {"GET"},
    f"/bluestream-rooms/consult/{ANY}/": {"GET"},
    f"/core-video-rooms/consult/{ANY}/": {"GET"},
    "/me": {"GET"},
}
"""Each operation of the specification's table, and how it is made."""


@pytest.mark.parametrize(("path", "methods"), METHODS.items(), ids=METHODS)
@pytest.mark.req("BAPI-31")
async def test_a_listed_call_accepts_its_methods_only(client: httpx.AsyncClient, path: str, methods: set[str]) -> None:
    refused = {
        method
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE")
        if (await client.request(method, path)).status_code == 405
    }
    assert refused == {"GET", "POST", "PUT", "PATCH", "DELETE"} - methods


@pytest.mark.req("BAPI-28")
async def test_each_kind_of_refusal_has_its_status_and_one_shape(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies
) -> None:
    path = f"/consults/{await bodies.create(client)}"
    psych = await check_in("psych", line="tele-psych")
    video = {"completeType": "video"}
    refused = [
        await psych.post(f"{path}/complete", json={"completeType": "by letter"}),
        await client.get(path, auth=httpx.Auth()),
        await client.post(f"{path}/complete", json=video),
        await client.get(f"/consults/{ANY}"),
    ]
    assert (await psych.post(f"{path}/complete", json=video)).status_code == 200
    refused.append(await psych.post(f"{path}/complete", json=video))
    neuro, colleague = [await check_in(name, line="tele-stroke") for name in ("neuro", "neuro2")]
    lock = f"/consults/{await bodies.create(client, 'tele-stroke')}/signoff-note/requestLock"
    assert (await neuro.post(lock, json={"docType": "Note"})).status_code == 200
    refused.append(await colleague.post(lock, json={"docType": "Note"}))
    codes = ["validation", "not_signed_in", "forbidden", "consult_not_found", "already_closed", "locked_by_another"]
    refusals = [(response.status_code, response.json()["code"]) for response in refused]
    assert refusals == list(zip([400, 401, 403, 404, 409, 409], codes, strict=True))
    for response in refused:
        assert response.json().keys() >= {"code", "message", "errors"}
        assert [error["field"] for error in response.json()["errors"]] == (
            ["completeType"] if response.status_code == 400 else []
        )
