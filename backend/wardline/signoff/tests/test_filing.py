"""Filing signed notes with the hospital's record."""

from datetime import timedelta

import pytest
from sqlalchemy import text
from stroke_notes import STROKE_NOTE

from conftest import SentEvent, SignIn
from wardline.core import clock
from wardline.ehr.filing import Destination, FilingDelayed, FilingEvent, FilingRefused, NotFiled
from wardline.signoff.tests.sending import IN_RECORD, WAITING_AGAIN, Outbox, Receiver, filed, timeline_entries
from wardline.signoff.tests.stroke import Stroke

pytestmark = pytest.mark.usefixtures("noon")


@pytest.mark.req("SIGN-46", "RT-15")
async def test_signatures_are_filed_in_order(
    recorded: Stroke, receiver: Receiver, sending: Outbox, sent_events: list[SentEvent]
) -> None:
    assert filed(await recorded.read()) == [False]
    sent_events.clear()
    await sending.run()
    assert filed(await recorded.read()) == [True]
    assert [event.name for event in sent_events] == ["consult:signoff-changed"]
    await recorded.sign(docType="Addendum", content="MRI is back.")
    await recorded.sign(docType="Error", content="Wrong patient")
    assert filed(await recorded.read()) == [True, False, False]
    await sending.run()
    assert filed(await recorded.read()) == [True] * 3
    note, addendum, error = receiver.documents
    consult_id = recorded.path.removeprefix("/consults/")
    ids = [f"{consult_id}.{number}" for number in (1, 2, 3)]
    assert [each.document_id for each in receiver.documents] == ids
    assert [each.event for each in receiver.documents] == [
        FilingEvent.NEW,
        FilingEvent.ADDENDUM,
        FilingEvent.REPLACEMENT,
    ]
    assert [each.parent_id for each in receiver.documents] == [None, ids[0], ids[0]]
    assert [each.replaces for each in receiver.documents] == [[], [], ids[:2]]
    assert isinstance(note.content, bytes)
    assert note.content.startswith(b"%PDF-")
    assert addendum.content == "MRI is back."
    assert error.content == (await recorded.provider.get(f"{recorded.path}/export-sign-off-note")).content
    assert (note.author.family_name, note.author.provider_id, note.title) == ("Feldspar", "MP-4401", "Stroke Note")
    assert (note.patient.emr_id, note.patient.encounter_id) == ("E-1", "V-1")
    assert [(number.value, number.type) for number in note.patient.identifiers] == [("M-1", "MR")]
    assert await timeline_entries(recorded, "signoff-send-error") == []


@pytest.mark.parametrize(("finding", "runs"), [(FilingRefused("AE"), 1), (FilingDelayed("AR"), 2)])
@pytest.mark.req("SIGN-52", "TIME-28")
async def test_a_late_filing_is_reported_and_delivered_later(
    recorded: Stroke, receiver: Receiver, sending: Outbox, finding: NotFiled, runs: int
) -> None:
    await recorded.sign(docType="Addendum", content="MRI is back.")
    receiver.responses = [finding] * runs
    for _ in range(runs - 1):
        await sending.run()
        assert await timeline_entries(recorded, "signoff-send-error") == []
    clock.advance(timedelta(minutes=1))
    await sending.run()
    await recorded.sign(docType="Error")
    if isinstance(finding, FilingRefused):
        await sending.run()
    entries = await timeline_entries(recorded, "signoff-send-error")
    expected = [{"docType": "Note"}, {"docType": "Addendum"}]
    if isinstance(finding, FilingRefused):
        expected.append({"docType": "Error"})
        await sending.write(WAITING_AGAIN)
    assert [entry["details"] for entry in entries] == expected
    assert {entry["messageOrDescription"] for entry in entries} == {"Signoff Note Failed to Send to EMR"}
    assert filed(await recorded.read()) == [False] * 3
    await sending.run()
    assert filed(await recorded.read()) == [True] * 3
    first = receiver.documents[: runs + 1]
    assert len({(each.control_id, each.document_id) for each in first}) == 1
    assert len(await timeline_entries(recorded, "signoff-send-error")) == len(expected)


@pytest.mark.parametrize("verification", ["waiting", "mismatch"])
@pytest.mark.req("SIGN-52", "TIME-28")
async def test_a_note_held_for_its_patient_has_not_failed_but_a_later_failure_is_reported(
    recorded: Stroke, receiver: Receiver, sending: Outbox, sign_in: SignIn, verification: str
) -> None:
    await recorded.sign(docType="Addendum", content="MRI is back.")
    await sending.write(text("update patients set verification = :state").bindparams(state=verification))
    admin = sign_in("admin")
    for _ in range(2):
        await sending.run()
        clock.advance(timedelta(minutes=2))
        await sending.run_periodic_jobs()
    assert {problem["version"] for problem in (await admin.get("/undelivered-notes")).json()} == {1, 2}
    assert await timeline_entries(recorded, "signoff-send-error") == []
    await sending.write(IN_RECORD)
    receiver.responses = [None, FilingRefused("AE")]
    await sending.run()
    assert filed(await recorded.read()) == [True, False]
    assert [entry["details"] for entry in await timeline_entries(recorded, "signoff-send-error")] == [
        {"docType": "Addendum"}
    ]


@pytest.mark.parametrize("takes_notes", [True, False])
@pytest.mark.req("SIGN-46")
async def test_nothing_is_filed_without_a_receiving_record(
    stroke: Stroke, receiver: Receiver, sending: Outbox, destination: list[Destination | None], takes_notes: bool
) -> None:
    if not takes_notes:
        await sending.write(IN_RECORD)
        destination.append(None)
    await stroke.lock()
    await stroke.sign(content=STROKE_NOTE)
    await sending.run()
    assert receiver.documents == []
    assert filed(await stroke.read()) == [False]
    assert await timeline_entries(stroke, "signoff-send-error") == []


async def test_versions_signed_before_the_record_took_notes_are_filed_first(
    stroke: Stroke, receiver: Receiver, sending: Outbox, destination: list[Destination | None]
) -> None:
    await sending.write(IN_RECORD)
    destination.append(None)
    await stroke.lock()
    await stroke.sign(content=STROKE_NOTE)
    await sending.run()
    destination.pop()
    await stroke.sign(docType="Addendum", content="MRI is back.")
    await sending.run()
    assert [document.event for document in receiver.documents] == [FilingEvent.NEW, FilingEvent.ADDENDUM]
    assert filed(await stroke.read()) == [True, True]
