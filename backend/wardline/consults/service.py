"""Actions on a consult, one function for each verb; `wardline.consults.changing` has the steps that they share."""

import uuid
from dataclasses import replace
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import REQUEST_CONSULT
from wardline.consults import policies
from wardline.consults.bodies import completion_of, line_part, request_of
from wardline.consults.changing import lock_consult, publish_change, record_change
from wardline.consults.choices import ConsultState
from wardline.consults.errors import (
    ConsultNotFound,
    LocationNotRequestable,
    PatientChanged,
    ServiceLineNotRequestable,
)
from wardline.consults.events import (
    ConsultCreated,
    ConsultStateUpdated,
    ConsultUpdated,
    PatientUpdated,
    UpdateCreated,
)
from wardline.consults.models import Consult
from wardline.consults.reading import record_touched
from wardline.consults.repository import ConsultRepository, name_vector
from wardline.consults.schemas import CompleteConsult, LineConsultRequest, PatchConsult
from wardline.consults.timeline import service as timeline
from wardline.consults.timeline.choices import TaskType
from wardline.consults.timeline.models import TimelineEntry
from wardline.consults.timeline.repository import TimelineRepository
from wardline.consults.timeline.schemas import AddComment
from wardline.core import clock
from wardline.core.errors import FieldError, Forbidden, ValidationFailed
from wardline.core.forms import messages
from wardline.core.forms.rules import Rule, apply_rules
from wardline.ehr.contract import CensusSource
from wardline.patients import record
from wardline.patients import service as patients
from wardline.patients.choices import EncounterStatus
from wardline.patients.record import Described, RecordReading
from wardline.patients.schemas import EditPatient, PatientCorrection
from wardline.places.models import LocationUnit
from wardline.places.patient_rules import patient_rules, record_part
from wardline.places.repository import PlacesRepository
from wardline.service_lines.base.completion import CANCELLED, Completion, lower
from wardline.service_lines.registry import line_of
from wardline.service_lines.repository import ServiceLineRepository


async def read_record(
    session: AsyncSession, request: LineConsultRequest, census: CensusSource, *, by: CurrentUser
) -> RecordReading:
    """What the hospital's record says about the patient, if the request says that the patient comes from it.

    Runs before `create` and outside its transaction: no lock and no database connection waits for a hospital.
    """
    location_id, emr_id = request.encounter.location_id, request.patient.emr_id
    if not request.patient.is_emr or emr_id is None or location_id not in by.location_ids:
        return RecordReading()
    location = await PlacesRepository(session).location(by, location_id)
    unit_code = location.emr_code if location is not None and location.emr_integrated else None
    await session.rollback()
    return await record.read(census, emr_id, unit_code) if unit_code is not None else RecordReading()


async def create(
    session: AsyncSession, request: LineConsultRequest, reading: RecordReading, *, by: CurrentUser
) -> Consult:
    """Request a consult about the patient for whom `read_record` returned `reading`.

    A line that closed while the user was filling in the form is accepted.
    """
    location = await _requestable_location(session, request, by)
    patient_data, request = _apply_collection_rules(location, request, reading, by)
    line = line_of(request.service_line_id)
    detail = line_part(request, line)
    priority_id = line.priority_id(detail, is_emergency=request.is_emergency)
    priority = await ServiceLineRepository(session).priority(request.service_line_id, priority_id)
    if priority is None:
        raise ServiceLineNotRequestable
    organization_id = location.facility.organization_id
    encounter = await patients.register(session, patient_data, location_id=location.id, organization_id=organization_id)
    now = clock.now()
    consult = Consult(
        patient_id=encounter.patient_id,
        encounter_id=encounter.id,
        organization_id=organization_id,
        location_id=location.id,
        service_line_id=request.service_line_id,
        priority_id=priority_id,
        sort_rank=priority.rank,
        callback_number=request.callback_number,
        reason=request.reason or None,
        is_emergency=request.is_emergency and line.allows_emergency,
        fax_number=request.additional_data.fax_number,
        hospital_name=request.additional_data.hospital_name,
        detail=detail,
        detail_version=line.detail_version,
        name_vector=name_vector(encounter.patient),
        state=ConsultState.NEW.value,
        created_at=now,
        created_by_id=by.id,
        changed_at=now,
    )
    session.add(consult)
    await session.flush()
    record_touched(session, consult, emr_id=encounter.patient.emr_id)
    await timeline.record(session, consult.id, TaskType.CONSULT_CREATION, by=by)
    await publish_change(session, ConsultCreated, consult, by)
    return consult


