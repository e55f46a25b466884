"""Signed notes by fax: each is a version of its own, which tells where to and how far it has come."""

import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.changing import for_change, save, tell, tell_each
from wardline.consults.choices import SignOffStatus
from wardline.consults.events import ConsultUpdated
from wardline.consults.models import Consult
from wardline.consults.timeline import service as timeline
from wardline.consults.timeline.choices import TaskType
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.errors import NotFound
from wardline.fax.contract import FaxDelayed, FaxRefused, FaxUnanswered, FaxUnknown
from wardline.fax.registry import FAX, fax_provider_for
from wardline.outbox import service as outbox
from wardline.outbox.channels import Delayed, Refused, channels
from wardline.outbox.choices import DeliveryState
from wardline.outbox.models import Delivery
from wardline.outbox.repository import OutboxRepository
from wardline.settings import Settings
from wardline.signoff import documents, policies
from wardline.signoff.choices import DocType
from wardline.signoff.errors import DocumentFailed, FaxOutdated
from wardline.signoff.events import SignoffChanged
from wardline.signoff.models import SignOffDelivery, SignOffVersion
from wardline.signoff.repository import SignOffRepository
from wardline.signoff.schemas import FaxContent, FaxNote
from wardline.signoff.signing import stored, version

PERHAPS_SENT: Final = "perhaps sent"
"""The provider's answer got lost; it is asked whether it has the fax before there is another."""
MOST_UNHEARD: Final = 5
"""As many copies may lie at the receiver of a provider that does not list what it took; then a person decides."""
KNOWN_WITHIN: Final = timedelta(minutes=10)
"""A provider may need so long to find a fax that it just took."""


async def fax(session: AsyncSession, consult_id: uuid.UUID, request: FaxNote, *, by: CurrentUser) -> None:
    """Have the current version faxed; its number is the consult's own from now on, which the next fax begins with."""
    consult = await for_change(session, consult_id, by)
    repository = SignOffRepository(session)
    policies.can_fax(by, consult, await repository.for_writing(consult.id)).enforce()
    content = FaxContent(fax_number=request.fax_number, version=await repository.current_version(consult.id))
    number = await repository.next_version(consult.id)
    row = version(consult.id, number, DocType.FAX, stored(content), by_id=by.id, moment=clock.now())
    session.add(SignOffVersion(**row))
    delivery = await outbox.order(session, FAX, lane=f"fax {consult.id} {number}", receiver=FAX)
    session.add(SignOffDelivery(delivery_id=delivery.id, consult_id=consult.id, version=number))
    consult.fax_number = request.fax_number
    await save(session, consult)
    await tell(session, SignoffChanged, consult, by)
    await tell(session, ConsultUpdated, consult, by)


async def fax_again(session: AsyncSession, consult_id: uuid.UUID, number: int, *, by: CurrentUser) -> None:
    """Have a fax that failed sent once more, to the same number and under the same reference.

    Nobody gets what is no longer the whole of the note: FaxOutdated.
    """
    consult = await for_change(session, consult_id, by)
    repository = SignOffRepository(session)
    policies.can_fax(by, consult, await repository.for_writing(consult.id)).enforce()
    found = await repository.fax(consult.id, number)
    if found is None:
        raise NotFound
    delivery_id, content = found
    if FaxContent.model_validate(content).version != await repository.current_version(consult.id):
        raise FaxOutdated
    await outbox.send_again(session, delivery_id)


async def _why_not(session: AsyncSession, consult_id: uuid.UUID, number: int, delivery: Delivery) -> str | None:
    """Why this version is handed over no more: it is no longer the whole of the note, or may be there often enough.

    What was asked for once goes out though an addendum was faster; what a person has sent again does not.
    """
    repository = SignOffRepository(session)
    unheard = await OutboxRepository(session).unheard(delivery, PERHAPS_SENT)
    if number != await repository.current_version(consult_id):
        note = await repository.for_writing(consult_id)
        since = None
        if note is not None and note.status == SignOffStatus.MARKED_IN_ERROR:
            since = "marked in error"
        elif delivery.wanted_at > delivery.created_at:
            since = "addended"
        if since is not None:
            return f"{PERHAPS_SENT}, then {since}" if unheard else since
    return PERHAPS_SENT if unheard >= MOST_UNHEARD else None


class _NoteByFax:
    async def held_by(self, session: AsyncSession, delivery: Delivery) -> None:
        """Whoever asks for a fax names its receiver."""

    async def send(self, database: Database, delivery: Delivery) -> str:
        async with database.transaction() as session:
            carried = await SignOffRepository(session).carried_by(delivery.id)
            content = FaxContent.model_validate(carried.content)
            why_not = await _why_not(session, carried.consult_id, content.version, delivery)
        settings = Settings()
        pdf = b""
        if why_not is None:
            try:
                pdf = await documents.made(database, carried.consult_id, content.version, paper=settings.paper)
            except DocumentFailed:
                raise Delayed("no document") from None
        provider = fax_provider_for(settings)
        try:
            if why_not is None:
                return await provider.send(content.fax_number, pdf, delivery.reference)
            known = await provider.find(content.fax_number, delivery.reference)
        except FaxRefused as refusal:
            raise Refused(refusal.reason) from None
        except FaxUnanswered:
            raise Delayed(PERHAPS_SENT) from None
        except FaxDelayed as delay:
            raise Delayed(delay.reason) from None
        finally:
            await provider.aclose()
        if known is None:
            raise Refused(why_not)
        return known

    async def ask(self, delivery: Delivery) -> bool:
        provider = fax_provider_for(Settings())
        try:
            report = await provider.ask(delivery.taken_as or "")
        except FaxUnknown as unknown:
            if clock.now() - delivery.wanted_at < KNOWN_WITHIN:
                raise Delayed(unknown.reason) from None
            raise Refused(unknown.reason) from None
        except FaxDelayed as delay:
            raise Delayed(delay.reason) from None
        finally:
            await provider.aclose()
        if report is not None and not report.delivered:
            raise Refused(report.refusal or "failed")
        return report is not None

    async def changed(self, session: AsyncSession, delivery: Delivery, *, late: bool) -> None:  # noqa: ARG002
        """The timeline tells of a fax when it has arrived, so that what it says is true."""
        carried = await SignOffRepository(session).carried_by(delivery.id)
        if delivery.state == DeliveryState.DELIVERED:
            said = {"faxNumber": FaxContent.model_validate(carried.content).fax_number}
            await timeline.record(
                session, carried.consult_id, TaskType.SIGNOFF_NOTE_FAX, by=carried.author, details=said
            )
        consult = await session.get_one(Consult, carried.consult_id)
        await tell(session, SignoffChanged, consult, carried.author)

    async def sent_again(self, session: AsyncSession, deliveries: Sequence[Delivery]) -> None:
        carried = await SignOffRepository(session).consults_of(delivery.id for delivery in deliveries)
        await tell_each(session, SignoffChanged, carried)


channels[FAX] = _NoteByFax()
