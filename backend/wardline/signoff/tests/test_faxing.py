"""Signed notes by fax."""

from datetime import timedelta
from typing import Any, Final, cast
from uuid import uuid4

import httpx
import pytest
from bodies import Bodies
from fastapi import FastAPI
from sqlalchemy import text
from stroke_notes import STROKE_NOTE

from conftest import NOON, CheckIn, SentEvent, SignIn
from wardline import site
from wardline.core import clock
from wardline.fax.contract import FaxDelayed, FaxOutcome, FaxRefused, FaxUnanswered, FaxUnknown
from wardline.signoff import faxing
from wardline.signoff.tests.sending import NUMBER, Outbox, Provider, send_fax, timeline_entries, versions
from wardline.signoff.tests.stroke import Stroke, fields, refusal

pytestmark = pytest.mark.usefixtures("noon")

FOLLOWS: Final = {"completedAt", "completedBy", "completedByUser", "allowedActions", "paging"}
"""Fields that say when and by whom, those derived from them, and the paging that ends."""


@pytest.mark.req("SIGN-40", "SIGN-41", "SIGN-42", "API-68", "BAPI-08")
async def test_a_fax_is_a_version_with_a_delivery_state(
    signed: Stroke, colleague: httpx.AsyncClient, provider: Provider, sending: Outbox, sent_events: list[SentEvent]
) -> None:
    await sending.write(text("update consults set fax_number = '(555) 010-0111'"))
    sent_events.clear()
    for _ in range(2):  # Sent once, and retried because the response was lost.
        response = await send_fax(signed, who=colleague, key="press-1")
        assert response.status_code == 200, response.text
    note = response.json()
    assert note["faxRequest"] == {"faxNumber": NUMBER}
    assert (note["status"], versions(note)) == ("Signed", [(1, "Note", "Current"), (2, "Fax", "Sending")])
    assert note["documentVersions"][1]["content"] == {"faxNumber": NUMBER, "version": 1}
    assert [event.name for event in sent_events] == ["consult:signoff-changed"]
    consult = await signed.consult()
    assert (consult["state"], consult["additionalData"]["faxNumber"]) == ("completed", NUMBER)
    for _ in range(2):  # Handed over, then polled while it is on its way.
        await sending.run()
        assert await timeline_entries(signed, "signoff-note-fax") == []
    await sending.write(text("update consults set fax_number = '(555) 010-0111'"))
    provider.outcome = FaxOutcome("fax-1", delivered=True)
    sent_events.clear()
    clock.advance(timedelta(minutes=3))
    await sending.run()
    assert versions(await signed.read())[1] == (2, "Fax", "Sent")
    assert [event.name for event in sent_events] == ["consult:signoff-changed"]
    (entry,) = await timeline_entries(signed, "signoff-note-fax")
    assert (entry["messageOrDescription"], entry["details"]) == ("Signoff Note Faxed", {"faxNumber": NUMBER})
    assert (entry["author"]["lastName"], entry["createdAt"]) == ("Obsidian", "2026-03-04T12:03:00Z")
    ((number, pdf, _),) = provider.sent
    assert number == NUMBER
    assert pdf == (await signed.provider.get(f"{signed.path}/export-sign-off-note")).content


@pytest.mark.req("SIGN-40", "SIGN-47", "SIGN-45", "BAPI-08", "BENT-16")
async def test_a_fax_sends_the_version_that_was_current_when_it_was_requested(
    signed: Stroke, provider: Provider, sending: Outbox
) -> None:
    await send_fax(signed)
    await signed.sign(docType="Addendum", content="More")
    await send_fax(signed, "(555) 010-0178")
    await sending.run()
    await signed.sign(docType="Error")
    note = (await send_fax(signed, "(555) 010-0179")).json()
    assert versions(note) == [
        (1, "Note", "Superseded"),
        (2, "Fax", "Sending"),
        (3, "Addendum", "Superseded"),
        (4, "Fax", "Sending"),
        (5, "Error", "Current"),
        (6, "Fax", "Sending"),
    ]
    assert [each["content"]["version"] for each in note["documentVersions"][1::2]] == [1, 3, 5]
    assert note["faxRequest"] == {"faxNumber": "(555) 010-0179"}
    assert (await signed.consult())["additionalData"]["faxNumber"] == "(555) 010-0179"
    await sending.run()
    exported = (await signed.provider.get(f"{signed.path}/export-sign-off-note")).content
    assert provider.sent[-1][1] == exported
    assert len({pdf for _, pdf, _ in provider.sent}) == 3


