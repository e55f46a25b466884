"""Finds the consults named in rejected requests, for the audit trail."""

from typing import Any

from sqlalchemy import Select, union

from wardline.audit.subjects import each_named_in, subject_rows
from wardline.consults.models import Consult
from wardline.patients.models import Patient


def named_consults(*by_other_ids: Select[Any]) -> Select[Any]:
    """By their own ids, or by what belongs to them: other domains select the ids of those consults."""
    rows = subject_rows(
        Consult.organization_id, consult_id=Consult.id, patient_id=Consult.patient_id, emr_id=Patient.emr_id
    )
    return rows.join_from(Consult, Patient, Patient.id == Consult.patient_id).where(
        Consult.id.in_(union(each_named_in("consult_id"), *by_other_ids))
    )
