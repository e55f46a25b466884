"""Signing the stroke note, over the API."""

import hashlib
import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncSession
from stroke_notes import STROKE_NOTE

from conftest import CheckIn, RolledBackDatabase, SentEvent, SignIn
from wardline.core import clock
from wardline.core.text.rich_text import of_lines
from wardline.signoff.tests.stroke import ACUTE, NOTE, STROKE, Stroke, fields, refusal

EITHER_LINE = pytest.mark.parametrize("line", [STROKE, ACUTE])

pytestmark = pytest.mark.usefixtures("noon")


@pytest.mark.parametrize(("line", "discharged"), [(STROKE, False), (ACUTE, True)])
@pytest.mark.req("SIGN-23", "SIGN-62", "API-69", "BAPI-09", "BENT-16")
async def test_signing_completes_and_signs_permanently(
    stroke: Stroke, discharged: bool, sent_events: list[SentEvent]
) -> None:
    """Also of a patient who was discharged before."""
    if discharged:
        taken = (await stroke.provider.post(f"{stroke.path}/acknowledge")).json()
        await stroke.provider.post(f"/otg/{taken['Encounter']['id']}/$discharge")
        assert (await stroke.consult())["state"] == "discharged"
    await stroke.lock()
    clock.advance(timedelta(minutes=7))
    sent_events.clear()
    response = await stroke.sign(content=STROKE_NOTE)
    assert response.status_code == 200, response.text
    note = response.json()
    assert (note["status"], note["signedOffAt"]) == ("Signed", "2026-03-04T12:07:00Z")
    assert note["signatory"]["username"] == "neuro"
    assert (note["lockedBy"], note["lockedUser"]) == (None, None)
    (version,) = note["documentVersions"]
    assert (version["version"], version["docStatus"], version["docType"]) == (1, "Current", "Note")
    assert version["content"]["hpi"] == of_lines("Right arm weakness since breakfast.")
    assert version["content"]["nihss"]["total"] == 3
    consult = await stroke.consult()
    assert (consult["state"], consult["completeType"]) == ("completed", "video")
    assert consult["callLength"] == (25 if stroke.line == STROKE else None)
    assert consult["signOffNote"]["status"] == "Signed"
    entries = (await stroke.provider.get(f"{stroke.path}/updates")).json()
    assert [entry["taskType"] for entry in entries[:2]] == ["signoff-note-note", "consult-completion"]
    published = {"consult:signoff-changed", "consult:updated-state", "notification:added"}
    assert {event.name for event in sent_events} == published
    assert "weakness" not in str(sent_events)


@EITHER_LINE
@pytest.mark.req("NOTE-02")
async def test_a_note_under_the_other_variants_names_is_saved_and_signed_under_ours(stroke: Stroke) -> None:
    theirs = {"videoStartTime": "callStartTime", "iaTherapy": "endovascularTherapy"}
    sent = {theirs.get(name, name): value for name, value in STROKE_NOTE.items()}
    await stroke.lock()
    for response in (await stroke.save(content=sent), await stroke.sign(content=sent)):
        assert response.status_code == 200, response.text
        (version,) = response.json()["documentVersions"]
        assert version["content"]["videoStartTime"] == STROKE_NOTE["videoStartTime"]
        assert version["content"]["iaTherapy"]["isCandidate"] is False
        assert not version["content"].keys() & theirs.values()


@pytest.mark.req("BCONST-08")
async def test_a_note_with_zero_minutes_leaves_the_consult_without_a_call_length(stroke: Stroke) -> None:
    await stroke.lock()
    response = await stroke.sign(content=STROKE_NOTE | {"callLength": 0})
    assert response.status_code == 200, response.text
    assert response.json()["documentVersions"][0]["content"]["callLength"] == 0
    consult = await stroke.consult()
    assert (consult["completeType"], consult["callLength"]) == ("video", None)


MOMENTS_AND_PEOPLE = {"completedAt", "completedByUser", "callLength", "allowedActions", "paging"}
"""Fields that completing sets besides those the specification names: when, by whom, how long, and derived ones."""


