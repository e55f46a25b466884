"""Whose record a note is filed into, if the request named the patient and no one has verified that."""

from datetime import timedelta

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import RolledBackDatabase
from wardline.core import clock
from wardline.patients.models import Patient
from wardline.signoff import patient_verification
from wardline.signoff.tests.sending import Outbox, filed
from wardline.signoff.tests.stroke import refusal
from wardline.signoff.tests.unverified import Hospital, Json, Named, a_minute_later, run_periodic_jobs

pytestmark = pytest.mark.usefixtures("noon")


async def test_a_note_is_not_filed_under_another_patients_id(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase
) -> None:
    hospital.line.is_cut = True
    case = await named(nameGiven="Mallory", nameFamily="Invented")
    await sending.run()
    clock.advance(timedelta(minutes=2))
    await run_periodic_jobs(database)
    assert await case.reason() == ("patient not verified yet", False)
    assert (await case.verification())["state"] == "waiting"
    assert refusal(await case.admin.get(f"{case.about}/patient")) == (409, "nothing_to_confirm")
    hospital.line.is_cut = False
    clock.advance(timedelta(minutes=6))
    await run_periodic_jobs(database)
    await sending.run()
    assert await case.reason() == ("patient does not match the record", True)
    assert (await case.verification())["state"] == "mismatch"
    assert hospital.filed() == []
    (version,) = (await case.stroke.read())["documentVersions"]
    assert (version["emrDelivery"], version["undeliveredReason"]) == ("waiting", "patient does not match the record")


async def test_a_late_response_of_the_record_is_ignored(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase
) -> None:
    case = await named()
    hospital.line.is_silent, hospital.patience = True, 0.05
    await a_minute_later(database, sending)
    assert (await case.verification())["state"] == "waiting"
    assert (hospital.filed(), filed(await case.stroke.read())) == ([], [False])
    hospital.line.is_silent, hospital.patience = False, 1.0
    clock.advance(timedelta(minutes=5))
    await run_periodic_jobs(database)
    await sending.run()
    assert hospital.filed() == [f"Patient/{case.known['emrId']}"]


@pytest.mark.parametrize("changes", [{"link": [{"type": "replaced-by"}]}, {"id": "survivor"}], ids=["kept", "gone"])
async def test_a_note_is_not_filed_into_a_record_that_was_merged_into_another(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase, changes: Json
) -> None:
    case = await named()
    hospital.correct(case.known["emrId"], **changes)
    await a_minute_later(database, sending)
    await run_periodic_jobs(database)
    assert (await case.verification())["state"] == "not-found"
    assert await case.reason() == ("patient not in the record", True)
    assert hospital.filed() == []
    assert (await case.admin.get(f"{case.about}/patient")).json()["recorded"] is None


async def test_a_note_is_filed_automatically_once_the_record_verifies_the_patient(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase
) -> None:
    case = await named()
    own = {"checked": False, "identifiers": []}
    assert (await case.stroke.consult())["Encounter"]["emrData"] == own
    await sending.run()
    assert filed(await case.stroke.read()) == [False]
    await a_minute_later(database, sending)
    assert hospital.filed() == [f"Patient/{case.known['emrId']}"]
    assert filed(await case.stroke.read()) == [True]
    emr_data = (await case.stroke.consult())["Encounter"]["emrData"]
    assert emr_data["checked"] is True
    assert emr_data["encounterId"]
    assert {number["value"] for number in emr_data["identifiers"]} == {n["value"] for n in case.known["identifiers"]}
    assert (await case.verification())["state"] == "verified"
    assert await case.reason() is None


async def test_an_unreachable_record_costs_one_call_a_minute(
    named: Named, hospital: Hospital, database: RolledBackDatabase
) -> None:
    hospital.line.is_cut = True
    cases = [await named() for _ in range(3)]
    clock.advance(timedelta(minutes=1))
    for _ in range(5):
        before = hospital.line.requests
        await run_periodic_jobs(database)
        assert hospital.line.requests - before <= 1
        clock.advance(timedelta(minutes=1))
    hospital.line.is_cut = False
    await run_periodic_jobs(database)
    await run_periodic_jobs(database)
    assert [(await case.verification())["state"] for case in cases] == ["verified"] * 3


async def test_verified_patients_are_not_queried_again(
    named: Named, hospital: Hospital, database: RolledBackDatabase
) -> None:
    """Nor at a time of the database's own clock, which the test does not set."""
    case = await named(unit="ED")
    assert (await case.verification())["state"] == "verified"
    clock.advance(timedelta(days=100 * 365))
    await run_periodic_jobs(database)
    assert hospital.line.requests == 0


@pytest.mark.usefixtures("hospital")
async def test_verified_patients_that_are_stored_as_due_do_not_block_others(
    named: Named,
    session: AsyncSession,
    database: RolledBackDatabase,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As an earlier version stored them."""
    monkeypatch.setattr(patient_verification, "MAX_PER_RUN", 1)
    known, waiting = await named(unit="ED"), await named()
    patient_id = (await known.stroke.consult())["Patient"]["id"]
    await session.execute(update(Patient).where(Patient.id == patient_id).values(verify_at=clock.now()))
    clock.advance(timedelta(minutes=1))
    await run_periodic_jobs(database)
    assert (await waiting.verification())["state"] == "verified"


async def test_a_note_about_another_patient_can_be_marked_as_handled(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase
) -> None:
    case = await named(nameFamily="Else")
    await a_minute_later(database, sending)
    assert (await case.admin.post(f"{case.about}/handled")).status_code == 204
    await sending.run()
    assert await case.reason() is None
    assert hospital.filed() == []
    assert (await case.stroke.read())["documentVersions"][0]["emrDelivery"] == "handled"


async def test_a_corrected_record_releases_the_note(
    named: Named, hospital: Hospital, sending: Outbox, database: RolledBackDatabase
) -> None:
    case = await named(nameFamily="Typed")
    clock.advance(timedelta(minutes=1))
    await run_periodic_jobs(database)
    assert (await case.verification())["state"] == "mismatch"
    name = {"use": "official", "family": "TYPED", "given": case.known["firstName"].split()}
    hospital.correct(case.known["emrId"], name=[name])
    await run_periodic_jobs(database)
    assert (await case.verification())["state"] == "mismatch", "the record is queried again after an hour"
    clock.advance(timedelta(hours=1))
    await run_periodic_jobs(database)
    await sending.run()
    assert len(hospital.filed()) == 1


async def test_an_id_sent_with_a_patient_entered_by_hand_is_ignored(
    named: Named, hospital: Hospital, sending: Outbox
) -> None:
    case = await named(is_emr=False)
    await sending.run()
    consult = await case.stroke.consult()
    assert (consult["Patient"]["emrId"], consult["Encounter"]["verification"]) == (None, None)
    assert (await case.stroke.read())["documentVersions"][0]["emrDelivery"] is None
    assert hospital.filed() == []


@pytest.mark.usefixtures("hospital")
async def test_an_unverified_patient_does_not_get_another_patients_history(
    named: Named, database: RolledBackDatabase
) -> None:
    mine, theirs = await named(), await named(nameFamily="Invented")
    clock.advance(timedelta(minutes=1))
    await run_periodic_jobs(database)
    assert [(await case.verification())["state"] for case in (mine, theirs)] == ["verified", "mismatch"]
    for case in (mine, theirs):
        patient_id = (await case.stroke.consult())["Patient"]["id"]
        assert (await case.stroke.provider.get(f"/patient/{patient_id}/consults/$count")).json() == {"count": 1}
