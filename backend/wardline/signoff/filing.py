"""Signed versions on their way to the hospital's record: those of one note arrive in the order of their signatures."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.consults.changing import tell, tell_each
from wardline.consults.models import Consult
from wardline.consults.timeline import service as timeline
from wardline.consults.timeline.choices import TaskType
from wardline.core.db.database import Database
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
from wardline.outbox.channels import Delayed, Refused, channels
from wardline.outbox.models import Delivery
from wardline.patients.choices import Verification
from wardline.patients.models import Patient
from wardline.patients.policies import is_established
from wardline.places.repository import PlacesRepository
from wardline.service_lines.registry import line_of
from wardline.settings import Settings
from wardline.signoff import documents, printing
from wardline.signoff.choices import DocType
from wardline.signoff.errors import DocumentFailed
from wardline.signoff.events import SignoffChanged
from wardline.signoff.models import SignOffDelivery, SignOffVersion
from wardline.signoff.repository import SignOffRepository

FILING: Final = "filing"
"""The channel's name in the outbox."""

HELD_BY: Final = {
    Verification.WAITING: "patient not verified yet",
    Verification.MISMATCH: "patient does not match the record",
    Verification.NOT_FOUND: "patient not in the record",
    Verification.UNVERIFIABLE: "patient cannot be verified",
}
"""Why a note waits although its record could be reached."""
NOT_FROM_RECORD: Final = "patient not from the record"
"""Ordered by an earlier version, for an id that came with a patient described by hand."""

_EVENTS: Final = {
    DocType.NOTE: FilingEvent.NEW,
    DocType.ADDENDUM: FilingEvent.ADDENDUM,
    DocType.ERROR: FilingEvent.REPLACEMENT,
}


async def order(session: AsyncSession, consult: Consult) -> None:
    """Have filed what is signed, where the organization's record takes notes and the patient is said to come from it.

    What was signed before the record took notes goes first, so that no addendum comes to a note that is not there.
    """
    patient = await session.get_one(Patient, consult.patient_id)
    if not patient.is_emr or await PlacesRepository(session).notes_destination(consult.organization_id) is None:
        return
    for version in await SignOffRepository(session).unfiled(consult.id):
        delivery = await outbox.order(session, FILING, _lane(consult), receiver=_receiver(consult))
        session.add(SignOffDelivery(delivery_id=delivery.id, consult_id=consult.id, version=version))
    await session.flush()


async def resume(session: AsyncSession, consult: Consult) -> None:
    """Have what waits of a consult's note looked at now, as more is known of its patient."""
    await outbox.resume(session, _lane(consult), receiver=_receiver(consult))


def _lane(consult: Consult) -> str:
    return f"filing {consult.id}"


def _receiver(consult: Consult) -> str:
    return f"organization {consult.organization_id}"


async def _content(database: Database, version: SignOffVersion, settings: Settings) -> bytes | str:
    """An addendum goes as its text, because what it is added to stays as it was filed."""
    if version.doc_type == DocType.ADDENDUM:
        return str(version.content)
    return await documents.made(database, version.consult_id, version.version, paper=settings.paper)


class _NoteToRecord:
    async def held_by(self, session: AsyncSession, delivery: Delivery) -> str | None:
        """Nothing is filed under an id of which only a request says that it is this patient's."""
        carried = await SignOffRepository(session).carried_by(delivery.id)
        consult = await session.get_one(Consult, carried.consult_id)
        patient = await session.get_one(Patient, consult.patient_id, populate_existing=True)
        if not patient.is_emr:
            return NOT_FROM_RECORD
        return None if is_established(patient) else HELD_BY[Verification(patient.verification or Verification.WAITING)]

    async def send(self, database: Database, delivery: Delivery) -> None:
        async with database.transaction() as session:
            repository = SignOffRepository(session)
            carried = await repository.carried_by(delivery.id)
            consult, _, versions = await repository.for_printing(carried.consult_id, carried.version)
            destination = await PlacesRepository(session).notes_destination(consult.organization_id)
        if destination is None:
            raise Delayed("no destination")
        settings = Settings()
        try:
            content = await _content(database, carried, settings)
        except DocumentFailed:
            raise Delayed("no document") from None
        document = _document(delivery, consult, versions, content)
        receiver = note_receiver_for(destination, settings)
        try:
            await receiver.file(document)
        except FilingRefused as refusal:
            raise Refused(refusal.reason) from None
        except FilingDelayed as delay:
            raise Delayed(delay.reason) from None
        finally:
            await receiver.aclose()

    async def ask(self, delivery: Delivery) -> bool:
        raise NotImplementedError("a record says at once what it keeps")

    async def changed(self, session: AsyncSession, delivery: Delivery, *, late: bool) -> None:
        carried = await SignOffRepository(session).carried_by(delivery.id)
        if late:
            said = {"docType": carried.doc_type}
            await timeline.record(
                session, carried.consult_id, TaskType.SIGNOFF_SEND_ERROR, by=carried.author, details=said
            )
        consult = await session.get_one(Consult, carried.consult_id)
        await tell(session, SignoffChanged, consult, carried.author)

    async def sent_again(self, session: AsyncSession, deliveries: Sequence[Delivery]) -> None:
        carried = await SignOffRepository(session).consults_of(delivery.id for delivery in deliveries)
        await tell_each(session, SignoffChanged, carried)


channels[FILING] = _NoteToRecord()


def document_id(version: SignOffVersion) -> str:
    return f"{version.consult_id}.{version.version}"


def _document(
    delivery: Delivery, consult: Consult, versions: Sequence[SignOffVersion], content: bytes | str
) -> NoteDocument:
    """`versions`: all that were signed up to the one that is filed."""
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
    """With the numbers that the record itself gave; nothing leaves before it did, or a person confirmed its id."""
    patient, known = consult.patient, consult.encounter.emr_data or {}
    return FiledPatient(
        emr_id=patient.emr_id or "",
        encounter_id=known.get("encounterId"),
        identifiers=[
            CensusIdentifier(system=number.get("system"), value=number["value"], type=number.get("type"))
            for number in known.get("identifiers", [])
        ],
        family_name=patient.name_family,
        given_name=patient.name_given,
        birth_date=patient.birth_date,
        sex=patient.gender,
    )