@pytest.mark.req("BENT-15", "DONE-10", "DONE-35")
async def test_completing_and_signing_change_only_these_fields_of_a_consult(stroke: Stroke) -> None:
    before = await stroke.consult()
    completion = {"completeType": "audio", "callLength": 9, "qaComment": "Advised"}
    assert (await stroke.provider.post(f"{stroke.path}/complete", json=completion)).status_code == 200
    completed = await stroke.consult()
    assert _changed(before, completed) == {"state", "completeType", "qaComment"} | MOMENTS_AND_PEOPLE
    assert (completed["acknowledgedBy"], completed["acknowledgedByUser"]) == (None, None)
    await stroke.lock()
    assert (await stroke.sign(content=STROKE_NOTE)).status_code == 200
    signed = await stroke.consult()
    assert _changed(completed, signed) == {"signOffNote", "allowedActions"}
    assert (await stroke.sign(docType="Error")).status_code == 200
    marked = await stroke.consult()
    assert _changed(signed, marked) == {"signOffNote", "allowedActions"}
    assert marked["signOffNote"]["status"] == "MarkedInError"


@pytest.mark.req("BENT-15", "DONE-02", "DONE-05", "DONE-35", "DONE-37")
async def test_cancelling_writes_its_reason_and_acknowledging_who_did(
    stroke: Stroke, colleague: httpx.AsyncClient
) -> None:
    before = await stroke.consult()
    assert (await colleague.post(f"{stroke.path}/acknowledge")).status_code == 200
    taken = await stroke.consult()
    by = {"acknowledgedBy", "acknowledgedByUser", "acknowledgedAt", "responsible"}
    assert _changed(before, taken) - {"state", "allowedActions", "paging"} == by
    await stroke.provider.post(f"/otg/{taken['Encounter']['id']}/$discharge")
    left = await stroke.consult()
    cancelled = {"completeType": "cancelled", "cancellationReason": "x" * 255}
    sent = {**cancelled, "callLength": 9}
    assert (await stroke.provider.post(f"{stroke.path}/complete", json=sent)).status_code == 200
    ended = await stroke.consult()
    assert {name: ended[name] for name in cancelled} == cancelled
    assert (left["state"], ended["state"], ended["completedByUser"]["username"]) == ("discharged", "completed", "neuro")
    named = {"state", "completeType", "cancellationReason"}
    assert _changed(left, ended) == named | MOMENTS_AND_PEOPLE - {"callLength", "paging"}
    assert {name: ended[name] for name in by} == {name: taken[name] for name in by}


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> set[str]:
    assert before.keys() == after.keys()
    return {name for name, value in before.items() if after[name] != value}


@pytest.mark.req("BAPI-15", "SIGN-10", "SIGN-11", "SIGN-24")
async def test_a_signed_note_cannot_be_saved_or_signed_again(signed: Stroke, colleague: httpx.AsyncClient) -> None:
    assert "editSignoffNote" not in (await signed.consult())["allowedActions"]
    await signed.sign(docType="Addendum", content="Called back.")
    await signed.lock(docType="Addendum")
    before = await signed.read()
    for attempt in (
        await signed.save(content={"hpi": "Late"}),
        await signed.sign(content=STROKE_NOTE),
        await signed.sign(colleague, content=STROKE_NOTE),
        await signed.provider.post(f"{signed.path}/addStrokeNote", json=STROKE_NOTE),
    ):
        assert refusal(attempt) == (409, "already_signed_off")
        assert attempt.json()["signatory"]["username"] == "neuro"
    assert await signed.read() == before


