"""The stroke note from its first draft to its mark in error, over the API."""

import hashlib
import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, ProgrammingError
from stroke_notes import STROKE_NOTE

from conftest import CheckIn, RolledBackDatabase, SentEvent, SignIn
from wardline.core import clock
from wardline.core.rich_text import of_lines
from wardline.service_lines.base.stroke_note.texts import LABS_DEFAULT

STROKE, ACUTE = "tele-stroke", "acute-stroke"
EITHER_LINE = pytest.mark.parametrize("line", [STROKE, ACUTE])
NOTE: Final = {"docType": "Note"}

pytestmark = pytest.mark.usefixtures("noon")


class Stroke:
    """A stroke consult with a neurologist on call for it."""

    def __init__(self, path: str, provider: httpx.AsyncClient, line: str) -> None:
        self.path = path
        self.provider = provider
        self.line = line

    async def lock(self, who: httpx.AsyncClient | None = None, **body: Any) -> httpx.Response:
        return await (who or self.provider).post(f"{self.path}/signoff-note/requestLock", json={**NOTE, **body})

    async def save(self, who: httpx.AsyncClient | None = None, **body: Any) -> httpx.Response:
        return await (who or self.provider).post(f"{self.path}/signoff-note/save", json={**NOTE, **body})

    async def sign(self, who: httpx.AsyncClient | None = None, **body: Any) -> httpx.Response:
        return await (who or self.provider).post(f"{self.path}/sign-signoff-note", json={**NOTE, **body})

    async def read(self, who: httpx.AsyncClient | None = None) -> dict[str, Any]:
        (note,) = (await (who or self.provider).get(f"{self.path}/sign-off-notes")).json()
        assert isinstance(note, dict)
        return note

    async def consult(self, who: httpx.AsyncClient | None = None) -> dict[str, Any]:
        found: dict[str, Any] = (await (who or self.provider).get(self.path)).json()
        return found


@pytest.fixture
def line() -> str:
    return STROKE


@pytest.fixture
async def stroke(client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, line: str) -> Stroke:
    path = f"/consults/{await bodies.create(client, line)}"
    return Stroke(path, await check_in("neuro", line=line), line)


@pytest.fixture
async def colleague(check_in: CheckIn, line: str) -> httpx.AsyncClient:
    return await check_in("neuro2", line=line)


@pytest.fixture
async def signed(stroke: Stroke) -> Stroke:
    await stroke.lock()
    answer = await stroke.sign(content=STROKE_NOTE)
    assert answer.status_code == 200, answer.text
    return stroke


def _refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def _fields(answer: httpx.Response) -> dict[str, str]:
    assert answer.status_code == 400, answer.text
    return {error["field"]: error["message"] for error in answer.json()["errors"]}


@EITHER_LINE
@pytest.mark.req("API-66", "BAPI-06", "SIGN-14", "SIGN-18", "NOTE-67")
async def test_opening_a_note_begins_a_draft_with_what_is_known(stroke: Stroke) -> None:
    await stroke.provider.post(f"{stroke.path}/complete", json={"completeType": "video", "callLength": 12})
    opened = await stroke.lock()
    assert opened.status_code == 200, opened.text
    note = opened.json()
    assert (note["status"], note["lockedAt"]) == ("Draft", "2026-03-04T12:00:00Z")
    assert note["lockedUser"] == {"firstName": "Amara", "lastName": "Feldspar"}
    assert note["lockedBy"] == (await stroke.provider.get("/me")).json()["id"]
    (draft,) = note["documentVersions"]
    assert (draft["version"], draft["docStatus"], draft["docType"]) == (1, "Draft", "Note")
    detail = next(value for name, value in (await stroke.consult()).items() if name.endswith("ConsultDetail"))
    filled = {name: value for name, value in draft["content"].items() if value not in (None, False)}
    groups = {"nihss", "thrombolytic", "iaTherapy", "diagnosis", "disposition"}
    known = {"labs": LABS_DEFAULT, "lastKnownWell": detail["lastKnownWell"]}
    known |= {"callLength": 12 if stroke.line == STROKE else None}
    assert {name: filled[name] for name in filled.keys() - groups} == {n: v for n, v in known.items() if v is not None}
    assert draft["content"]["nihss"]["unscored"] == 15
    assert draft["content"]["thrombolytic"]["given"] is None


