"""Rows of consults as wire types."""

from collections.abc import Sequence
from typing import Any

from wardline.consults.models import Consult
from wardline.consults.schemas import AdditionalDataRead, EncounterRead, PatientVerification
from wardline.core import clock
from wardline.patients import responses as patients
from wardline.patients.choices import Verification
from wardline.patients.models import Patient
from wardline.people.responses import person
from wardline.people.schemas import Viewer
from wardline.places import responses as places
from wardline.service_lines import responses as service_lines
from wardline.service_lines.registry import line_of
from wardline.service_lines.schemas import ConsultPriority


def own_fields(row: Consult, viewers: Sequence[Any]) -> dict[str, Any]:
    """The fields of `OwnConsult` and the line's `detail`, of what `ConsultRepository.get` and `viewers_query` read."""
    line = line_of(row.service_line_id)
    creator = person(row.created_by)
    service_line = service_lines.with_hours(row.service_line, clock.now())
    encounter = EncounterRead(
        id=row.encounter.id,
        status=row.encounter.status,
        location_id=row.location_id,
        service_line_id=row.service_line_id,
        organization_id=row.organization_id,
        service_line=service_line,
        location=places.encounter_location(row.location),
        features_by_locations=places.features(row.location),
        emr_data=row.encounter.emr_data,
        verification=_verification(row.patient),
    )
    return {
        "id": row.id,
        "patient": patients.patient(row.patient),
        "encounter": encounter,
        "callback_number": row.callback_number,
        "reason": row.reason,
        "call_reason": line.call_reason(row.detail) or row.reason,
        "priority_id": row.priority_id,
        "priority": ConsultPriority.model_validate(row.priority),
        "state": row.state,
        "is_emergency": row.is_emergency,
        "created_at": row.created_at,
        "created_by_user": creator,
        "user": creator,
        "acknowledged_at": row.acknowledged_at,
        "acknowledged_by": row.acknowledged_by_id,
        "acknowledged_by_user": person(row.acknowledged_by),
        "complete_type": row.complete_type,
        "completed_at": row.completed_at,
        "completed_by_user": person(row.completed_by),
        "cancellation_reason": row.cancellation_reason,
        "qa_comment": row.qa_comment,
        "call_length": row.call_length,
        "features_by_service_lines": service_line.features_by_service_lines,
        "additional_data": AdditionalDataRead(fax_number=row.fax_number, hospital_name=row.hospital_name),
        "comment_count": row.comment_count,
        "consult_view": [Viewer.model_validate(viewer) for viewer in viewers],
        "service_line_id": row.service_line_id,
        "service_line_slug": line.slug,
        "emergency_access": None,
        "detail_name": line.detail_name,
        "detail": row.detail,
    }


def _verification(patient: Patient) -> PatientVerification | None:
    if not patient.is_emr:
        return None
    confirmation = patient.confirmation
    return PatientVerification(
        state=patient.verification or Verification.WAITING,
        confirmed_by=person(confirmation.confirmed_by) if confirmation is not None else None,
        confirmed_at=confirmation.confirmed_at if confirmation is not None else None,
        reason=confirmation.reason if confirmation is not None else None,
    )