@pytest.mark.req("SIGN-25", "BAPI-06", "BERR-04", "API-66", "SIGN-24")
async def test_a_lock_request_returns_a_signed_note_without_opening_it(
    signed: Stroke, colleague: httpx.AsyncClient
) -> None:
    """Also one that is addended or marked in error."""
    for added in ("Note", "Addendum", "Error"):
        if added != "Note":
            assert (await signed.sign(docType=added, content="Called back.")).status_code == 200
        before = await signed.read()
        for who in (signed.provider, colleague):
            response = await signed.lock(who)
            assert response.status_code == 200
            assert response.json() == before
            assert response.json()["lockedBy"] is None


@pytest.mark.req("BAPI-09", "NOTE-52", "SIGN-61", "TIME-26", "API-69")
async def test_without_content_the_saved_draft_is_signed_if_it_is_complete(stroke: Stroke) -> None:
    await stroke.lock()
    broken = fields(await stroke.sign())
    assert broken["content.hpi"] == "This field is required."
    assert broken["content.labs"] == "This field is required."
    assert broken["content.nihss.loc"] == "This field is required."
    assert (await stroke.read())["status"] == "Draft"
    assert (await stroke.consult())["completeType"] is None
    await stroke.save(content=STROKE_NOTE)
    assert "content.hpi" in fields(await stroke.sign(content={}))
    assert (await stroke.read())["status"] == "Draft"
    response = await stroke.sign()
    assert response.status_code == 200, response.text
    (version,) = response.json()["documentVersions"]
    assert (version["version"], version["docStatus"], version["docType"]) == (1, "Current", "Note")
    assert version["content"]["nihss"]["total"] == 3
    newest, *_ = (await stroke.provider.get(f"{stroke.path}/updates")).json()
    assert newest["taskType"] == "signoff-note-note"


@pytest.mark.req("BAPI-09", "BENT-17", "API-69")
async def test_a_sign_call_requires_a_document_type(stroke: Stroke) -> None:
    await stroke.lock()
    for unknown in ("Fax", "note", "", None, 1):
        assert "docType" in fields(await stroke.sign(docType=unknown, content=STROKE_NOTE)), unknown
    unnamed = await stroke.provider.post(f"{stroke.path}/sign-signoff-note", json={"content": STROKE_NOTE})
    assert fields(unnamed) == {"docType": "This field is required."}
    assert "content" in fields(await stroke.sign(content="A text"))
    assert refusal(await stroke.sign(consultId=str(uuid4()), content=STROKE_NOTE)) == (400, "other_consult")
    late = {**STROKE_NOTE, "videoStartTime": "2026-03-04T12:02:00Z"}
    assert fields(await stroke.sign(content=late)) == {"content.videoStartTime": "Must not be in the future."}


@pytest.mark.req("SIGN-27", "BERR-06", "SIGN-28", "BPERM-13", "API-69")
async def test_a_provider_without_a_medipac_id_can_write_but_not_sign(stroke: Stroke, check_in: CheckIn) -> None:
    writer = await check_in("nomedipac", line=STROKE)
    await stroke.lock(writer)
    assert (await stroke.save(writer, content=STROKE_NOTE)).status_code == 200
    refused = await stroke.sign(writer)
    assert refusal(refused) == (403, "no_medipac_id")
    words = "Your Medipac Provider ID is needed for sign off. Please contact your administrator."
    assert refused.json()["message"] == words
    await stroke.save(writer, releaseLock=True)
    await stroke.lock()
    assert (await stroke.sign()).status_code == 200
    for doc_type in ("Addendum", "Error"):
        added = await stroke.sign(writer, docType=doc_type, content="More")
        assert refusal(added) == (403, "no_medipac_id")