@pytest.mark.req("API-67", "BAPI-07", "SIGN-12", "SIGN-61", "BAPI-27")
async def test_a_saved_draft_opens_again_as_it_was(stroke: Stroke) -> None:
    await stroke.lock()
    saved = await stroke.save(content={"hpi": "Woke up with it", "callLength": 1.5, "nihss": {"loc": 1}})
    assert saved.status_code == 200, saved.text
    assert saved.json()["status"] == "Draft"
    clock.advance(timedelta(seconds=5))
    again = await stroke.save(content={"hpi": "Woke up with it at six", "callLength": "1o"}, releaseLock=True)
    (draft,) = again.json()["documentVersions"]
    assert (draft["version"], draft["createdAt"]) == (1, "2026-03-04T12:00:05Z")
    assert draft["content"]["hpi"] == of_lines("Woke up with it at six")
    assert draft["content"]["callLength"] == "1o"
    reopened = (await stroke.lock()).json()
    assert reopened["documentVersions"] == again.json()["documentVersions"]


@pytest.mark.req("NOTE-52", "SIGN-21", "BENT-17")
async def test_a_draft_takes_too_much_and_too_little_but_not_the_wrong_kind(stroke: Stroke) -> None:
    await stroke.lock()
    long = "m" * 6001
    assert (await stroke.save(content={"hpi": long, "thrombolytic": {"dosage": "m" * 300}})).status_code == 200
    refused = {
        "content.hpi": {"hpi": 7},
        "content.exam": {"exam": "m" * 24_001},
        "content.criticalPatient": {"criticalPatient": "yes"},
        "content.nihss.loc": {"nihss": {"loc": 4}},
        "content.diagnosis.selected.0": {"diagnosis": ["Unluckiness"]},
        "content.colour": {"colour": "red"},
    }
    for field, content in refused.items():
        assert set(_fields(await stroke.save(content=content))) == {field}
    kept = (await stroke.read())["documentVersions"][0]["content"]
    assert kept["hpi"] == of_lines(long)
    assert kept["thrombolytic"]["dosage"] == "m" * 300
    assert _fields(await stroke.save(docType="Addendum", content={})) == {"docType": "Enter a valid value."}
    other = await stroke.save(consultId=str(uuid4()), content={})
    assert _refusal(other) == (400, "other_consult")


@pytest.mark.req("SIGN-15", "SIGN-19", "BERR-03")
async def test_one_writes_and_the_other_is_told_who(stroke: Stroke, colleague: httpx.AsyncClient) -> None:
    await stroke.lock()
    clock.advance(timedelta(minutes=5))
    refused = await stroke.lock(colleague)
    assert _refusal(refused) == (409, "locked_by_another")
    assert refused.json()["lockedUser"] == {"firstName": "Amara", "lastName": "Feldspar"}
    assert refused.json()["lockedAt"] == "2026-03-04T12:00:00Z"
    renewed = await stroke.lock()
    assert renewed.json()["lockedAt"] == "2026-03-04T12:05:00Z"
    for attempt in (await stroke.save(colleague, content={"hpi": "Mine"}), await stroke.sign(colleague)):
        assert _refusal(attempt) == (409, "locked_by_another")
        assert attempt.json()["lockedUser"]["lastName"] == "Feldspar"
    assert (await stroke.read())["documentVersions"][0]["content"]["hpi"] is None


@pytest.mark.req("SIGN-20", "SIGN-63", "BCONST-03")
async def test_a_lock_that_nobody_renews_can_be_taken_after_twenty_minutes(
    stroke: Stroke, colleague: httpx.AsyncClient, sign_in: SignIn
) -> None:
    await stroke.lock()
    clock.advance(timedelta(minutes=3))
    await stroke.save(content={"hpi": "First"})
    clock.advance(timedelta(minutes=20) - timedelta(seconds=1))
    stroke.provider, colleague = sign_in("neuro"), sign_in("neuro2")
    assert _refusal(await stroke.lock(colleague)) == (409, "locked_by_another")
    clock.advance(timedelta(seconds=1))
    taken = await stroke.lock(colleague)
    assert taken.json()["lockedUser"] == {"firstName": "Hiroshi", "lastName": "Obsidian"}
    assert taken.json()["documentVersions"][0]["content"]["hpi"] == of_lines("First")
    lost = await stroke.save(content={"hpi": "Late"})
    assert _refusal(lost) == (409, "locked_by_another")
    assert lost.json()["lockedUser"] == {"firstName": "Hiroshi", "lastName": "Obsidian"}
    assert (await stroke.read())["documentVersions"][0]["content"]["hpi"] == of_lines("First")


