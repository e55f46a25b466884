"""Documents, faxes and filings of signed notes that failed or are late, for administrators.

Only `comparison` names a patient, for an administrator who has to decide.
"""

import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.models import Consult
from wardline.consults.reading import record_touched
from wardline.core import clock
from wardline.outbox import service as outbox
from wardline.outbox.choices import OPEN, DeliveryState
from wardline.outbox.errors import NothingToHandle, NothingToSendAgain
from wardline.outbox.models import Delivery, DeliveryAttempt
from wardline.outbox.repository import OutboxRepository
from wardline.patients.errors import NothingToConfirm
from wardline.patients.models import Patient
from wardline.patients.policies import Identity, can_confirm, compare, requested_identity
from wardline.patients.verification import Finding
from wardline.people.responses import person
from wardline.signoff import jobs
from wardline.signoff.delivery_problems.repository import DeliveryProblemRepository
from wardline.signoff.delivery_problems.schemas import (
    AttemptRead,
    DeliveryProblem,
    IdentityRead,
    PatientComparison,
    UndeliveredRead,
)
from wardline.signoff.errors import NoSuchVersion
from wardline.signoff.models import SignOffVersion


async def list_problems(session: AsyncSession, user: CurrentUser) -> list[DeliveryProblem]:
    """The newest, of the organizations that this user administers."""
    rows = await DeliveryProblemRepository(session).newest(user)
    attempts = await OutboxRepository(session).last_attempts(
        [version.delivery.id for version, _, _ in rows if version.delivery is not None]
    )
    return [_problem(version, consult, location, attempts, user) for version, consult, location in rows]


async def retry(session: AsyncSession, consult_id: uuid.UUID, version: int, *, by: CurrentUser) -> None:
    """Retry what failed for a version. Whatever is still waiting is retried automatically.

    Raises:
        NoSuchVersion: there is none in the organizations that this user administers.
        NothingToSendAgain: nothing failed.
    """
    version_row, _ = await _version_of(session, consult_id, version, by)
    without_pdf, failed = _has_no_pdf(version_row), _failed(version_row)
    if not without_pdf and failed is None:
        raise NothingToSendAgain
    if without_pdf:
        await jobs.retry_documents(session, (consult_id, version))
    if failed is not None:
        await outbox.send_again(session, failed.id)


async def retry_all(session: AsyncSession, *, by: CurrentUser) -> None:
    """Retry everything in `list_problems` that failed.

    Raises:
        NothingToSendAgain: nothing failed.
    """
    rows = await DeliveryProblemRepository(session).newest(by)
    without_pdf = [(version, consult) for version, consult, _ in rows if _has_no_pdf(version)]
    failed = [(delivery, consult) for version, consult, _ in rows if (delivery := _failed(version)) is not None]
    if not (without_pdf or failed):
        raise NothingToSendAgain
    for _, consult in [*without_pdf, *failed]:
        record_touched(session, consult, emr_id=consult.patient.emr_id)
    if without_pdf:
        await jobs.retry_documents(session, *((version.consult_id, version.version) for version, _ in without_pdf))
    if failed:
        with suppress(NothingToSendAgain):  # Another administrator did it first.
            await outbox.send_again(session, *(delivery.id for delivery, _ in failed))


async def mark_handled(session: AsyncSession, consult_id: uuid.UUID, version: int, *, by: CurrentUser) -> None:
    """Give up on the delivery of a version; the versions signed after it are filed next.

    Raises:
        NoSuchVersion: there is none in the organizations that this user administers.
        NothingToHandle: its delivery has not failed and is not held.
    """
    version_row, _ = await _version_of(session, consult_id, version, by)
    if version_row.delivery is None:
        raise NothingToHandle
    await outbox.mark_handled(session, version_row.delivery.id)


async def patient_to_confirm(session: AsyncSession, consult_id: uuid.UUID, version: int, *, by: CurrentUser) -> Patient:
    """The patient whose verification holds up a version.

    Raises:
        NoSuchVersion: there is none in the organizations that this user administers.
        NothingToConfirm: the patient does not need a decision, or this user may not make it.
    """
    version_row, consult = await _version_of(session, consult_id, version, by)
    if not _is_held(version_row):
        raise NothingToConfirm
    can_confirm(by, consult.patient, clock.now()).enforce()
    return consult.patient


def comparison(patient: Patient, finding: Finding) -> PatientComparison:
    """What the administrator who has to decide is shown."""
    requested, recorded = requested_identity(patient), finding.recorded
    return PatientComparison(
        verification=finding.verification,
        said=_identity(requested),
        recorded=_identity(recorded) if recorded is not None else None,
        differing=list(compare(requested, recorded).differing) if recorded is not None else [],
        digest=finding.digest,
    )


def _identity(identity: Identity) -> IdentityRead:
    return IdentityRead(
        name_given=identity.given,
        name_family=identity.family,
        birth_date=identity.birth_date,
        numbers=sorted(identity.numbers),
    )


async def _version_of(
    session: AsyncSession, consult_id: uuid.UUID, version: int, by: CurrentUser
) -> tuple[SignOffVersion, Consult]:
    row = await DeliveryProblemRepository(session).version(by, consult_id, version)
    if row is None:
        raise NoSuchVersion
    version_row, consult = row
    record_touched(session, consult, emr_id=consult.patient.emr_id)
    return version_row, consult


def _has_no_pdf(version: SignOffVersion) -> bool:
    return version.document is not None and version.document.failure is not None


def _is_held(version: SignOffVersion) -> bool:
    return version.delivery is not None and version.delivery.held_at is not None


def _failed(version: SignOffVersion) -> Delivery | None:
    delivery = version.delivery
    return delivery if delivery is not None and delivery.state == DeliveryState.FAILED else None


def _problem(
    version: SignOffVersion,
    consult: Consult,
    location: str,
    attempts: Mapping[int, Sequence[DeliveryAttempt]],
    user: CurrentUser,
) -> DeliveryProblem:
    return DeliveryProblem(
        consult_id=version.consult_id,
        version=version.version,
        doc_type=version.doc_type,
        service_line_id=consult.service_line_id,
        location=location,
        author=person(version.author),
        created_at=version.created_at,
        pdf_status=version.document.failure if version.document is not None else None,
        undelivered=_undelivered(version.delivery, attempts),
        can_confirm_patient=_is_held(version) and can_confirm(user, consult.patient, clock.now()).allowed,
    )


def _undelivered(
    delivery: Delivery | None, attempts: Mapping[int, Sequence[DeliveryAttempt]]
) -> UndeliveredRead | None:
    if delivery is None or delivery.state not in OPEN:
        return None
    return UndeliveredRead(
        channel=delivery.channel,
        state=delivery.state,
        reason=delivery.reason,
        held=delivery.held_at is not None,
        attempt_count=delivery.attempt_count,
        attempts=[AttemptRead.model_validate(attempt) for attempt in attempts.get(delivery.id, ())],
    )