@pytest.mark.parametrize("line", [ACUTE])
@pytest.mark.req("BAPI-14", "BAPI-17", "BAPI-18", "API-73", "API-69")
async def test_acute_stroke_has_a_sign_call_of_its_own(stroke: Stroke, bodies: Bodies, check_in: CheckIn) -> None:
    call = f"{stroke.path}/sign-signoff-note-acute-stroke"
    await stroke.lock()
    assert set(fields(await stroke.provider.post(call, json={**STROKE_NOTE, "hpi": None}))) == {"hpi"}
    for cancelled in ({"typeofCall": "Cancelled"}, {"cancellationReason": "Requested twice"}):
        refused = await stroke.provider.post(call, json=STROKE_NOTE | cancelled)
        assert fields(refused) == {"typeofCall": "Enter a valid value."}
    response = await stroke.provider.post(call, json={**STROKE_NOTE, "typeofCall": "Phone", "comment": "Advised"})
    assert response.status_code == 200, response.text
    assert response.json()["documentVersions"][0]["content"]["nihss"]["total"] == 3
    consult = await stroke.consult()
    assert (consult["completeType"], consult["qaComment"]) == ("phone", "Advised")
    (listed,) = (await stroke.provider.get(f"{stroke.path}/sign-off-acute-stroke")).json()
    assert listed == response.json()
    other = await check_in("neuro", line=STROKE)
    elsewhere = f"/consults/{await bodies.create(other, STROKE)}"
    await other.post(f"{elsewhere}/signoff-note/requestLock", json=NOTE)
    wrong = await other.post(f"{elsewhere}/sign-signoff-note-acute-stroke", json=STROKE_NOTE)
    assert refusal(wrong) == (400, "wrong_service_line")
    assert (await other.get(f"{elsewhere}/sign-off-acute-stroke")).json() == []


@pytest.mark.parametrize("line", [ACUTE])
@pytest.mark.req("BAPI-13", "DONE-42", "BPERM-13", "BENT-14", "SIGN-27")
async def test_the_note_of_a_completed_consult_names_its_type_of_call(stroke: Stroke, check_in: CheckIn) -> None:
    """Under either of its two names."""
    await stroke.provider.post(f"{stroke.path}/complete", json={"completeType": "phone"})
    await stroke.lock()
    call = f"{stroke.path}/sign-signoff-note-acute-stroke"
    for name in ("typeofCall", "typeOfCall"):
        other = await stroke.provider.post(call, json={**STROKE_NOTE, name: "video"})
        assert refusal(other) == (409, "completion_type_fixed")
    without_id = await check_in("nomedipac", line=ACUTE)
    assert refusal(await without_id.post(call, json=STROKE_NOTE)) == (403, "no_medipac_id")
    assert (await stroke.provider.post(call, json={**STROKE_NOTE, "typeOfCall": "phone"})).status_code == 200


@pytest.mark.parametrize("line", [ACUTE])
@pytest.mark.req("BAPI-13", "SIGN-21", "API-69", "SIGN-19", "SIGN-62")
async def test_the_call_of_acute_stroke_signs_from_the_window_that_edits(stroke: Stroke) -> None:
    call, first, second = f"{stroke.path}/sign-signoff-note-acute-stroke", str(uuid4()), str(uuid4())
    await stroke.lock(editorId=first)
    await stroke.lock(editorId=second)
    late = await stroke.provider.post(call, json={**STROKE_NOTE, "editorId": first})
    assert refusal(late) == (409, "open_elsewhere")
    signed = await stroke.provider.post(call, json={**STROKE_NOTE, "editorId": second, "comment": "Advised"})
    assert signed.status_code == 200, signed.text
    consult = await stroke.consult()
    assert (consult["completeType"], consult["qaComment"], consult["acknowledgedBy"]) == ("video", "Advised", None)
    assert "editorId" not in signed.json()["documentVersions"][0]["content"]


@pytest.mark.req("SIGN-24", "SIGN-47")
async def test_a_signature_leaves_the_digest_of_what_was_signed(signed: Stroke) -> None:
    (version,) = (await signed.read())["documentVersions"]
    assert version["contentSha256"] == _digest(signed.path, version)
    await signed.sign(docType="Addendum", content="Später: größer")
    added = (await signed.read())["documentVersions"][1]
    assert added["contentSha256"] == _digest(signed.path, added) != version["contentSha256"]


