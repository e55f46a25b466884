"""Administrators' decisions about patients whom the hospital's record does not verify."""

from datetime import timedelta
from typing import Final

import pytest

from conftest import RolledBackDatabase, SentEvent
from wardline.core import clock
from wardline.ehr.registry import NoPatients
from wardline.patients.verification import UNANSWERED
from wardline.signoff import patient_verification
from wardline.signoff.tests.sending import Outbox, Receiver
from wardline.signoff.tests.stroke import refusal
from wardline.signoff.tests.unverified import Hospital, Json, Named, a_minute_later, run_periodic_jobs

pytestmark = pytest.mark.usefixtures("noon")

STRANGER: Final[Json] = {
    "name": [{"use": "official", "family": "Stranger", "given": ["Quite"]}],
    "birthDate": "1931-02-03",
}
NOT_TAKEN: Final = (409, "record_changed")


async def test_an_administrator_can_decide_after_an_hour_without_a_response(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase
) -> None:
    """Decided by the time of the request, not of the list that was shown."""
    hospital.line.is_cut = True
    case = await named()
    await sending.run()
    reason = "Read from the wristband"
    clock.advance(timedelta(hours=1, microseconds=-1))
    await run_periodic_jobs(database)
    assert await case.reason() == ("patient not verified yet", False)
    early = {"digest": UNANSWERED.digest}
    for response in (await case.admin.get(f"{case.about}/patient"), await case.confirm(early, reason)):
        assert refusal(response) == (409, "nothing_to_confirm")
    clock.advance(timedelta(microseconds=1))
    assert await case.reason() == ("patient not verified yet", True)
    assert (await case.confirm(await case.compared(), reason)).status_code == 204
    assert (await case.verification())["state"] == "confirmed"


@pytest.mark.req("RT-15")
async def test_an_administrator_confirms_a_mismatch_with_a_reason(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase, sent_events: list[SentEvent]
) -> None:
    case = await named(nameFamily="Marriedname")
    await a_minute_later(database, sending)
    await run_periodic_jobs(database)
    assert await case.reason() == ("patient does not match the record", True)
    assert refusal(await case.stroke.provider.get(f"{case.about}/patient")) == (403, "forbidden")
    compared = await case.compared()
    assert (compared["verification"], compared["differing"]) == ("mismatch", ["name"])
    assert (compared["said"]["nameFamily"], compared["recorded"]["nameFamily"]) == (
        "Marriedname",
        case.known["lastName"],
    )
    mine = {"seen": compared["digest"], "reason": "Mine"}
    response = await case.stroke.provider.post(f"{case.about}/confirm-patient", json=mine)
    assert refusal(response) == (403, "forbidden")
    assert refusal(await case.confirm(compared, " ")) == (400, "validation")
    sent_events.clear()
    for _ in range(2):
        done = await case.confirm(compared, "Married last week", press="press-1")
        assert done.status_code == 204, done.text
    assert [event.name for event in sent_events] == ["consult:signoff-changed"]
    assert refusal(await case.confirm(compared, "Again")) == (409, "nothing_to_confirm")
    verification = await case.verification()
    assert (verification["state"], verification["reason"], verification["confirmedAt"]) == (
        "confirmed",
        "Married last week",
        "2026-03-04T12:01:00Z",
    )
    assert verification["confirmedBy"]["username"] == "admin"
    entries = (await case.admin.get("/audit")).json()["entries"]
    assert "confirmNotePatient" in {entry["action"] for entry in entries}
    assert {"compareNotePatient"} <= {entry["action"] for entry in entries if case.known["emrId"] in entry["emrIds"]}
    await sending.run()
    assert hospital.filed() == [f"Patient/{case.known['emrId']}"]