@pytest.mark.req("SIGN-20")
async def test_an_expired_lock_that_nobody_took_still_saves(stroke: Stroke, sign_in: SignIn) -> None:
    await stroke.lock()
    clock.advance(timedelta(hours=3))
    stroke.provider = sign_in("neuro")
    assert (await stroke.save(content={"hpi": "After a long night"})).status_code == 200
    assert (await stroke.read())["lockedAt"] == "2026-03-04T15:00:00Z"


@pytest.mark.req("SIGN-07", "SIGN-18", "SIGN-21")
async def test_closing_gives_the_lock_back(stroke: Stroke, colleague: httpx.AsyncClient) -> None:
    await stroke.lock()
    closed = (await stroke.save(content={"hpi": "First"}, releaseLock=True)).json()
    assert (closed["lockedBy"], closed["lockedAt"], closed["lockedUser"]) == (None, None, None)
    for attempt in (await stroke.save(content={"hpi": "Second"}), await stroke.sign(content=STROKE_NOTE)):
        assert _refusal(attempt) == (409, "not_locked")
    opened = await stroke.lock(colleague)
    assert opened.json()["documentVersions"][0]["content"]["hpi"] == of_lines("First")


@pytest.mark.req("SIGN-21")
async def test_nothing_is_saved_or_signed_of_a_note_that_was_never_opened(stroke: Stroke) -> None:
    for attempt in (
        await stroke.save(content={}),
        await stroke.sign(content=STROKE_NOTE),
        await stroke.provider.post(f"{stroke.path}/addStrokeNote", json=STROKE_NOTE),
    ):
        assert _refusal(attempt) == (409, "not_locked")
    assert (await stroke.provider.get(f"{stroke.path}/sign-off-notes")).json() == []


@pytest.mark.req("SIGN-06", "SIGN-19")
async def test_of_two_windows_of_one_person_the_later_one_writes(stroke: Stroke) -> None:
    first, second = str(uuid4()), str(uuid4())
    await stroke.lock(editorId=first)
    assert (await stroke.save(editorId=first, save=1, content={"hpi": "In the first"})).status_code == 200
    await stroke.lock(editorId=second)
    for attempt in (
        await stroke.save(editorId=first, save=2, content={"hpi": "Still in the first"}),
        await stroke.save(editorId=first, save=3, releaseLock=True),
        await stroke.sign(editorId=first, content=STROKE_NOTE),
    ):
        assert _refusal(attempt) == (409, "open_elsewhere")
    assert (await stroke.save(editorId=second, save=1, content={"hpi": "In the second"})).status_code == 200
    assert (await stroke.read())["documentVersions"][0]["content"]["hpi"] == of_lines("In the second")


@pytest.mark.req("SIGN-06")
async def test_a_save_that_arrives_after_a_later_one_changes_nothing(stroke: Stroke) -> None:
    window = str(uuid4())
    await stroke.lock(editorId=window)
    assert (await stroke.save(editorId=window, save=2, content={"hpi": "Later"})).status_code == 200
    late = await stroke.save(editorId=window, save=1, content={"hpi": "Earlier"})
    assert _refusal(late) == (409, "outrun_save")
    assert (await stroke.read())["documentVersions"][0]["content"]["hpi"] == of_lines("Later")
    await stroke.lock(editorId=window)
    assert _refusal(await stroke.save(editorId=window, save=2, content={"hpi": "Again"})) == (409, "outrun_save")


@EITHER_LINE
@pytest.mark.req("SIGN-23", "SIGN-62", "API-69", "BAPI-09", "BENT-16")
async def test_signing_completes_and_signs_for_good(stroke: Stroke, sent_events: list[SentEvent]) -> None:
    await stroke.lock()
    clock.advance(timedelta(minutes=7))
    sent_events.clear()
    answer = await stroke.sign(content=STROKE_NOTE)
    assert answer.status_code == 200, answer.text
    note = answer.json()
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
    assert {event.name for event in sent_events} == {"consult:signoff-changed", "consult:updated-state"}
    assert "weakness" not in str(sent_events)


