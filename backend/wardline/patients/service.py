"""Writes patients and encounters."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
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


async def register(session: AsyncSession, described: Described, *, location_id: int, organization_id: int) -> Encounter:
    """Store the patient as this request describes them, with an encounter in progress at the location.

    The identifiers are stored under the product's own system; `emr_data` has the hospital's.
    """
    patient, now, verification = described.patient, clock.now(), described.verification
    row = Patient(
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
        patient=row,
        location_id=location_id,
        organization_id=organization_id,
        status=EncounterStatus.IN_PROGRESS.value,
        emr_data=described.emr_data,
        created_at=now,
    )
    session.add_all([row, encounter])
    await session.flush()
    return encounter
