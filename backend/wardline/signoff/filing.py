"""Filing signed versions with the hospital's record; those of one note arrive in the order they were signed."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.consults.changing import publish_change, publish_changes
from wardline.consults.models import Consult
from wardline.consults.timeline import service as timeline
from wardline.consults.timeline.choices import TaskType
from wardline.core.jobs.context import JobContext
from wardline.ehr.contract import CensusIdentifier
from wardline.ehr.filing import (
    FiledAuthor,
    FiledPatient,
    FilingDelayed,
    FilingEvent,
    FilingRefused,
    NoteDocument,
)
from wardline.ehr.registry import note_receiver_for
from wardline.outbox import service as outbox
from wardline.outbox.contract import ORDINARY, Delayed, Refused
from wardline.outbox.models import Delivery
from wardline.patients.choices import Verification
from wardline.patients.models import Patient
from wardline.patients.policies import is_established
from wardline.places.repository import PlacesRepository
from wardline.service_lines.registry import line_of
from wardline.signoff import documents, printing
from wardline.signoff.choices import DocType
from wardline.signoff.errors import DocumentFailed
from wardline.signoff.events import SignoffChanged
from wardline.signoff.models import SignOffDelivery, SignOffVersion
from wardline.signoff.repository import SignOffRepository

FILING: Final = "filing"
"""The channel's name in the outbox."""

HOLD_REASONS: Final = {
    Verification.WAITING: "patient not verified yet",
    Verification.MISMATCH: "patient does not match the record",
    Verification.NOT_FOUND: "patient not in the record",
    Verification.UNVERIFIABLE: "patient cannot be verified",
}
"""Why a note is held, even if the record responds."""
NOT_FROM_RECORD: Final = "patient not from the record"
"""For deliveries ordered by an earlier release, with an ID that was sent for a patient who was entered manually."""

_EVENTS: Final = {
    DocType.NOTE: FilingEvent.NEW,
    DocType.ADDENDUM: FilingEvent.ADDENDUM,
    DocType.ERROR: FilingEvent.REPLACEMENT,
}


async def order(session: AsyncSession, consult: Consult) -> None:
    """File the signed versions, if the organization's record accepts notes and the patient was picked from it.

    Versions signed before the record accepted notes go first, so no addendum arrives before its note.
    """
    patient = await session.get_one(Patient, consult.patient_id)
    if not patient.is_emr or await PlacesRepository(session).notes_destination(consult.organization_id) is None:
        return
    for version in await SignOffRepository(session).unfiled(consult.id):
        delivery = await outbox.order(session, FILING, _lane(consult), receiver=receiver_of(consult.organization_id))
        session.add(SignOffDelivery(delivery_id=delivery.id, consult_id=consult.id, version=version))
    await session.flush()


async def resume(session: AsyncSession, consult: Consult) -> None:
    """Check now whether a consult's held notes can be filed, because more is known about the patient."""
    await outbox.resume(session, FILING, _lane(consult), receiver=receiver_of(consult.organization_id))


def _lane(consult: Consult) -> str:
    return f"filing {consult.id}"


def receiver_of(organization_id: int) -> str:
    """The organization's record, as the outbox knows it."""
    return f"organization {organization_id}"


async def _content(context: JobContext, version: SignOffVersion) -> bytes | str:
    """The text of an addendum, which is filed along with the note; the PDF of everything else."""
    if version.doc_type == DocType.ADDENDUM:
        return str(version.content)
    return await documents.pdf_of(context.database, version.consult_id, version.version, paper=context.settings.paper)


class FilingChannel:
    pace: Final = ORDINARY

    async def hold_reason(self, session: AsyncSession, delivery: Delivery) -> str | None:
        """A note is held as long as only the request says that the ID in the record is this patient's."""
        version = await SignOffRepository(session).version_of_delivery(delivery.id)
        consult = await session.get_one(Consult, version.consult_id)
        patient = await session.get_one(Patient, consult.patient_id, populate_existing=True)
        if not patient.is_emr:
            return NOT_FROM_RECORD
        return (
            None
            if is_established(patient)
            else HOLD_REASONS[Verification(patient.verification or Verification.WAITING)]
        )

    async def send(self, context: JobContext, delivery: Delivery) -> None:
        async with context.database.transaction() as session:
            repository = SignOffRepository(session)
            version = await repository.version_of_delivery(delivery.id)
            consult, _, versions = await repository.for_printing(version.consult_id, version.version)
            destination = await PlacesRepository(session).notes_destination(consult.organization_id)
        if destination is None:
            raise Delayed("no destination")
        try:
            content = await _content(context, version)
        except DocumentFailed:
            raise Delayed("PDF missing") from None
        document = _document(delivery, consult, versions, content)
        # Not one of the job's shared clients: each organization has its own destination, which may change at any time.
        receiver = note_receiver_for(destination, context.settings)
        try:
            await receiver.file(document)
        except FilingRefused as refusal:
            raise Refused(refusal.reason) from None
        except FilingDelayed as delay:
            raise Delayed(delay.reason) from None
        finally:
            await receiver.aclose()

    async def check_status(self, context: JobContext, delivery: Delivery) -> bool:
        raise NotImplementedError("a record accepts or refuses a note immediately")

    async def changed(self, session: AsyncSession, delivery: Delivery, *, late: bool) -> None:
        version = await SignOffRepository(session).version_of_delivery(delivery.id)
        if late:
            details = {"docType": version.doc_type}
            timeline.record(
                session, version.consult_id, TaskType.SIGNOFF_SEND_ERROR, by=version.author, details=details
            )
        consult = await session.get_one(Consult, version.consult_id)
        publish_change(session, SignoffChanged, consult, version.author)

    async def sent_again(self, session: AsyncSession, deliveries: Sequence[Delivery]) -> None:
        filed = await SignOffRepository(session).consults_of(delivery.id for delivery in deliveries)
        publish_changes(session, SignoffChanged, filed)


def document_id(version: SignOffVersion) -> str:
    return f"{version.consult_id}.{version.version}"


def _document(
    delivery: Delivery, consult: Consult, versions: Sequence[SignOffVersion], content: bytes | str
) -> NoteDocument:
    """`versions`: all that are signed, up to and including the one to file."""
    first, last = versions[0], versions[-1]
    event = _EVENTS[DocType(last.doc_type)]
    return NoteDocument(
        control_id=delivery.reference,
        document_id=document_id(last),
        parent_id=None if event is FilingEvent.NEW else document_id(first),
        replaces=[document_id(version) for version in versions[:-1]] if event is FilingEvent.REPLACEMENT else [],
        event=event,
        title=printing.title_of(line_of(consult.service_line_id)),
        content=content,
        patient=_patient(consult),
        author=FiledAuthor(
            provider_id=last.author.medipac_id or "",
            family_name=last.author.last_name,
            given_name=last.author.first_name,
        ),
        held_at=consult.completed_at or first.created_at,
        signed_at=last.created_at,
        unit=consult.location.emr_code,
    )


def _patient(consult: Consult) -> FiledPatient:
    """Includes the identifiers from the record; a note is held until it returns them, or a person confirms the ID."""
    patient, emr_data = consult.patient, consult.encounter.emr_data or {}
    return FiledPatient(
        emr_id=patient.emr_id or "",
        encounter_id=emr_data.get("encounterId"),
        identifiers=[
            CensusIdentifier(system=number.get("system"), value=number["value"], type=number.get("type"))
            for number in emr_data.get("identifiers", [])
        ],
        family_name=patient.name_family,
        given_name=patient.name_given,
        birth_date=patient.birth_date,
        sex=patient.gender,
    )