@pytest.mark.req("SIGN-10", "SIGN-11", "SIGN-24")
async def test_after_a_signature_nothing_is_saved_and_nothing_signed_again(
    signed: Stroke, colleague: httpx.AsyncClient
) -> None:
    before = await signed.read()
    for attempt in (
        await signed.save(content={"hpi": "Late"}),
        await signed.sign(content=STROKE_NOTE),
        await signed.sign(colleague, content=STROKE_NOTE),
        await signed.provider.post(f"{signed.path}/addStrokeNote", json=STROKE_NOTE),
    ):
        assert _refusal(attempt) == (409, "already_signed_off")
        assert attempt.json()["signatory"]["username"] == "neuro"
    assert await signed.read() == before


@pytest.mark.req("SIGN-25", "BAPI-06", "BERR-04")
async def test_a_signed_note_is_answered_and_not_opened(signed: Stroke, colleague: httpx.AsyncClient) -> None:
    before = await signed.read()
    for who in (signed.provider, colleague):
        answer = await signed.lock(who)
        assert answer.status_code == 200
        assert answer.json() == before
        assert answer.json()["lockedBy"] is None


@pytest.mark.req("BAPI-09", "NOTE-52", "SIGN-61")
async def test_without_content_the_saved_draft_is_signed_if_it_is_whole(stroke: Stroke) -> None:
    await stroke.lock()
    broken = _fields(await stroke.sign())
    assert broken["content.hpi"] == "This field is required."
    assert broken["content.labs"] == "This field is required."
    assert broken["content.nihss.loc"] == "This field is required."
    assert (await stroke.read())["status"] == "Draft"
    assert (await stroke.consult())["completeType"] is None
    await stroke.save(content=STROKE_NOTE)
    answer = await stroke.sign()
    assert answer.status_code == 200, answer.text
    assert answer.json()["documentVersions"][0]["content"]["nihss"]["total"] == 3


@pytest.mark.req("BAPI-09", "BENT-17")
async def test_a_sign_call_names_what_it_signs(stroke: Stroke) -> None:
    await stroke.lock()
    assert "docType" in _fields(await stroke.sign(docType="Fax", content=STROKE_NOTE))
    assert "content" in _fields(await stroke.sign(content="A text"))
    assert _refusal(await stroke.sign(consultId=str(uuid4()), content=STROKE_NOTE)) == (400, "other_consult")
    late = {**STROKE_NOTE, "videoStartTime": "2026-03-04T12:02:00Z"}
    assert _fields(await stroke.sign(content=late)) == {"content.videoStartTime": "Must not be in the future."}


@pytest.mark.req("SIGN-27", "BERR-06", "SIGN-28")
async def test_who_has_no_medipac_id_writes_and_does_not_sign(stroke: Stroke, check_in: CheckIn) -> None:
    writer = await check_in("nomedipac", line=STROKE)
    await stroke.lock(writer)
    assert (await stroke.save(writer, content=STROKE_NOTE)).status_code == 200
    refused = await stroke.sign(writer)
    assert _refusal(refused) == (403, "no_medipac_id")
    words = "Your Medipac Provider ID is needed for sign off. Please contact your administrator."
    assert refused.json()["message"] == words
    await stroke.save(writer, releaseLock=True)
    await stroke.lock()
    assert (await stroke.sign()).status_code == 200
    for doc_type in ("Addendum", "Error"):
        added = await stroke.sign(writer, docType=doc_type, content="More")
        assert _refusal(added) == (403, "no_medipac_id")


@pytest.mark.req("BPERM-11", "PERM-25")
async def test_only_who_is_on_call_opens_a_note_and_a_shift_that_ends_cuts_nobody_short(
    stroke: Stroke, client: httpx.AsyncClient, sign_in: SignIn
) -> None:
    off_duty = sign_in("neuro2")
    assert _refusal(await stroke.lock(off_duty)) == (403, "not_checked_in")
    assert _refusal(await stroke.lock(client)) == (403, "forbidden")
    assert "editSignoffNote" in (await stroke.consult())["allowedActions"]
    for who in (off_duty, client):
        assert "editSignoffNote" not in (await stroke.consult(who))["allowedActions"]
    await stroke.lock()
    left = await stroke.provider.post("/checkout")
    assert left.status_code == 204, left.text
    assert "editSignoffNote" not in (await stroke.consult())["allowedActions"]
    assert (await stroke.save(content={"hpi": "Last words"})).status_code == 200
    assert _refusal(await stroke.save(client, content={})) == (403, "forbidden")


