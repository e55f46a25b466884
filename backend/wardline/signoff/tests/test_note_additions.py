"""Addenda and marks in error, over the API."""

from datetime import timedelta
from typing import Final
from uuid import UUID, uuid4

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SentEvent
from wardline.core import clock
from wardline.signoff.choices import DocType
from wardline.signoff.models import SignOffVersion
from wardline.signoff.schemas import ADDENDA_LIMIT
from wardline.signoff.tests.stroke import NOTE, Stroke, fields, refusal
from wardline.signoff.versions import version_row

pytestmark = pytest.mark.usefixtures("noon")


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
    assert [(v["pdfStatus"], v["sentToEmr"]) for v in versions] == [(None, False)] * 4
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


@pytest.mark.req("BAPI-09", "SIGN-30", "SIGN-34", "BCONST-04", "BENT-17")
async def test_an_addendum_requires_a_text_and_a_mark_in_error_does_not(signed: Stroke) -> None:
    for content, message in (
        (None, "This field is required."),
        ("  ", "This field is required."),
        ("m" * 6001, "This section of the note is too long."),
        ("m\n" * 500 + "m", "This section of the note is too long."),
        ("\u2028".join("m" * 501), "This section of the note is too long."),
    ):
        assert fields(await signed.sign(docType="Addendum", content=content)) == {"content": message}
    for content in ("m" * 6001, "m\r\n" * 500 + "m"):
        too_long = await signed.sign(docType="Error", content=content)
        assert fields(too_long) == {"content": "This section of the note is too long."}
    for doc_type in ("Addendum", "Error"):
        elsewhere = await signed.sign(docType=doc_type, content="More", consultId=str(uuid4()))
        assert refusal(elsewhere) == (400, "other_consult")
    assert len((await signed.read())["documentVersions"]) == 1
    here = signed.path.removeprefix("/consults/")
    longest = await signed.sign(docType="Addendum", content="m" * 6000, consultId=here)
    assert longest.json()["documentVersions"][1]["content"] == "m" * 6000
    most_lines = await signed.sign(docType="Addendum", content="m\r\n" * 500)
    assert most_lines.json()["documentVersions"][2]["content"] == "m\r\n" * 499 + "m"
    response = await signed.sign(docType="Error", content="Wrong patient", consultId=here)
    assert response.json()["documentVersions"][3]["content"] == "Wrong patient"


@pytest.mark.req("SIGN-29")
async def test_a_note_with_the_maximum_of_addenda_can_still_be_marked_in_error(
    signed: Stroke, session: AsyncSession
) -> None:
    """One more changes nothing."""
    consult_id = UUID(signed.path.removeprefix("/consults/"))
    author_id = (await signed.provider.get("/me")).json()["id"]
    earlier = [
        version_row(consult_id, number, DocType.ADDENDUM, "Called.", by_id=author_id, moment=clock.now())
        for number in range(2, ADDENDA_LIMIT + 1)
    ]
    await session.execute(insert(SignOffVersion).values(earlier))
    await session.commit()
    assert (await signed.sign(docType="Addendum", content="The last one.")).status_code == 200
    before = await signed.read()
    assert [each["docType"] for each in before["documentVersions"]].count("Addendum") == ADDENDA_LIMIT
    updates = (await signed.provider.get(f"{signed.path}/updates")).json()
    refused = await signed.sign(docType="Addendum", content="One more.")
    assert refusal(refused) == (409, "addenda_full")
    assert refused.json()["message"] == (
        "A note can have up to 50 addenda. Document the rest in the hospital's record."
    )
    assert await signed.read() == before
    assert (await signed.provider.get(f"{signed.path}/updates")).json() == updates
    assert (await signed.sign(docType="Error")).json()["status"] == "MarkedInError"


@pytest.mark.req("SIGN-33", "SIGN-34", "SIGN-36", "SIGN-45", "API-66")
async def test_a_note_marked_in_error_cannot_be_addended(signed: Stroke, colleague: httpx.AsyncClient) -> None:
    offered = (await signed.consult())["allowedActions"]
    assert {"addendSignoffNote", "markSignoffNoteInError"} <= set(offered)
    first = await signed.read()
    clock.advance(timedelta(minutes=7))
    addended = (await signed.sign(colleague, docType="Addendum", content="Called back.")).json()
    marked = (await signed.sign(colleague, docType="Error")).json()
    assert [note["status"] for note in (first, addended, marked)] == ["Signed", "Addended", "MarkedInError"]
    assert all(note[name] == first[name] for note in (addended, marked) for name in ("signatory", "signedOffAt"))
    offered = (await signed.consult())["allowedActions"]
    assert not {"addendSignoffNote", "markSignoffNoteInError", "editSignoffNote"} & set(offered)
    assert {"exportSignoffNote", "faxSignoffNote"} <= set(offered)
    before = await signed.read()
    for doc_type in ("Addendum", "Error"):
        refused = await signed.sign(docType=doc_type, content="More")
        assert refusal(refused) == (409, "marked_in_error")
        assert refusal(await signed.lock(docType=doc_type)) == (400, "nothing_to_add_to")
    assert await signed.read() == before


