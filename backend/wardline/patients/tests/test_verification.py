"""How the results of checks with the hospital's record are stored, and when the next check is due."""

from datetime import date, datetime, timedelta
from typing import Final

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.ehr.contract import CensusIdentifier, RecordedPatient
from wardline.patients.choices import EncounterStatus, Verification
from wardline.patients.models import Encounter, Patient
from wardline.patients.verification import UNANSWERED, Finding, store
from wardline.places.models import Facility, LocationUnit

KNOWN: Final = RecordedPatient(
    "4711", "stay-1", "Marian", "Quill", date(1951, 7, 9), (CensusIdentifier("urn:mrn", "8", "MR"),)
)
MISMATCH, VERIFIED = Finding(Verification.MISMATCH, KNOWN), Finding(Verification.VERIFIED, KNOWN)
NOT_FOUND: Final = Finding(Verification.NOT_FOUND)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture
async def encounter(session: AsyncSession, noon: datetime) -> Encounter:
    """Of a patient from the record, whom the record has not verified yet."""
    location_id, organization_id = (
        await session.execute(select(LocationUnit.id, Facility.organization_id).join(LocationUnit.facility).limit(1))
    ).one()
    patient = Patient(
        organization_id=organization_id,
        name_given="Marian",
        name_family="Quill",
        birth_date=date(1951, 7, 9),
        is_emr=True,
        emr_id="4711",
        verification=Verification.WAITING.value,
        verify_at=noon,
        verify_count=1,
        created_at=noon,
    )
    encounter = Encounter(
        patient=patient,
        location_id=location_id,
        organization_id=organization_id,
        status=EncounterStatus.IN_PROGRESS.value,
        emr_data={"checked": False, "identifiers": []},
        created_at=noon,
    )
    session.add(encounter)
    await session.flush()
    return encounter


async def stored(session: AsyncSession, patient: Patient) -> tuple[str | None, datetime | None]:
    """The result and the time of the next check in the database."""
    found = await session.execute(select(Patient.verification, Patient.verify_at).where(Patient.id == patient.id))
    state, due = found.one()
    return state, due


async def test_the_same_result_again_doubles_the_wait(
    session: AsyncSession, encounter: Encounter, noon: datetime
) -> None:
    patient = encounter.patient
    waits = []
    for finding in (UNANSWERED, UNANSWERED, NOT_FOUND, NOT_FOUND, MISMATCH, UNANSWERED, MISMATCH):
        changed = await store(session, patient, finding, noon)
        state, due = await stored(session, patient)
        assert due is not None
        waits.append((changed, state, due - noon))
    assert waits == [
        (False, "waiting", 2 * MINUTE),
        (False, "waiting", 4 * MINUTE),
        (True, "not-found", HOUR),
        (False, "not-found", 2 * HOUR),
        (True, "mismatch", HOUR),
        # Without a response, the previous result is kept.
        (False, "mismatch", 2 * HOUR),
        (False, "mismatch", 4 * HOUR),
    ]


async def test_a_verified_patient_has_the_records_numbers_and_is_not_checked_again(
    session: AsyncSession, encounter: Encounter, noon: datetime
) -> None:
    patient = encounter.patient
    assert await store(session, patient, VERIFIED, noon) is True
    assert await stored(session, patient) == ("verified", None)
    number = {"system": "urn:mrn", "value": "8", "type": "MR"}
    assert encounter.emr_data == {"checked": True, "encounterId": "stay-1", "identifiers": [number]}
    for finding in (MISMATCH, UNANSWERED, VERIFIED):
        assert await store(session, patient, finding, noon) is False
    assert await stored(session, patient) == ("verified", None)


async def test_the_record_of_someone_else_changes_nothing_of_the_encounter(
    session: AsyncSession, encounter: Encounter, noon: datetime
) -> None:
    await store(session, encounter.patient, MISMATCH, noon)
    assert encounter.emr_data == {"checked": False, "identifiers": []}


async def test_a_patient_of_an_earlier_version_counts_as_not_verified_yet(
    session: AsyncSession, encounter: Encounter, noon: datetime
) -> None:
    patient = encounter.patient
    patient.verification = None
    await session.flush()
    assert await store(session, patient, UNANSWERED, noon) is False
    assert (await stored(session, patient))[0] == "waiting"