@pytest.mark.req("API-68", "SIGN-39", "SIGN-40", "VAL-37", "BPERM-17")
async def test_a_refused_fax_changes_nothing(
    stroke: Stroke, client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies, sending: Outbox, provider: Provider
) -> None:
    await stroke.lock()
    assert refusal(await send_fax(stroke)) == (409, "not_signed")
    await stroke.sign(content=STROKE_NOTE)
    for number in ("", "555", "(555) 010-01777", None):
        assert set(fields(await send_fax(stroke, cast("str", number)))) == {"faxNumber"}
    assert refusal(await send_fax(stroke, who=client)) == (403, "forbidden")
    assert refusal(await send_fax(stroke, who=sign_in("admin"))) == (403, "forbidden")
    assert "faxSignoffNote" not in (await stroke.consult(client))["allowedActions"]
    assert "faxSignoffNote" in (await stroke.consult())["allowedActions"]
    await sending.run()
    assert (provider.sent, len((await stroke.read())["documentVersions"])) == ([], 1)
    assert (await stroke.consult())["additionalData"]["faxNumber"] is None


@pytest.mark.req("API-68", "VAL-37")
async def test_a_fax_requires_a_number_even_if_the_consult_has_one(
    signed: Stroke, provider: Provider, sending: Outbox
) -> None:
    await send_fax(signed)
    await sending.run()
    call = f"{signed.path}/signoff-note/fax"
    bodies: list[dict[str, Any]] = [{}, {"faxNumber": None}, {"faxNumber": ""}]
    for body in bodies:
        assert set(fields(await signed.provider.post(call, json=body))) == {"faxNumber"}, body
    await sending.run()
    assert len(provider.sent) == 1
    assert [kind for _, kind, _ in versions(await signed.read())] == ["Note", "Fax"]


@pytest.mark.req("BENT-17", "API-68", "BAPI-08")
async def test_a_fax_request_names_its_own_consult_or_none(signed: Stroke, provider: Provider, sending: Outbox) -> None:
    call, body = f"{signed.path}/signoff-note/fax", {"faxNumber": NUMBER}
    elsewhere = await signed.provider.post(call, json={**body, "consultId": str(uuid4())})
    assert refusal(elsewhere) == (400, "other_consult")
    assert set(fields(await signed.provider.post(call, json={**body, "consultId": "7"}))) == {"consultId"}
    await sending.run()
    assert (provider.sent, versions(await signed.read())) == ([], [(1, "Note", "Current")])
    for named in (signed.path.removeprefix("/consults/"), None):
        assert (await signed.provider.post(call, json={**body, "consultId": named})).status_code == 200
    assert [kind for _, kind, _ in versions(await signed.read())] == ["Note", "Fax", "Fax"]


@pytest.mark.req("SIGN-43", "API-68")
async def test_only_lines_with_a_stroke_note_fax(client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies) -> None:
    psych = await check_in("psych", line="tele-psych")
    path = f"/consults/{await bodies.create(client, 'tele-psych', reason='Agitation')}"
    await psych.post(f"{path}/complete", json={"completeType": "video"})
    await psych.post(f"{path}/sign-signoff-note-psych", json={"typeofCall": "video"})
    assert refusal(await psych.post(f"{path}/signoff-note/fax", json={"faxNumber": NUMBER})) == (403, "forbidden")
    assert "faxSignoffNote" not in (await psych.get(path)).json()["allowedActions"]


@pytest.mark.req("SIGN-46", "SIGN-41", "BENT-16", "BPERM-17")
async def test_users_who_may_fax_can_send_a_failed_fax_again(
    signed: Stroke, client: httpx.AsyncClient, provider: Provider, sending: Outbox
) -> None:
    again = f"{signed.path}/signoff-note/fax/2/send-again"
    await send_fax(signed)
    assert refusal(await signed.provider.post(again)) == (409, "nothing_to_send_again")
    provider.responses = [FaxDelayed("no answer"), FaxRefused("busy")]
    await sending.run()
    assert versions(await signed.read())[1] == (2, "Fax", "Sending")
    await sending.run()
    assert versions(await signed.read())[1] == (2, "Fax", "Failed")
    assert await timeline_entries(signed, "signoff-note-fax") == []
    assert refusal(await client.post(again)) == (403, "forbidden")
    for wrong in ("1", "3"):
        missing = f"{signed.path}/signoff-note/fax/{wrong}/send-again"
        assert (await signed.provider.post(missing)).status_code == 404
    response = await signed.provider.post(again)
    assert (response.status_code, versions(response.json())[1]) == (200, (2, "Fax", "Sending"))
    provider.outcome = FaxOutcome("fax-3", delivered=True)
    await sending.run()
    await sending.run()
    assert versions(await signed.read())[1] == (2, "Fax", "Sent")
    assert len(await timeline_entries(signed, "signoff-note-fax")) == 1
    assert len({reference for _, _, reference in provider.sent}) == 1
    assert versions((await send_fax(signed)).json())[2] == (3, "Fax", "Sending")