@pytest.mark.req("API-66", "SIGN-37", "BAPI-06", "BAPI-09")
async def test_a_missing_or_unsigned_note_cannot_be_addended(stroke: Stroke) -> None:
    for _ in range(2):
        for doc_type in ("Addendum", "Error"):
            refused = await stroke.sign(docType=doc_type, content="More")
            assert refusal(refused) == (409, "not_signed")
            assert refusal(await stroke.lock(docType=doc_type)) == (400, "nothing_to_add_to")
        await stroke.lock()


@pytest.mark.req("BPERM-15", "BPERM-16", "BPERM-02")
async def test_adding_requires_its_permission(signed: Stroke, client: httpx.AsyncClient) -> None:
    for doc_type in ("Addendum", "Error"):
        assert refusal(await signed.sign(client, docType=doc_type, content="More")) == (403, "forbidden")
        assert refusal(await signed.lock(client, docType=doc_type)) == (403, "forbidden")
    offered = (await signed.consult(client))["allowedActions"]
    assert not {"addendSignoffNote", "markSignoffNoteInError"} & set(offered)


@pytest.mark.req("BAPI-06", "SIGN-15", "SIGN-18", "SIGN-60", "API-66")
async def test_an_addendum_in_progress_locks_out_other_users(signed: Stroke, colleague: httpx.AsyncClient) -> None:
    locked = await signed.lock(docType="Addendum")
    assert locked.json()["lockedUser"] == {"firstName": "Amara", "lastName": "Feldspar"}
    for refused in (
        await signed.lock(colleague, docType="Error"),
        await signed.sign(colleague, docType="Error"),
        await signed.sign(colleague, docType="Addendum", content="Mine"),
    ):
        assert refusal(refused) == (409, "locked_by_another")
    added = await signed.sign(docType="Addendum", content="More")
    assert added.json()["lockedBy"] is None
    assert (await signed.sign(colleague, docType="Error")).status_code == 200


ADDENDUM: Final = {"docType": "Addendum", "content": "Called back."}
SHORT: Final = {
    "neuro": {"typeofCall": "video", "videoCallLength": 12, "documentationReference": "EMR 4711"},
    "psych": {"typeofCall": "video"},
    "toxicology": {"typeofCall": "video"},
}


@pytest.mark.parametrize(("line", "username"), [("neuro", "neuro"), ("psych", "psych"), ("toxicology", "tox")])
@pytest.mark.req("API-72", "SIGN-60", "TIME-26", "INFO-03", "BENT-16")
async def test_short_sign_offs_can_be_addended_and_marked_in_error(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, line: str, username: str
) -> None:
    provider = await check_in(username, line=f"tele-{line}")
    path = f"/consults/{await bodies.create(client, f'tele-{line}')}"
    await provider.post(f"{path}/complete", json={"completeType": "video"})
    signed = await provider.post(f"{path}/sign-signoff-note-{line}", json=SHORT[line])
    assert signed.status_code == 200, signed.text
    call = f"{path}/sign-signoff-note"
    offered = (await provider.get(path)).json()["allowedActions"]
    assert {"addendSignoffNote", "markSignoffNoteInError"} <= set(offered)
    added = await provider.post(call, json=ADDENDUM)
    assert [v["docType"] for v in added.json()["documentVersions"]] == ["Note", "Addendum"]
    assert refusal(await provider.post(call, json=NOTE)) == (400, "wrong_service_line")
    assert (await provider.post(call, json={"docType": "Error"})).json()["status"] == "MarkedInError"
    (note,) = (await provider.get(f"{path}/sign-off-notes")).json()
    assert [v["docStatus"] for v in note["documentVersions"]] == ["Superseded", "Superseded", "Current"]
    entries = (await provider.get(f"{path}/updates")).json()
    assert [entry["taskType"] for entry in entries[:3]] == ["signoff-note-error", "signoff-note-addendum", "signoff"]


@pytest.mark.req("SIGN-27")
async def test_without_a_medipac_id_a_short_sign_off_can_be_signed_but_not_addended(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies
) -> None:
    provider = await check_in("nomedipac", line="tele-neuro")
    path = f"/consults/{await bodies.create(client, 'tele-neuro')}"
    await provider.post(f"{path}/complete", json={"completeType": "video"})
    signed = await provider.post(f"{path}/sign-signoff-note-neuro", json=SHORT["neuro"])
    assert signed.status_code == 200, signed.text
    for addition in (ADDENDUM, {"docType": "Error"}):
        refused = await provider.post(f"{path}/sign-signoff-note", json=addition)
        assert refusal(refused) == (403, "no_medipac_id")
