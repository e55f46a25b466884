"""Finds the patients named in rejected requests, for the audit trail."""

from typing import Final

from sqlalchemy import any_, select, union

from wardline.audit.subjects import each_named_in, named_in, subject_rows
from wardline.patients.models import Encounter, Patient

NAMED_PATIENTS: Final = subject_rows(Patient.organization_id, patient_id=Patient.id, emr_id=Patient.emr_id).where(
    Patient.id.in_(
        union(
            each_named_in("patient_id"),
            select(Encounter.patient_id).where(Encounter.id == any_(named_in("encounter_id"))),
        )
    )
)