async def acknowledge(session: AsyncSession, consult_id: uuid.UUID, *, by: CurrentUser) -> None:
    """Take on the consult. A repeat by the same user changes nothing.

    Raises:
        AlreadyAcknowledged: another user did so first.
    """
    consult = await lock_consult(session, consult_id, by)
    if consult.acknowledged_by_id == by.id:
        policies.can_repeat_acknowledgement(by, consult).enforce()
        return
    policies.can_acknowledge(by, consult).enforce()
    consult.acknowledged_at = clock.now()
    consult.acknowledged_by_id = by.id
    if consult.state == ConsultState.NEW:
        consult.state = ConsultState.PENDING.value
    if consult.encounter.status == EncounterStatus.FINISHED:
        consult.state = ConsultState.DISCHARGED.value
    await record_change(session, consult, ConsultStateUpdated, by=by, entry=TaskType.CONSULT_ACKNOWLEDGEMENT)


async def complete(session: AsyncSession, consult_id: uuid.UUID, request: CompleteConsult, *, by: CurrentUser) -> None:
    """Complete the consult, or cancel it.

    Cancelling uses the cancel flag (not checked in) or the line's own type Cancelled (checked in).
    """
    consult = await lock_consult(session, consult_id, by)
    decide = policies.can_cancel if request.cancel else policies.can_complete
    decide(by, consult).enforce()
    await _complete(session, consult, request, by=by)


async def complete_by_signing(
    session: AsyncSession, consult: Consult, request: CompleteConsult, *, by: CurrentUser
) -> None:
    """Complete the consult as part of signing its note; the caller has locked the consult and holds the note's lock."""
    policies.can_complete_by_signing(by, consult).enforce()
    await _complete(session, consult, request, by=by)


async def _complete(session: AsyncSession, consult: Consult, request: CompleteConsult, *, by: CurrentUser) -> None:
    values = request.model_dump(by_alias=True, exclude_unset=True, exclude={"cancel"})
    if request.cancel:
        values = {"completeType": CANCELLED, "cancellationReason": values.get("cancellationReason")}
    line = line_of(consult.service_line_id)
    completion = completion_of(line, values)
    if request.complete_type is not None and lower(request.complete_type) not in set(line.completion_types):
        raise ValidationFailed(errors=[FieldError("completeType", messages.INVALID)])
    _close(consult, by)
    _set_completion(consult, completion)
    details = {"completeType": consult.complete_type}
    if consult.qa_comment is not None:
        details["qaComment"] = consult.qa_comment
    await _record_completion(session, consult, details, by=by)


async def correct_completion(
    session: AsyncSession, consult: Consult, complete_type: str | None, reason: str | None, *, by: CurrentUser
) -> None:
    """Correct how a completed consult, which is locked, was conducted. The same type again changes nothing.

    The caller has checked who may do this. A correction to Cancelled counts as closing the consult now.
    """
    previous_type = consult.complete_type
    values = {
        "completeType": complete_type,
        "cancellationReason": reason,
        "qaComment": consult.qa_comment,
        "callLength": consult.call_length,
    }
    completion = completion_of(line_of(consult.service_line_id), values)
    if (completion.complete_type, completion.cancellation_reason) == (previous_type, consult.cancellation_reason):
        return
    policies.can_correct_completion(consult).enforce()
    _set_completion(consult, completion)
    if consult.complete_type == CANCELLED:
        _close(consult, by)
    details = {"completeType": consult.complete_type, "correctedFrom": previous_type}
    await _record_completion(session, consult, details, by=by)


