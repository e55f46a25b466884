"""Actions on a consult, one function for each verb; `wardline.consults.changing` has the steps that they share.

`wardline.consults.requesting` creates consults.
"""

import uuid
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults import parts, policies
from wardline.consults.bodies import completion_of, line_part, request_of
from wardline.consults.changing import lock_consult, publish_change, record_change
from wardline.consults.choices import ConsultState, Milestone
from wardline.consults.errors import ConsultNotFound, PatientChanged
from wardline.consults.events import ConsultStateUpdated, ConsultUpdated, PatientUpdated, UpdateCreated
from wardline.consults.models import Consult
from wardline.consults.repository import ConsultRepository, name_words
from wardline.consults.schemas import CompleteConsult, PatchConsult
from wardline.consults.timeline import service as timeline
from wardline.consults.timeline.choices import TaskType
from wardline.consults.timeline.models import TimelineEntry
from wardline.consults.timeline.schemas import AddComment
from wardline.core import clock
from wardline.core.errors import FieldError, ValidationFailed
from wardline.core.forms import messages
from wardline.core.forms.rules import Rule, apply_rules
from wardline.patients import service as patients
from wardline.patients.choices import EncounterStatus
from wardline.patients.schemas import EditPatient, PatientCorrection
from wardline.places.models import LocationUnit
from wardline.places.patient_rules import patient_rules
from wardline.places.repository import PlacesRepository
from wardline.service_lines.base.completion import CANCELLED, Completion, lower
from wardline.service_lines.registry import line_of


async def acknowledge(session: AsyncSession, consult_id: uuid.UUID, *, by: CurrentUser) -> None:
    """Take on the consult. A repeat by the same user changes nothing.

    Raises:
        AlreadyAcknowledged: another user did so first.
    """
    consult = await lock_consult(session, consult_id, by)
    policies.can_press_acknowledge(by, consult).enforce()
    if consult.acknowledged_by_id == by.id:
        return
    consult.acknowledged_at = clock.now()
    consult.acknowledged_by_id = by.id
    if consult.state == ConsultState.NEW:
        consult.state = ConsultState.PENDING.value
    if consult.encounter.status == EncounterStatus.FINISHED:
        consult.state = ConsultState.DISCHARGED.value
    await parts.reach(session, consult, Milestone.ACKNOWLEDGED, by=by)
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
    entry, milestone = TaskType.CONSULT_COMPLETION, Milestone.COMPLETED
    if consult.complete_type == CANCELLED:
        entry, milestone = TaskType.CANCELLED, Milestone.CANCELLED
        details = {"cancellationReason": consult.cancellation_reason}
    await parts.reach(session, consult, milestone, by=by)
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
    consult.name_vector = name_words(consult.patient)
    await record_change(session, consult, PatientUpdated, by=by)
    return consult


class UrgentComments(Protocol):
    """Tells users of an urgent comment, in the transaction that adds it."""

    async def notify(self, session: AsyncSession, consult: Consult, *, by: CurrentUser) -> bool:
        """Add it to the notifications of those concerned; returns whether there is anyone."""

    async def page(self, session: AsyncSession, consult: Consult, comment_id: int, *, by: CurrentUser) -> None:
        """Page people about the comment, which has been added."""


async def comment(
    session: AsyncSession,
    consult_id: uuid.UUID,
    request: AddComment,
    *,
    urgent_comments: UrgentComments,
    by: CurrentUser,
) -> TimelineEntry:
    """Add a comment. With `alert`, it requires the permission to alert, and users are notified.

    Raises:
        CommentsFull: the consult has reached the limit of comments.
    """
    consult = await lock_consult(session, consult_id, by)
    decide = policies.can_comment_with_alert if request.alert else policies.can_comment
    decide(by, consult).enforce()
    notified = request.alert and await urgent_comments.notify(session, consult, by=by)
    entry, earlier_length = await timeline.add_comment(
        session, consult.id, request.message, alert=request.alert, notified=notified, by=by
    )
    if request.alert:
        await urgent_comments.page(session, consult, entry.id, by=by)
    # A refusal rolls the comment back.
    policies.can_take_comment(consult, request.message, existing_length=earlier_length).enforce()
    # Not by `record_change`: nothing in this transaction reads the consult again, so the count need not be saved now.
    ConsultRepository(session).count_comment(consult.id, clock.now())
    publish_change(session, UpdateCreated, consult, by)
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
        await parts.reach(session, consult, Milestone.PATIENT_DISCHARGED, by=by)
        await record_change(session, consult, ConsultStateUpdated, by=by)
    return encounter.id


def _rules_of_a_correction(location: LocationUnit) -> list[Rule]:
    """The unit's rules about the patient, at the paths of a correction's body."""
    rules = [rule for rule in patient_rules(location) if rule.field.startswith("Patient.")]
    return [rule.model_copy(update={"field": f"patient.{rule.field.removeprefix('Patient.')}"}) for rule in rules]