@pytest.mark.req("SIGN-46")
async def test_a_failure_reported_by_the_provider_fails_the_fax(
    signed: Stroke, provider: Provider, sending: Outbox
) -> None:
    await send_fax(signed)
    await sending.run()
    provider.outcome = FaxOutcome("fax-1", delivered=False, refusal="busy")
    await sending.run()
    assert versions(await signed.read())[1] == (2, "Fax", "Failed")


@pytest.mark.req("SIGN-40", "SIGN-46")
async def test_an_outdated_note_is_not_faxed_again(
    signed: Stroke, provider: Provider, sending: Outbox, sign_in: SignIn
) -> None:
    await send_fax(signed)
    provider.responses = [FaxRefused("busy"), FaxDelayed("no answer"), FaxDelayed("no answer")]
    await sending.run()
    await signed.sign(docType="Addendum", content="More")
    again = await signed.provider.post(f"{signed.path}/signoff-note/fax/2/send-again")
    assert refusal(again) == (409, "fax_outdated")
    with clock.clock_at(NOON + timedelta(seconds=60)):
        tried = await sign_in("admin").post(f"/undelivered-notes/{signed.path.removeprefix('/consults/')}/2/try-again")
        assert tried.status_code == 204, tried.text
        await sending.run()
    await send_fax(signed)
    await sending.run()
    await signed.sign(docType="Error")
    await send_fax(signed)
    await sending.run()
    note = await signed.read()
    faxes = [each for each in note["documentVersions"] if each["docType"] == "Fax"]
    assert [(each["content"]["version"], each["docStatus"], each["undeliveredReason"]) for each in faxes] == [
        (1, "Failed", "addended"),
        (3, "Failed", "marked in error"),
        (5, "Sending", "no answer"),
    ]
    await sending.run()
    assert [each["docStatus"] for each in (await signed.read())["documentVersions"]][-1] == "Sending"
    exported = (await signed.provider.get(f"{signed.path}/export-sign-off-note")).content
    assert [pdf == exported for _, pdf, _ in provider.sent] == [False, False, True, True]


@pytest.mark.req("SIGN-46")
async def test_a_fax_that_may_have_arrived_is_not_sent_indefinitely(
    signed: Stroke, provider: Provider, sending: Outbox
) -> None:
    await send_fax(signed)
    provider.responses = [FaxUnanswered("no answer")] * 10
    for _ in range(faxing.MAX_UNCONFIRMED):
        await sending.run()
    assert versions(await signed.read())[1] == (2, "Fax", "Sending")
    await sending.run()
    assert len(provider.sent) == faxing.MAX_UNCONFIRMED
    fax = (await signed.read())["documentVersions"][1]
    assert (fax["docStatus"], fax["undeliveredReason"]) == ("Failed", "may have been sent")
    with clock.clock_at(NOON + timedelta(seconds=60)):
        again = await signed.provider.post(f"{signed.path}/signoff-note/fax/2/send-again")
        assert again.status_code == 200, again.text
        await sending.run()
    assert len(provider.sent) == faxing.MAX_UNCONFIRMED + 1


@pytest.mark.req("NOTIF-13", "INFO-48", "SIGN-41")
async def test_a_failed_fax_is_on_the_timeline_and_notifies_the_sender_until_it_is_sent_again(
    signed: Stroke, colleague: httpx.AsyncClient, provider: Provider, sending: Outbox
) -> None:
    async def notified(user: httpx.AsyncClient) -> list[dict[str, Any]]:
        me = (await user.get("/me")).json()["id"]
        listed: list[dict[str, Any]] = (await user.get(f"/notifications/{me}")).json()
        return [each for each in listed if each["kind"] == "FaxFailed"]

    provider.responses = [FaxRefused("busy"), FaxRefused("no answer"), FaxRefused("busy")]
    await send_fax(signed, who=colleague)
    await sending.run()
    (entry,) = await timeline_entries(signed, "signoff-send-error")
    assert (entry["messageOrDescription"], entry["author"]["lastName"]) == ("Signoff Note Fax Failed", "Obsidian")
    assert entry["details"] == {"docType": "Fax", "faxNumber": NUMBER, "reason": "busy"}
    (notification,) = await notified(colleague)
    assert (notification["title"], notification["details"]["actionName"]) == ("Signoff Note Fax Failed", "Open Consult")
    assert notification["details"]["type"] is None
    assert await notified(signed.provider) == []
    await send_fax(signed, "(555) 010-0111", who=colleague)
    await sending.run()
    assert [entry["details"]["reason"] for entry in await timeline_entries(signed, "signoff-send-error")] == [
        "busy",
        "no answer",
    ]
    assert len(await notified(colleague)) == 1
    for version, left in ((2, 1), (3, 0)):
        again = await colleague.post(f"{signed.path}/signoff-note/fax/{version}/send-again")
        assert again.status_code == 200
        assert len(await notified(colleague)) == left
    await sending.run()
    assert len(await timeline_entries(signed, "signoff-send-error")) == 3
    assert len(await notified(colleague)) == 1


