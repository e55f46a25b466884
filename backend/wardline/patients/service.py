"""Writes patients and encounters."""

import uuid
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.core.db.before_commit import insert_before_commit
from wardline.patients.choices import EncounterStatus
from wardline.patients.models import Encounter, Patient
from wardline.patients.policies import next_check
from wardline.patients.record import Described
from wardline.patients.schemas import PatientCorrection, own_identifiers


def correct(row: Patient, patient: PatientCorrection) -> None:
    """Set what a user may edit about a patient who does not come from the EMR."""
    for name, value in _editable(patient).items():
        setattr(row, name, value)


def is_described(row: Patient, patient: PatientCorrection) -> bool:
    """Whether the row already has these values."""
    return all(getattr(row, name) == value for name, value in _editable(patient).items())


def _editable(patient: PatientCorrection) -> dict[str, Any]:
    """Values by column name."""
    return {
        "name_given": patient.name_given,
        "name_family": patient.name_family,
        "birth_date": patient.birth_date,
        "gender": patient.gender,
        "enumber": patient.additional_data.enumber,
        "patient_number": patient.additional_data.patient_number or None,
    }


def register(
    session: AsyncSession, described: Described, *, location_id: int, organization_id: int
) -> tuple[Patient, Encounter]:
    """The patient as this request describes them, with an encounter in progress at the location.

    Both are stored with the commit. The identifiers are stored under the product's own system; `emr_data` has the
    hospital's.
    """
    patient, now, verification = described.patient, clock.now(), described.verification
    row = Patient(
        id=uuid.uuid4(),
        organization_id=organization_id,
        **_editable(patient),
        is_emr=patient.is_emr,
        emr_id=patient.emr_id if patient.is_emr else None,
        identifiers=[number.model_dump() for number in own_identifiers(number.value for number in patient.identifiers)],
        verification=verification,
        verify_at=next_check(verification, 1, now) if verification is not None else None,
        verify_count=1 if verification is not None else 0,
        created_at=now,
    )
    encounter = Encounter(
        id=uuid.uuid4(),
        patient_id=row.id,
        location_id=location_id,
        organization_id=organization_id,
        status=EncounterStatus.IN_PROGRESS.value,
        emr_data=described.emr_data,
        created_at=now,
    )
    insert_before_commit(session, row)
    insert_before_commit(session, encounter)
    return row, encounter