async def test_an_administrator_decides_if_no_record_can_be_queried(
    named: Named,
    receiver: Receiver,
    sending: Outbox,
    database: RolledBackDatabase,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As at a hospital that only accepts HL7: there is no server to query."""
    monkeypatch.setattr(patient_verification, "patient_record_for", lambda _: NoPatients())
    case = await named()
    await a_minute_later(database, sending)
    await run_periodic_jobs(database)
    assert await case.reason() == ("patient cannot be verified", True)
    compared = await case.compared()
    assert (compared["verification"], compared["recorded"]) == ("unverifiable", None)
    assert (await case.confirm(compared, "Read from the wristband")).status_code == 204
    await sending.run()
    (document,) = receiver.documents
    assert (document.patient.emr_id, document.patient.encounter_id) == (case.known["emrId"], None)
    assert list(document.patient.identifiers) == []


async def test_a_confirmation_is_refused_if_the_record_responds_again(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase, sent_events: list[SentEvent]
) -> None:
    """It did not respond when the administrator looked, and has another patient under the ID when they confirm."""
    hospital.line.is_cut = True
    case = await named(nameGiven="Somebody", nameFamily="Else", birthDate="1950-01-01")
    await sending.run()
    clock.advance(timedelta(hours=1, minutes=1))
    await run_periodic_jobs(database)
    seen, before = await case.compared(), await case.stroke.consult()
    assert (seen["verification"], seen["recorded"]) == ("waiting", None)
    hospital.line.is_cut = False
    sent_events.clear()
    reason = "Wristband read, record is down"
    assert refusal(await case.confirm(seen, reason, press="press-1")) == NOT_TAKEN
    await sending.run()
    assert (hospital.filed(), sent_events) == ([], [])
    assert await case.stroke.consult() == before
    (entry,) = (
        entry for entry in (await case.admin.get("/audit")).json()["entries"] if entry["action"] == "confirmNotePatient"
    )
    assert (entry["status"], entry["code"], entry["emrIds"]) == (*NOT_TAKEN, [case.known["emrId"]])
    seen = await case.compared()
    assert (seen["verification"], seen["recorded"]["nameFamily"]) == ("mismatch", case.known["lastName"])
    assert (await case.confirm(seen, reason)).status_code == 204
    await sending.run()
    assert hospital.filed() == [f"Patient/{case.known['emrId']}"]


async def test_a_confirmation_is_refused_if_the_record_has_changed(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase
) -> None:
    """It is still a mismatch, but with another patient than the one shown."""
    case = await named(nameFamily="Marriedname")
    await a_minute_later(database, sending)
    seen = await case.compared()
    hospital.correct(case.known["emrId"], **STRANGER)
    assert refusal(await case.confirm(seen, "Married last week")) == NOT_TAKEN
    await sending.run()
    assert hospital.filed() == []
    assert (await case.verification())["state"] == "mismatch"
    again = await case.compared()
    assert (again["verification"], again["recorded"]["nameFamily"]) == ("mismatch", "Stranger")
    assert again["differing"] == ["name", "birth-date"]


@pytest.mark.parametrize("change", ["cut", "merged"])
async def test_a_confirmation_is_refused_if_the_record_no_longer_has_the_patient(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase, change: str
) -> None:
    case = await named(nameFamily="Marriedname")
    await a_minute_later(database, sending)
    seen = await case.compared()
    if change == "cut":
        hospital.line.is_cut = True
    else:
        hospital.correct(case.known["emrId"], link=[{"type": "replaced-by"}])
    assert refusal(await case.confirm(seen, "Married last week")) == NOT_TAKEN
    assert (await case.verification())["state"] == "mismatch"
    assert (await case.confirm(await case.compared(), "Married last week")).status_code == 204


async def test_a_record_that_now_agrees_needs_no_second_look(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase
) -> None:
    """The note would be filed automatically after the next query."""
    case = await named(nameFamily="Typed")
    await a_minute_later(database, sending)
    seen = await case.compared()
    name = {"use": "official", "family": "Typed", "given": case.known["firstName"].split()}
    hospital.correct(case.known["emrId"], name=[name])
    assert (await case.confirm(seen, "Misspelled")).status_code == 204
    assert (await case.verification())["state"] == "verified"
    await sending.run()
    assert hospital.filed() == [f"Patient/{case.known['emrId']}"]


@pytest.mark.usefixtures("hospital")
@pytest.mark.parametrize("seen", ["", "Marriedname", "A" * 64, None])
async def test_what_was_seen_is_a_digest(
    named: Named, sending: Outbox, database: RolledBackDatabase, seen: str | None
) -> None:
    case = await named(nameFamily="Marriedname")
    await a_minute_later(database, sending)
    response = await case.confirm({"digest": seen}, "Married last week")
    assert refusal(response) == (400, "validation")
    assert [error["field"] for error in response.json()["errors"]] == ["seen"]
    assert (await case.verification())["state"] == "mismatch"