@pytest.mark.req("BPERM-11", "SIGN-16")
async def test_a_cancelled_consult_has_no_note(stroke: Stroke) -> None:
    await stroke.lock()
    cancelled = {"completeType": "cancelled", "cancellationReason": "Asked twice"}
    assert (await stroke.provider.post(f"{stroke.path}/complete", json=cancelled)).status_code == 200
    assert "editSignoffNote" not in (await stroke.consult())["allowedActions"]
    for attempt in (await stroke.lock(), await stroke.save(content={}), await stroke.sign(content=STROKE_NOTE)):
        assert _refusal(attempt) == (403, "cancelled")


@pytest.mark.parametrize("line", [ACUTE])
@pytest.mark.req("BAPI-13", "API-73", "BAPI-17", "API-69")
async def test_acute_stroke_signs_by_a_call_of_its_own(stroke: Stroke, bodies: Bodies, check_in: CheckIn) -> None:
    call = f"{stroke.path}/sign-signoff-note-acute-stroke"
    await stroke.lock()
    assert set(_fields(await stroke.provider.post(call, json={**STROKE_NOTE, "hpi": None}))) == {"hpi"}
    cancelled = {**STROKE_NOTE, "typeofCall": "Cancelled", "cancellationReason": "Asked twice"}
    assert _fields(await stroke.provider.post(call, json=cancelled)) == {"typeofCall": "Enter a valid value."}
    answer = await stroke.provider.post(call, json={**STROKE_NOTE, "typeofCall": "Phone", "comment": "Advised"})
    assert answer.status_code == 200, answer.text
    assert answer.json()["documentVersions"][0]["content"]["nihss"]["total"] == 3
    consult = await stroke.consult()
    assert (consult["completeType"], consult["qaComment"]) == ("phone", "Advised")
    (listed,) = (await stroke.provider.get(f"{stroke.path}/sign-off-acute-stroke")).json()
    assert listed == answer.json()
    other = await check_in("neuro", line=STROKE)
    elsewhere = f"/consults/{await bodies.create(other, STROKE)}"
    await other.post(f"{elsewhere}/signoff-note/requestLock", json=NOTE)
    wrong = await other.post(f"{elsewhere}/sign-signoff-note-acute-stroke", json=STROKE_NOTE)
    assert _refusal(wrong) == (400, "wrong_service_line")
    assert (await other.get(f"{elsewhere}/sign-off-acute-stroke")).json() == []


@pytest.mark.parametrize("line", [ACUTE])
@pytest.mark.req("BAPI-13")
async def test_the_note_of_a_completed_consult_names_its_type_of_call(stroke: Stroke) -> None:
    await stroke.provider.post(f"{stroke.path}/complete", json={"completeType": "phone"})
    await stroke.lock()
    call = f"{stroke.path}/sign-signoff-note-acute-stroke"
    other = await stroke.provider.post(call, json={**STROKE_NOTE, "typeofCall": "video"})
    assert _refusal(other) == (409, "completion_type_fixed")
    assert (await stroke.provider.post(call, json={**STROKE_NOTE, "typeofCall": "phone"})).status_code == 200


@pytest.mark.parametrize("line", [ACUTE])
@pytest.mark.req("BAPI-13", "SIGN-21")
async def test_the_call_of_acute_stroke_signs_from_the_window_that_edits(stroke: Stroke) -> None:
    call, first, second = f"{stroke.path}/sign-signoff-note-acute-stroke", str(uuid4()), str(uuid4())
    await stroke.lock(editorId=first)
    await stroke.lock(editorId=second)
    late = await stroke.provider.post(call, json={**STROKE_NOTE, "editorId": first})
    assert _refusal(late) == (409, "open_elsewhere")
    signed = await stroke.provider.post(call, json={**STROKE_NOTE, "editorId": second})
    assert signed.status_code == 200, signed.text
    assert "editorId" not in signed.json()["documentVersions"][0]["content"]


@pytest.mark.req("API-70", "BAPI-15")
async def test_add_stroke_note_keeps_its_body_as_the_draft(stroke: Stroke) -> None:
    await stroke.lock()
    call = f"{stroke.path}/addStrokeNote"
    assert set(_fields(await stroke.provider.post(call, json={"hpi": 7}))) == {"hpi"}
    added = await stroke.provider.post(call, json=STROKE_NOTE)
    assert added.status_code == 200, added.text
    (draft,) = added.json()["documentVersions"]
    assert (draft["docStatus"], draft["content"]["nihss"]["total"]) == ("Draft", 3)
    assert (await stroke.sign()).status_code == 200