def _close(consult: Consult, by: CurrentUser) -> None:
    consult.state = ConsultState.COMPLETED.value
    consult.completed_at = clock.now()
    consult.completed_by_id = by.id


def _set_completion(consult: Consult, completion: Completion) -> None:
    consult.complete_type = str(completion.complete_type)
    consult.cancellation_reason = completion.cancellation_reason or None
    consult.qa_comment = completion.qa_comment or None
    consult.call_length = completion.call_length


async def _record_completion(
    session: AsyncSession, consult: Consult, details: dict[str, str | None], *, by: CurrentUser
) -> None:
    """Records these details, unless the consult is cancelled."""
    entry = TaskType.CONSULT_COMPLETION
    if consult.complete_type == CANCELLED:
        entry, details = TaskType.CANCELLED, {"cancellationReason": consult.cancellation_reason}
    await record_change(session, consult, ConsultStateUpdated, by=by, entry=entry, details=details)


async def change(session: AsyncSession, consult_id: uuid.UUID, request: PatchConsult, *, by: CurrentUser) -> None:
    """Change only the fields that were sent: the bedside phone, the reason, or part of the line's record.

    An unchanged consult publishes no event.
    """
    consult = await lock_consult(session, consult_id, by)
    line = line_of(consult.service_line_id)
    values = request.model_dump(by_alias=True, exclude_unset=True)
    only_phone = set(values) <= {"callbackNumber"}
    decision = policies.can_edit_bedside_phone(by, consult) if only_phone else policies.can_edit(by, consult)
    decision.enforce()
    detail = values.pop(line.detail_name, None) or {}
    validated = request_of(
        line,
        {
            "callbackNumber": consult.callback_number,
            "reason": consult.reason,
            "isEmergency": consult.is_emergency,
            **values,
            line.detail_name: consult.detail | detail,
        },
    )
    consult.callback_number = validated.callback_number
    consult.reason = validated.reason or None
    consult.detail = line_part(validated, line)
    if session.is_modified(consult):
        await record_change(session, consult, ConsultUpdated, by=by)


async def edit_patient(
    session: AsyncSession, patient_id: uuid.UUID, consult_id: uuid.UUID, request: EditPatient, *, by: CurrentUser
) -> Consult:
    """Correct the patient of a consult, by the same rules of the unit as the request.

    A request that includes what the editor saw is refused if another user has changed that since, unless the patient
    already has the requested data, because it may be a retry. Without `before` the last request wins entirely.

    Raises:
        PatientChanged: another user changed the patient first.
    """
    consult = await lock_consult(session, consult_id, by)
    if consult.patient_id != patient_id:
        raise ConsultNotFound
    policies.can_edit_patient(by, consult).enforce()
    location = await PlacesRepository(session).location(by, consult.location_id)
    values = {"patient": request.patient.model_dump(mode="json", by_alias=True, exclude_unset=True)}
    checked = apply_rules(values, _rules_of_a_correction(location) if location else [])
    correction = PatientCorrection.model_validate(checked["patient"])
    if patients.is_described(consult.patient, correction):
        return consult
    if request.before is not None and not patients.is_described(consult.patient, request.before):
        raise PatientChanged
    patients.correct(consult.patient, correction)
    consult.name_vector = name_vector(consult.patient)
    await record_change(session, consult, PatientUpdated, by=by)
    return consult


class UrgentCommentNotifier(Protocol):
    """Notifies users of an urgent comment, in the transaction that adds it."""

    async def __call__(self, session: AsyncSession, consult: Consult, *, by: CurrentUser) -> bool:
        """Returns whether anyone was notified."""


