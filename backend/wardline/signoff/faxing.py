"""Faxing signed notes. Each fax is a version of its own that has its number and its delivery state."""

import uuid
from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.changing import lock_consult, publish_change, publish_changes
from wardline.consults.models import Consult
from wardline.consults.timeline import service as timeline
from wardline.consults.timeline.choices import TaskType
from wardline.core import clock
from wardline.core.errors import NotFound
from wardline.core.jobs.context import JobContext
from wardline.fax.contract import FaxDelayed, FaxRefused, FaxUnanswered, FaxUnknown
from wardline.fax.registry import FAX, are_faxes_set_up, fax_provider_for
from wardline.notifications.choices import NotificationKind
from wardline.notifications.service import notify, withdraw
from wardline.outbox import service as outbox
from wardline.outbox.choices import DeliveryState
from wardline.outbox.contract import ORDINARY, Delayed, Refused
from wardline.outbox.models import Delivery
from wardline.outbox.repository import OutboxRepository
from wardline.settings import Settings
from wardline.signoff import documents, policies
from wardline.signoff.choices import DocType, SignOffStatus
from wardline.signoff.errors import DocumentFailed, FaxesNotSetUp, FaxOutdated, NotSigned
from wardline.signoff.events import SignoffChanged
from wardline.signoff.models import SignOffDelivery
from wardline.signoff.repository import SignOffRepository
from wardline.signoff.schemas import FaxContent, FaxNote
from wardline.signoff.versions import commit_version, to_json

MAYBE_SENT: Final = "may have been sent"
"""The provider's response was lost, so it is queried for the fax before another copy is sent."""
MAX_UNCONFIRMED: Final = 5
"""How many sends may go without a response, each of which may have arrived. Then a person decides about another."""
FINDABLE_WITHIN: Final = timedelta(minutes=10)
"""How long a provider may take before it finds a fax that it accepted."""


def require_provider(settings: Settings) -> None:
    """Refuse to fax where no provider is set up."""
    if not are_faxes_set_up(settings):
        raise FaxesNotSetUp


async def fax(session: AsyncSession, consult_id: uuid.UUID, request: FaxNote, *, by: CurrentUser) -> None:
    """Fax the current version. The number is saved with the consult, and prefilled for the next fax.

    `SignoffChanged` makes clients refetch the consult, too. `ConsultUpdated` would tell users that it was edited.
    """
    consult = await lock_consult(session, consult_id, by)
    repository = SignOffRepository(session)
    note = await repository.for_writing(consult.id)
    policies.can_fax(by, consult, note).enforce()
    if note is None:
        raise NotSigned
    content = FaxContent(fax_number=request.fax_number, version=await repository.current_version(consult.id))
    consult.fax_number = request.fax_number
    number = await commit_version(session, consult, note, DocType.FAX, to_json(content), by=by)
    delivery = await outbox.order(session, FAX, lane=f"fax {consult.id} {number}", receiver=FAX)
    session.add(SignOffDelivery(delivery_id=delivery.id, consult_id=consult.id, version=number))
    await session.flush()


async def fax_again(session: AsyncSession, consult_id: uuid.UUID, number: int, *, by: CurrentUser) -> None:
    """Send a failed fax again, to the same number and with the same reference.

    Raises:
        FaxOutdated: the note has been corrected since, so the fax is no longer complete.
    """
    consult = await lock_consult(session, consult_id, by)
    repository = SignOffRepository(session)
    policies.can_fax(by, consult, await repository.for_writing(consult.id)).enforce()
    row = await repository.fax(consult.id, number)
    if row is None:
        raise NotFound
    delivery_id, content = row
    if FaxContent.model_validate(content).version != await repository.current_version(consult.id):
        raise FaxOutdated
    await outbox.send_again(session, delivery_id)