@pytest.mark.req("SIGN-29", "SIGN-30", "SIGN-46", "SIGN-47", "TIME-26")
async def test_addenda_and_a_mark_in_error_add_versions_and_change_none(
    signed: Stroke, sent_events: list[SentEvent]
) -> None:
    note = (await signed.read())["documentVersions"][0]
    sent_events.clear()
    first = (await signed.sign(docType="Addendum", content=" MRI shows a small infarct. ")).json()
    assert first["status"] == "Addended"
    second = (await signed.sign(docType="Addendum", content="m" * 6000)).json()
    error = await signed.sign(docType="Error")
    assert error.status_code == 200, error.text
    versions = error.json()["documentVersions"]
    assert [(v["version"], v["docType"], v["docStatus"]) for v in versions] == [
        (1, "Note", "Superseded"),
        (2, "Addendum", "Superseded"),
        (3, "Addendum", "Superseded"),
        (4, "Error", "Current"),
    ]
    assert versions[0] == {**note, "docStatus": "Superseded"}
    assert [v["content"] for v in versions[1:]] == ["MRI shows a small infarct.", "m" * 6000, None]
    assert second["documentVersions"][2]["docStatus"] == "Current"
    assert (error.json()["status"], error.json()["signedOffAt"]) == ("MarkedInError", note["createdAt"])
    entries = (await signed.provider.get(f"{signed.path}/updates")).json()
    assert [entry["taskType"] for entry in entries[:4]] == [
        "signoff-note-error",
        "signoff-note-addendum",
        "signoff-note-addendum",
        "signoff-note-note",
    ]
    assert [event.name for event in sent_events] == ["consult:signoff-changed"] * 3
    assert "infarct" not in str(sent_events)


@pytest.mark.req("SIGN-30", "SIGN-34", "BCONST-04")
async def test_an_addendum_says_something_and_a_mark_in_error_need_not(signed: Stroke) -> None:
    for content, message in (
        (None, "This field is required."),
        ("  ", "This field is required."),
        ("m" * 6001, "This section of the note is too long."),
    ):
        assert _fields(await signed.sign(docType="Addendum", content=content)) == {"content": message}
    too_long = await signed.sign(docType="Error", content="m" * 6001)
    assert _fields(too_long) == {"content": "This section of the note is too long."}
    assert len((await signed.read())["documentVersions"]) == 1
    said = await signed.sign(docType="Error", content="Wrong patient")
    assert said.json()["documentVersions"][1]["content"] == "Wrong patient"


@pytest.mark.req("SIGN-33", "SIGN-36")
async def test_after_a_mark_in_error_nothing_is_added(signed: Stroke) -> None:
    offered = (await signed.consult())["allowedActions"]
    assert {"addendSignoffNote", "markSignoffNoteInError"} <= set(offered)
    await signed.sign(docType="Error")
    offered = (await signed.consult())["allowedActions"]
    assert not {"addendSignoffNote", "markSignoffNoteInError", "editSignoffNote"} & set(offered)
    before = await signed.read()
    for doc_type in ("Addendum", "Error"):
        refused = await signed.sign(docType=doc_type, content="More")
        assert _refusal(refused) == (409, "marked_in_error")
        assert _refusal(await signed.lock(docType=doc_type)) == (400, "nothing_to_add_to")
    assert await signed.read() == before


@pytest.mark.req("SIGN-37", "BAPI-06")
async def test_nothing_is_added_to_a_note_that_is_missing_or_unsigned(stroke: Stroke) -> None:
    for _ in range(2):
        for doc_type in ("Addendum", "Error"):
            refused = await stroke.sign(docType=doc_type, content="More")
            assert _refusal(refused) == (409, "not_signed")
            assert _refusal(await stroke.lock(docType=doc_type)) == (400, "nothing_to_add_to")
        await stroke.lock()


@pytest.mark.req("BPERM-15", "BPERM-16")
async def test_adding_needs_its_permission(signed: Stroke, client: httpx.AsyncClient) -> None:
    for doc_type in ("Addendum", "Error"):
        assert _refusal(await signed.sign(client, docType=doc_type, content="More")) == (403, "forbidden")
        assert _refusal(await signed.lock(client, docType=doc_type)) == (403, "forbidden")
    offered = (await signed.consult(client))["allowedActions"]
    assert not {"addendSignoffNote", "markSignoffNoteInError"} & set(offered)


