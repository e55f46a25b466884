"""Rows as the answers that compose several domains: a consult with its allowed actions, and its timeline."""

from collections.abc import Sequence
from typing import Any

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import ADD_COMMENT_WITH_ALERT
from wardline.consults import policies as consult_policies
from wardline.consults.answers import person
from wardline.consults.bodies import READ_BODIES
from wardline.consults.models import Consult
from wardline.consults.repository import ViewerRow
from wardline.consults.schemas import (
    AdditionalDataRead,
    ConsultRead,
    ConsultSignOff,
    ConsultTransfer,
    EncounterRead,
    PatientVerification,
    Viewer,
)
from wardline.consults.timeline.choices import TaskType
from wardline.consults.timeline.models import TimelineEntry
from wardline.consults.timeline.schemas import Author, TimelineEntryRead
from wardline.core import clock
from wardline.patients import answers as patients
from wardline.patients.choices import Verification
from wardline.patients.models import Patient
from wardline.people.models import User
from wardline.places import answers as places
from wardline.service_lines import answers as service_lines
from wardline.service_lines.registry import line_of
from wardline.service_lines.schemas import ConsultPriority
from wardline.signoff import policies as sign_off_policies
from wardline.signoff.models import SignOffNote
from wardline.video.repository import PresentRow


def consult(
    row: Consult,
    transfer: Any | None,
    note: SignOffNote | None,
    viewers: Sequence[ViewerRow],
    attendees: Sequence[PresentRow],
    user: CurrentUser,
) -> ConsultRead:
    """`row` as `ConsultRepository.get` loads it, `transfer` and `note` as their `told_by_consult`."""
    line = line_of(row.service_line_id)
    creator = person(row.created_by)
    encounter = EncounterRead(
        id=row.encounter.id,
        status=row.encounter.status,
        location_id=row.location_id,
        service_line_id=row.service_line_id,
        organization_id=row.organization_id,
        service_line=service_lines.with_hours(row.service_line, clock.now()),
        location=places.encounter_location(row.location),
        features_by_locations=places.features(row.location),
        emr_data=row.encounter.emr_data,
        verification=_verification(row.patient),
    )
    return READ_BODIES[line.slug](
        id=row.id,
        patient=patients.patient(row.patient),
        encounter=encounter,
        callback_number=row.callback_number,
        reason=row.reason,
        call_reason=line.call_reason(row.detail) or row.reason,
        priority_id=row.priority_id,
        priority=ConsultPriority.model_validate(row.priority),
        state=row.state,
        is_emergency=row.is_emergency,
        created_at=row.created_at,
        created_by_user=creator,
        user=creator,
        acknowledged_at=row.acknowledged_at,
        acknowledged_by=row.acknowledged_by_id,
        acknowledged_by_user=person(row.acknowledged_by),
        complete_type=row.complete_type,
        completed_at=row.completed_at,
        completed_by_user=person(row.completed_by),
        cancellation_reason=row.cancellation_reason,
        qa_comment=row.qa_comment,
        call_length=row.call_length,
        sign_off_note=ConsultSignOff.model_validate(note) if note is not None else None,
        features_by_service_lines=encounter.service_line.features_by_service_lines,
        additional_data=AdditionalDataRead(fax_number=row.fax_number, hospital_name=row.hospital_name),
        has_transfer=transfer is not None,
        transfer=ConsultTransfer.model_validate(transfer) if transfer is not None else None,
        comment_count=row.comment_count,
        consult_view=[Viewer.model_validate(viewer) for viewer in viewers],
        meeting_attendees=[Viewer.model_validate(attendee) for attendee in attendees],
        service_line_id=row.service_line_id,
        service_line_slug=line.slug,
        detail_name=line.detail_name,
        detail=row.detail,
        allowed_actions=[
            *consult_policies.allowed_actions(user, row),
            *sign_off_policies.allowed_actions(user, row, note),
        ],
    )


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


def timeline_entry(row: TimelineEntry, user: CurrentUser, *, author: User | CurrentUser) -> TimelineEntryRead:
    task_type = TaskType(row.task_type)
    may_alert = user.may(ADD_COMMENT_WITH_ALERT)
    return TimelineEntryRead(
        id=row.id,
        consult_id=row.consult_id,
        task_type=task_type,
        created_at=row.created_at,
        author=Author.model_validate(author),
        message=row.message,
        message_or_description=row.message or task_type.label,
        alert=row.alert if may_alert else None,
        notified=row.notified if may_alert else None,
        details=row.details,
    )