def _digest(path: str, version: Mapping[str, Any]) -> str:
    said = {
        "authorId": version["author"]["id"],
        "consultId": path.removeprefix("/consults/"),
        "content": version["content"],
        "createdAt": version["createdAt"],
        "docType": version["docType"],
        "version": version["version"],
    }
    written = json.dumps(said, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()


@pytest.mark.parametrize(
    "statement",
    [
        "update sign_off_versions set content = '{}'",
        "update sign_off_versions set content_sha256 = ''",
        "delete from sign_off_versions",
        "delete from sign_off_notes",
    ],
)
@pytest.mark.req("SIGN-24", "SIGN-47")
async def test_the_application_role_cannot_change_signed_versions(
    signed: Stroke, database: RolledBackDatabase, statement: str
) -> None:
    assert signed
    async with database.session() as session:
        with pytest.raises(ProgrammingError, match="permission denied"):
            await session.execute(text(statement))


@pytest.mark.parametrize(
    "change",
    [
        "signatory_id = (select max(id) from users)",
        "signed_off_at = now()",
        "status = 'Draft', signatory_id = null, signed_off_at = null",
    ],
)
@pytest.mark.req("SIGN-24")
async def test_the_database_refuses_to_undo_a_signature(
    signed: Stroke, database: RolledBackDatabase, change: str
) -> None:
    assert signed
    async with database.session() as session:
        with pytest.raises(IntegrityError, match="never changes"):
            await session.execute(text(f"update sign_off_notes set {change}"))  # noqa: S608


@pytest.mark.req("SIGN-33")
async def test_the_database_refuses_to_undo_a_mark_in_error(signed: Stroke, database: RolledBackDatabase) -> None:
    await signed.sign(docType="Error")
    async with database.session() as session:
        with pytest.raises(IntegrityError, match="never changes"):
            await session.execute(text("update sign_off_notes set status = 'Signed'"))


@pytest.mark.req("BPERM-14")
async def test_responses_hide_signed_versions_from_users_who_may_not_view_them(
    stroke: Stroke, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stroke.lock()
    monkeypatch.setattr("wardline.signoff.policies.VIEW_SIGNOFF_NOTE", ("View", "SomethingElse"))
    assert len((await stroke.save(content={"hpi": "Weak"})).json()["documentVersions"]) == 1
    signed = (await stroke.sign(content=STROKE_NOTE)).json()
    assert (signed["status"], signed["documentVersions"]) == ("Signed", [])
    addended = (await stroke.sign(docType="Addendum", content="More")).json()
    assert (addended["status"], addended["documentVersions"], addended["faxRequest"]) == ("Addended", [], None)


@pytest.mark.req("API-03", "PERM-08")
async def test_a_repeated_signature_is_answered_and_audited_only_while_the_signatory_may_view_the_consult(
    stroke: Stroke, sign_in: SignIn, bodies: Bodies, session: AsyncSession
) -> None:
    """The signatory belongs to another organization, and is on call for this one at first."""
    requester = sign_in("elsewhere")
    stroke = Stroke(f"/consults/{await bodies.create(requester, STROKE)}", stroke.provider, STROKE)
    patient_id = (await requester.get(stroke.path)).json()["Patient"]["id"]
    await stroke.lock()
    call, body, key = f"{stroke.path}/sign-signoff-note", {**NOTE, "content": STROKE_NOTE}, {"Idempotency-Key": "once"}
    first, repeated = [await stroke.provider.post(call, json=body, headers=key) for _ in range(2)]
    assert (first.status_code, repeated.status_code) == (200, 200)
    assert repeated.json() == first.json()
    latest = "select patient_ids, cardinality(organization_ids) from audit_entries order by id desc limit 1"
    ((patient_ids, organizations),) = await session.execute(text(latest))
    assert ([str(found) for found in patient_ids], organizations) == ([patient_id], 1)
    assert (await stroke.provider.post("/checkout")).status_code == 204
    hidden = await stroke.provider.post(call, json=body, headers=key)
    assert refusal(hidden) == (404, "consult_not_found")
    assert set(hidden.json()) == {"code", "message", "errors"}
