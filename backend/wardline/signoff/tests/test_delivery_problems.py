"""What administrators see of delivery problems, and what they do about them."""

import json
from typing import Any

import httpx
import pytest

from conftest import SentEvent, SignIn
from wardline.ehr.filing import FilingRefused
from wardline.fax.contract import FaxOutcome, FaxRefused
from wardline.signoff import documents
from wardline.signoff.tests.sending import (
    Outbox,
    Provider,
    Receiver,
    filed,
    send_fax,
    versions,
)
from wardline.signoff.tests.stroke import Stroke, refusal

pytestmark = pytest.mark.usefixtures("noon")


async def _problems(admin: httpx.AsyncClient) -> list[dict[str, Any]]:
    response = await admin.get("/undelivered-notes")
    assert response.status_code == 200, response.text
    found: list[dict[str, Any]] = response.json()
    return found


async def test_administrators_see_failed_deliveries_and_retry_them(
    recorded: Stroke, provider: Provider, receiver: Receiver, sending: Outbox, sign_in: SignIn
) -> None:
    admin = sign_in("admin")
    consult_id = recorded.path.removeprefix("/consults/")
    await send_fax(recorded)
    provider.responses, receiver.responses = [FaxRefused("busy")], [FilingRefused("AE")]
    assert await _problems(admin) == []
    await sending.run()
    fax, note = await _problems(admin)
    assert [(each["docType"], each["undelivered"]["channel"]) for each in (fax, note)] == [
        ("Fax", "fax"),
        ("Note", "filing"),
    ]
    assert [each["undelivered"]["reason"] for each in (fax, note)] == ["busy", "AE"]
    (attempt,) = note["undelivered"]["attempts"]
    assert (attempt["number"], attempt["state"], attempt["reason"]) == (1, "failed", "AE")
    patient = (await recorded.consult())["Patient"]
    assert not {patient["nameFamily"], patient["nameGiven"]} & set(json.dumps([fax, note]).split('"'))
    assert refusal(await recorded.provider.get("/undelivered-notes")) == (403, "forbidden")
    for version, status in ((1, 204), (2, 204), (1, 409), (3, 404)):
        again = await admin.post(f"/undelivered-notes/{consult_id}/{version}/try-again")
        assert again.status_code == status, again.text
    provider.outcome = FaxOutcome("fax-2", delivered=True)
    await sending.run()
    await sending.run()
    assert await _problems(admin) == []
    assert filed(await recorded.read()) == [True, False]
    assert len({document.control_id for document in receiver.documents}) == 1


async def test_a_note_filed_by_hand_does_not_block_the_next_one(
    recorded: Stroke, provider: Provider, receiver: Receiver, sending: Outbox, sign_in: SignIn
) -> None:
    admin = sign_in("admin")
    about = f"/undelivered-notes/{recorded.path.removeprefix('/consults/')}"
    await recorded.sign(docType="Addendum", content="More")
    await send_fax(recorded)
    provider.responses, receiver.responses = [FaxRefused("busy")], [FilingRefused("AE")]
    assert refusal(await admin.post(f"{about}/1/handled")) == (409, "nothing_to_handle")
    await sending.run()
    assert [each["version"] for each in await _problems(admin)] == [3, 2, 1]
    assert refusal(await recorded.provider.post(f"{about}/1/handled")) == (403, "forbidden")
    for version, status in ((1, 204), (1, 409), (2, 409), (3, 204), (4, 404)):
        handled = await admin.post(f"{about}/{version}/handled")
        assert handled.status_code == status, handled.text
    await sending.run()
    assert await _problems(admin) == []
    assert len(provider.sent) == 1
    assert [document.document_id[-1] for document in receiver.documents] == ["1", "2"]
    note = await recorded.read()
    assert filed(note) == [False, True, False]
    assert versions(note)[2] == (3, "Fax", "Handled")
    assert refusal(await admin.post(f"{about}/1/try-again")) == (409, "nothing_to_send_again")


@pytest.mark.req("RT-15")
async def test_administrators_retry_everything_that_failed(
    recorded: Stroke,
    provider: Provider,
    receiver: Receiver,
    sending: Outbox,
    sign_in: SignIn,
    sent_events: list[SentEvent],
) -> None:
    admin = sign_in("admin")
    everything = "/undelivered-notes/try-again"
    assert refusal(await recorded.provider.post(everything)) == (403, "forbidden")
    assert refusal(await admin.post(everything)) == (409, "nothing_to_send_again")
    await send_fax(recorded)
    provider.responses, receiver.responses = [FaxRefused("busy")], [FilingRefused("AE")]
    await sending.run()
    assert len(await _problems(admin)) == 2
    sent_events.clear()
    assert (await admin.post(everything)).status_code == 204
    assert await _problems(admin) == []
    consult_id = recorded.path.removeprefix("/consults/")
    events = [(event.name, event.data["consultId"]) for event in sent_events if event.name != "notification:changed"]
    assert events == [("consult:signoff-changed", consult_id)] * 2
    (_, entry, *_) = (await admin.get("/audit")).json()["entries"]
    assert (entry["action"], entry["consultIds"]) == ("retryUndeliveredNotes", [consult_id])
    await sending.run()
    assert [len(provider.sent), len(receiver.documents)] == [2, 2]


async def test_retrying_everything_takes_the_same_number_of_statements_for_many_as_for_two(
    recorded: Stroke,
    provider: Provider,
    receiver: Receiver,
    sending: Outbox,
    sign_in: SignIn,
    statements: list[str],
    sent_events: list[SentEvent],
) -> None:
    admin = sign_in("admin")
    await admin.get("/me")
    counts = []
    for count in (1, 6):
        for _ in range(count):
            await send_fax(recorded)
        provider.responses, receiver.responses = [FaxRefused("busy")] * 10, [FilingRefused("AE")]
        await sending.run()
        failed = len(await _problems(admin))
        queued = await sending.count("send_lane")
        statements.clear()
        sent_events.clear()
        assert (await admin.post("/undelivered-notes/try-again")).status_code == 204
        counts.append(len(statements))
        assert [event.name for event in sent_events].count("consult:signoff-changed") == failed
        assert await sending.count("send_lane") == queued + failed
        assert await _problems(admin) == []
    assert counts[0] == counts[1]


async def test_administrators_retry_a_failed_document(
    signed: Stroke, sending: Outbox, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = sign_in("admin")
    consult_id = signed.path.removeprefix("/consults/")
    with monkeypatch.context() as patched:
        patched.setattr(documents, "typeset", None)
        await signed.provider.get(f"{signed.path}/export-sign-off-note")
    (problem,) = await _problems(admin)
    assert (problem["pdfStatus"], problem["undelivered"]) == ("PdfError", None)
    ordered = await sending.count("make_note_document")
    again = f"/undelivered-notes/{consult_id}/1/try-again"
    assert (await admin.post(again)).status_code == 204
    assert await sending.count("make_note_document") == ordered + 1
    await signed.provider.get(f"{signed.path}/export-sign-off-note")
    assert await _problems(admin) == []
    assert refusal(await admin.post(again)) == (409, "nothing_to_send_again")
