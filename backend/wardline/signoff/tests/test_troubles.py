"""What administrators see of notes that do not arrive, and do about it."""

import json
from typing import Any

import httpx
import pytest

from conftest import SignIn
from wardline.ehr.filing import FilingRefused
from wardline.fax.contract import FaxRefused, FaxReport
from wardline.signoff import documents
from wardline.signoff.tests.sending import (
    Outbox,
    Provider,
    Receiver,
    filed,
    send_fax,
)
from wardline.signoff.tests.stroke import Stroke, refusal

pytestmark = pytest.mark.usefixtures("noon")


async def _troubles(admin: httpx.AsyncClient) -> list[dict[str, Any]]:
    answer = await admin.get("/note-troubles")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


async def test_administrators_see_what_does_not_arrive_and_have_it_tried_again(
    recorded: Stroke, provider: Provider, receiver: Receiver, sending: Outbox, sign_in: SignIn
) -> None:
    admin = sign_in("admin")
    consult_id = recorded.path.removeprefix("/consults/")
    await send_fax(recorded)
    provider.answers, receiver.answers = [FaxRefused("busy")], [FilingRefused("AE")]
    assert await _troubles(admin) == []
    await sending.run()
    fax, note = await _troubles(admin)
    assert [(each["docType"], each["undelivered"]["channel"]) for each in (fax, note)] == [
        ("Fax", "fax"),
        ("Note", "filing"),
    ]
    assert [each["undelivered"]["reason"] for each in (fax, note)] == ["busy", "AE"]
    (attempt,) = note["undelivered"]["attempts"]
    assert (attempt["number"], attempt["state"], attempt["reason"]) == (1, "failed", "AE")
    patient = (await recorded.consult())["Patient"]
    assert not {patient["nameFamily"], patient["nameGiven"]} & set(json.dumps([fax, note]).split('"'))
    assert refusal(await recorded.provider.get("/note-troubles")) == (403, "forbidden")
    for version, status in ((1, 204), (2, 204), (1, 409), (3, 404)):
        again = await admin.post(f"/note-troubles/{consult_id}/{version}/try-again")
        assert again.status_code == status, again.text
    provider.report = FaxReport("fax-2", delivered=True)
    await sending.run()
    await sending.run()
    assert await _troubles(admin) == []
    assert filed(await recorded.read()) == [True, False]
    assert len({document.control_id for document in receiver.documents}) == 1


async def test_administrators_have_a_document_made_again(
    signed: Stroke, sending: Outbox, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = sign_in("admin")
    consult_id = signed.path.removeprefix("/consults/")
    with monkeypatch.context() as patched:
        patched.setattr(documents, "typeset", None)
        await signed.provider.get(f"{signed.path}/export-sign-off-note")
    (trouble,) = await _troubles(admin)
    assert (trouble["pdfStatus"], trouble["undelivered"]) == ("PdfError", None)
    ordered = await sending.count("make_note_document")
    again = f"/note-troubles/{consult_id}/1/try-again"
    assert (await admin.post(again)).status_code == 204
    assert await sending.count("make_note_document") == ordered + 1
    await signed.provider.get(f"{signed.path}/export-sign-off-note")
    assert await _troubles(admin) == []
    assert refusal(await admin.post(again)) == (409, "nothing_to_send_again")