async def comment(
    session: AsyncSession,
    consult_id: uuid.UUID,
    request: AddComment,
    *,
    notify_urgently: UrgentCommentNotifier,
    by: CurrentUser,
) -> TimelineEntry:
    """Add a comment. With `alert`, it requires the permission to alert, and users are notified.

    Raises:
        CommentsFull: the consult has reached the limit of comments.
    """
    consult = await lock_consult(session, consult_id, by)
    decide = policies.can_comment_with_alert if request.alert else policies.can_comment
    decide(by, consult).enforce()
    length = await TimelineRepository(session).comments_length(consult.id)
    policies.can_take_comment(consult, request.message, existing_length=length).enforce()
    notified = request.alert and await notify_urgently(session, consult, by=by)
    entry = await timeline.record(
        session, consult.id, TaskType.UPDATE, by=by, message=request.message, alert=request.alert, notified=notified
    )
    consult.comment_count += 1
    await record_change(session, consult, UpdateCreated, by=by)
    return entry


async def discharge(session: AsyncSession, encounter_id: uuid.UUID, *, by: CurrentUser) -> uuid.UUID:
    """Finish the encounter.

    Its open consults become discharged if they are acknowledged; others stay pending. A repeat changes nothing.
    """
    consults_of_encounter = await ConsultRepository(session).of_encounter_locked(by, encounter_id)
    if not consults_of_encounter:
        raise ConsultNotFound
    encounter = consults_of_encounter[0].encounter
    if encounter.status == EncounterStatus.FINISHED:
        policies.can_repeat_discharge(by).enforce()
        return encounter.id
    for consult in consults_of_encounter:
        policies.can_discharge(by, consult).enforce()
    encounter.status = EncounterStatus.FINISHED.value
    encounter.finished_at = clock.now()
    for consult in consults_of_encounter:
        if consult.state == ConsultState.PENDING and consult.acknowledged_by_id is not None:
            consult.state = ConsultState.DISCHARGED.value
        await record_change(session, consult, ConsultStateUpdated, by=by)
    return encounter.id


async def _requestable_location(session: AsyncSession, request: LineConsultRequest, by: CurrentUser) -> LocationUnit:
    """The location, if this user may request this line there."""
    if not by.may(REQUEST_CONSULT):
        raise Forbidden
    places = PlacesRepository(session)
    location_id = request.encounter.location_id
    location = await places.location(by, location_id) if location_id in by.location_ids else None
    if location is None or not location.active:
        raise LocationNotRequestable
    offered = await places.line_ids(location_id) & by.requestable_line_ids
    if request.service_line_id not in offered:
        raise ServiceLineNotRequestable
    return location


def _apply_collection_rules(
    location: LocationUnit, request: LineConsultRequest, reading: RecordReading, by: CurrentUser
) -> tuple[Described, LineConsultRequest]:
    """Checks that everything the unit requires of this requester is present, and drops what it does not collect."""
    if request.patient.is_emr and not location.emr_integrated:
        raise ValidationFailed(errors=[FieldError("Patient.isEmr", messages.INVALID)])
    patient_data = reading.describe(request.patient)
    values = request.model_dump(mode="json", by_alias=True, exclude_unset=True) | {
        "Patient": patient_data.patient.model_dump(mode="json", by_alias=True, exclude_unset=True),
        "requester": {"isCheckedIn": by.is_checked_in},
        **record_part(has_number=patient_data.patient.is_emr and bool(patient_data.patient.identifiers)),
    }
    checked = apply_rules(values, [*patient_rules(location), *line_of(request.service_line_id).requester_rules])
    completed = type(request).model_validate(
        {name: value for name, value in checked.items() if name not in {"requester", "record"}}
    )
    return replace(patient_data, patient=completed.patient), completed


def _rules_of_a_correction(location: LocationUnit) -> list[Rule]:
    """The unit's rules about the patient, at the paths of a correction's body."""
    rules = [rule for rule in patient_rules(location) if rule.field.startswith("Patient.")]
    return [rule.model_copy(update={"field": f"patient.{rule.field.removeprefix('Patient.')}"}) for rule in rules]