@pytest.mark.req("NOTIF-13")
async def test_marking_a_failed_fax_as_handled_withdraws_its_notification(
    signed: Stroke, colleague: httpx.AsyncClient, provider: Provider, sending: Outbox, sign_in: SignIn
) -> None:
    provider.responses = [FaxRefused("busy")]
    await send_fax(signed, who=colleague)
    await sending.run()
    me = (await colleague.get("/me")).json()["id"]
    assert "FaxFailed" in {each["kind"] for each in (await colleague.get(f"/notifications/{me}")).json()}
    consult_id = signed.path.removeprefix("/consults/")
    handled = await sign_in("admin").post(f"/undelivered-notes/{consult_id}/2/handled")
    assert handled.status_code == 204
    assert "FaxFailed" not in {each["kind"] for each in (await colleague.get(f"/notifications/{me}")).json()}


@pytest.mark.parametrize(("known", "status"), [("fax-1", "Sending"), (None, "Failed")])
@pytest.mark.req("SIGN-46")
async def test_the_provider_is_queried_whether_a_withdrawn_fax_was_sent(
    signed: Stroke, provider: Provider, sending: Outbox, known: str | None, status: str
) -> None:
    await send_fax(signed)
    provider.responses = [FaxUnanswered("no answer")]
    await sending.run()
    await signed.sign(docType="Error")
    provider.known = known
    await sending.run()
    assert len(provider.sent) == 1
    fax = (await signed.read())["documentVersions"][1]
    reason = None if known else "may have been sent, then marked in error"
    assert (fax["docStatus"], fax["undeliveredReason"]) == (status, reason)


@pytest.mark.req("SIGN-46")
async def test_a_fax_the_provider_just_accepted_may_be_unknown_for_a_while(
    signed: Stroke, provider: Provider, sending: Outbox
) -> None:
    await send_fax(signed)
    await sending.run()
    provider.outcome = FaxUnknown("not known")
    for seconds, status in ((590, "Sending"), (610, "Failed")):
        with clock.clock_at(NOON + timedelta(seconds=seconds)):
            await sending.run()
        assert versions(await signed.read())[1] == (2, "Fax", status)


@pytest.mark.req("API-68")
async def test_without_a_fax_provider_faxes_are_refused(signed: Stroke, app: FastAPI) -> None:
    settings = app.state.settings
    app.state.settings = settings.model_copy(update={"demo": False})
    try:
        assert refusal(await send_fax(signed)) == (409, "faxes_not_set_up")
        again = await signed.provider.post(f"{signed.path}/signoff-note/fax/2/send-again")
        assert refusal(again) == (409, "faxes_not_set_up")
        assert site.public_configuration(app.state.settings).faxes is False
    finally:
        app.state.settings = settings
    assert site.public_configuration(settings).faxes is True
    assert versions(await signed.read()) == [(1, "Note", "Current")]


@pytest.mark.req("BENT-15", "DONE-35", "SIGN-42")
async def test_completing_signing_and_faxing_change_only_these_fields_of_a_consult(stroke: Stroke) -> None:
    before = await stroke.consult()
    completed = await stroke.provider.post(
        f"{stroke.path}/complete", json={"completeType": "video", "qaComment": "Seen by video"}
    )
    assert completed.status_code == 200, completed.text
    await stroke.lock()
    assert (await stroke.sign(content=STROKE_NOTE)).status_code == 200
    assert (await send_fax(stroke)).status_code == 200
    after = await stroke.consult()
    touched = {name for name in after if after[name] != before[name]}
    assert touched - FOLLOWS == {"completeType", "qaComment", "state", "signOffNote", "additionalData"}
    assert (after["acknowledgedBy"], after["acknowledgedByUser"], after["acknowledgedAt"]) == (None, None, None)
    assert after["additionalData"] == {**before["additionalData"], "faxNumber": NUMBER}