async def _reason_not_to_send(
    session: AsyncSession, consult_id: uuid.UUID, number: int, delivery: Delivery
) -> str | None:
    """Why this version must not be sent to the provider again, or None.

    Either it is outdated, or it may already have arrived too many times. A first send continues even if an addendum was
    signed since; a resend does not.
    """
    repository = SignOffRepository(session)
    unconfirmed = await OutboxRepository(session).unconfirmed_attempts(delivery, MAYBE_SENT)
    if number != await repository.current_version(consult_id):
        note = await repository.for_writing(consult_id)
        correction = None
        if note is not None and note.status == SignOffStatus.MARKED_IN_ERROR:
            correction = "marked in error"
        elif delivery.wanted_at > delivery.created_at:
            correction = "addended"
        if correction is not None:
            return f"{MAYBE_SENT}, then {correction}" if unconfirmed else correction
    return MAYBE_SENT if unconfirmed >= MAX_UNCONFIRMED else None


class FaxChannel:
    pace: Final = ORDINARY

    async def hold_reason(self, session: AsyncSession, delivery: Delivery) -> None:
        """Never held: the user who faxes a note names its recipient."""

    async def send(self, context: JobContext, delivery: Delivery) -> str:
        async with context.database.transaction() as session:
            version = await SignOffRepository(session).version_of_delivery(delivery.id)
            content = FaxContent.model_validate(version.content)
            reason = await _reason_not_to_send(session, version.consult_id, content.version, delivery)
        pdf = b""
        if reason is None:
            try:
                pdf = await documents.pdf_of(
                    context.database, version.consult_id, content.version, paper=context.settings.paper
                )
            except DocumentFailed:
                raise Delayed("PDF missing") from None
        provider = context.client(fax_provider_for)
        try:
            if reason is None:
                return await provider.send(content.fax_number, pdf, delivery.reference)
            fax_id = await provider.find(content.fax_number, delivery.reference)
        except FaxRefused as refusal:
            raise Refused(refusal.reason) from None
        except FaxUnanswered:
            raise Delayed(MAYBE_SENT) from None
        except FaxDelayed as delay:
            raise Delayed(delay.reason) from None
        if fax_id is None:
            raise Refused(reason)
        return fax_id

    async def check_status(self, context: JobContext, delivery: Delivery) -> bool:
        try:
            outcome = await context.client(fax_provider_for).check_status(delivery.taken_as or "")
        except FaxUnknown as unknown:
            if clock.now() - delivery.wanted_at < FINDABLE_WITHIN:
                raise Delayed(unknown.reason) from None
            raise Refused(unknown.reason) from None
        except FaxDelayed as delay:
            raise Delayed(delay.reason) from None
        if outcome is not None and not outcome.delivered:
            raise Refused(outcome.refusal or "failed")
        return outcome is not None

    async def changed(self, session: AsyncSession, delivery: Delivery, *, late: bool) -> None:  # noqa: ARG002
        """Record on the timeline that a fax arrived or failed. A failure notifies the user who sent it."""
        version = await SignOffRepository(session).version_of_delivery(delivery.id)
        number = FaxContent.model_validate(version.content).fax_number
        match DeliveryState(delivery.state):
            case DeliveryState.DELIVERED:
                timeline.record(
                    session,
                    version.consult_id,
                    TaskType.SIGNOFF_NOTE_FAX,
                    by=version.author,
                    details={"faxNumber": number},
                )
            case DeliveryState.FAILED:
                timeline.record(
                    session,
                    version.consult_id,
                    TaskType.SIGNOFF_SEND_ERROR,
                    by=version.author,
                    details={"docType": DocType.FAX.value, "faxNumber": number, "reason": delivery.reason},
                )
                await notify(session, [version.author.id], version.consult_id, NotificationKind.FAX_FAILED)
        await _withdraw_settled(session, [version.consult_id])
        consult = await session.get_one(Consult, version.consult_id)
        publish_change(session, SignoffChanged, consult, version.author)

    async def sent_again(self, session: AsyncSession, deliveries: Sequence[Delivery]) -> None:
        consults = await SignOffRepository(session).consults_of(delivery.id for delivery in deliveries)
        await _withdraw_settled(session, {consult.id for consult, _ in consults})
        publish_changes(session, SignoffChanged, consults)


async def _withdraw_settled(session: AsyncSession, consult_ids: Collection[uuid.UUID]) -> None:
    """Withdraw the notifications of failed faxes for consults that no longer have a failed fax."""
    failed = await SignOffRepository(session).with_failed_fax(consult_ids)
    await withdraw(session, set(consult_ids) - failed, NotificationKind.FAX_FAILED)