@pytest.mark.req("BAPI-06")
async def test_who_addends_holds_the_others_off(signed: Stroke, colleague: httpx.AsyncClient) -> None:
    locked = await signed.lock(docType="Addendum")
    assert locked.json()["lockedUser"] == {"firstName": "Amara", "lastName": "Feldspar"}
    for refused in (
        await signed.lock(colleague, docType="Error"),
        await signed.sign(colleague, docType="Error"),
    ):
        assert _refusal(refused) == (409, "locked_by_another")
    added = await signed.sign(docType="Addendum", content="More")
    assert added.json()["lockedBy"] is None
    assert (await signed.sign(colleague, docType="Error")).status_code == 200


@pytest.mark.req("SIGN-60")
async def test_the_short_notes_are_addended_and_marked_in_error_too(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies
) -> None:
    psych = await check_in("psych", line="tele-psych")
    path = f"/consults/{await bodies.create(client, 'tele-psych')}"
    await psych.post(f"{path}/complete", json={"completeType": "video"})
    await psych.post(f"{path}/sign-signoff-note-psych", json={"typeofCall": "video"})
    offered = (await psych.get(path)).json()["allowedActions"]
    assert {"addendSignoffNote", "markSignoffNoteInError"} <= set(offered)
    added = await psych.post(f"{path}/sign-signoff-note", json={"docType": "Addendum", "content": "Called back."})
    assert [v["docType"] for v in added.json()["documentVersions"]] == ["Note", "Addendum"]
    wrong = await psych.post(f"{path}/sign-signoff-note", json=NOTE)
    assert _refusal(wrong) == (400, "wrong_service_line")
    marked = await psych.post(f"{path}/sign-signoff-note", json={"docType": "Error"})
    assert marked.json()["status"] == "MarkedInError"


@pytest.mark.req("BAPI-18")
async def test_a_line_without_a_note_answers_none(client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies) -> None:
    triage = await check_in("triage", line="tele-triage")
    path = f"/consults/{await bodies.create(client, 'tele-triage')}"
    assert (await triage.get(f"{path}/sign-off-notes")).json() == []
    assert _refusal(await triage.post(f"{path}/signoff-note/requestLock", json=NOTE)) == (400, "wrong_service_line")


@pytest.mark.req("SIGN-59", "RT-15")
async def test_every_step_of_a_note_is_told_without_what_it_says(stroke: Stroke, sent_events: list[SentEvent]) -> None:
    await stroke.lock()
    assert [event.name for event in sent_events][-1:] == ["consult:signoff-changed"]
    sent_events.clear()
    await stroke.save(content={"hpi": "Weakness"})
    (told,) = sent_events
    assert (told.name, told.data["consultId"]) == ("consult:signoff-changed", stroke.path.removeprefix("/consults/"))
    assert "Weakness" not in str(told)


async def test_a_draft_is_read_by_who_writes_notes_only(stroke: Stroke, client: httpx.AsyncClient) -> None:
    await stroke.lock()
    await stroke.save(content={"hpi": "Perhaps a stroke"})
    seen = await stroke.read(client)
    assert (seen["status"], seen["documentVersions"]) == ("Draft", [])
    assert (await stroke.consult(client))["signOffNote"] == {"status": "Draft", "signatory": None, "signedOffAt": None}


@pytest.mark.req("SIGN-24")
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
@pytest.mark.req("SIGN-24")
async def test_the_application_has_no_right_to_change_what_was_signed(
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
async def test_a_signature_stays_whoever_asks_to_change_it(
    signed: Stroke, database: RolledBackDatabase, change: str
) -> None:
    assert signed
    async with database.session() as session:
        with pytest.raises(IntegrityError, match="never changes"):
            await session.execute(text(f"update sign_off_notes set {change}"))  # noqa: S608


@pytest.mark.req("SIGN-33")
async def test_a_mark_in_error_stays_whoever_asks_to_change_it(signed: Stroke, database: RolledBackDatabase) -> None:
    await signed.sign(docType="Error")
    async with database.session() as session:
        with pytest.raises(IntegrityError, match="never changes"):
            await session.execute(text("update sign_off_notes set status = 'Signed'"))
