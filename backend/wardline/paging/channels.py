"""The channels of the outbox for notices: push, text message, phone call and e-mail."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.contacts.choices import DisabledReason
from wardline.contacts.service import disable
from wardline.core.jobs.context import JobContext
from wardline.mail import registry as mails
from wardline.mail.contract import MailDelayed, MailRefused
from wardline.outbox import contract as outbox
from wardline.outbox.contract import URGENT, Delayed, Refused
from wardline.outbox.models import Delivery
from wardline.outbox.repository import OutboxRepository
from wardline.paging import words
from wardline.paging.choices import PageChannel
from wardline.paging.notice_repository import NoticeRepository, PageContent
from wardline.paging.phone_answers import PageListener
from wardline.paging.sending import NAMES
from wardline.paging.starting import publish_paging_changed
from wardline.telephony import registry as phones
from wardline.telephony.contract import PhoneDelayed, PhoneOutcome, PhoneRefused, PhoneUnknown
from wardline.telephony.listeners import listeners
from wardline.webpush import receipts
from wardline.webpush.choices import PushKind
from wardline.webpush.keys import vapid_key
from wardline.webpush.schemas import PushPayload
from wardline.webpush.sending import PushDelayed, PushRefused, PushSender, SubscriptionGone

_PUSH: Final = NAMES[PageChannel.PUSH]
_PUSH_LIFETIME: Final = timedelta(minutes=15)
"""A device that was off for longer learns what waits when the application is opened."""


class PageChannelOf:
    """What all channels of notices have in common. What nobody waits for anymore is not sent."""

    pace = URGENT

    async def hold_reason(self, session: AsyncSession, delivery: Delivery) -> str | None:  # noqa: ARG002
        return None

    async def send(self, context: JobContext, delivery: Delivery) -> str | None:
        async with context.database.session() as session:
            content = await NoticeRepository(session).content(delivery.id)
        if content is None:
            raise Refused("no longer needed")
        if content.address is None:
            raise Refused("contact removed")
        return await self.hand_over(context, content, content.address, delivery)

    async def hand_over(
        self, context: JobContext, content: PageContent, address: str, delivery: Delivery
    ) -> str | None:
        """Send it, as `wardline.outbox.contract.Channel.send` says."""
        raise NotImplementedError

    async def check_status(self, context: JobContext, delivery: Delivery) -> bool:
        """The provider or the device reports the arrival."""
        outcome = await self.look_up(context, delivery)
        if outcome is None:
            return False
        if outcome.refusal is not None:
            raise Refused(outcome.refusal)
        return outcome.delivered

    async def look_up(self, context: JobContext, delivery: Delivery) -> PhoneOutcome | None:  # noqa: ARG002
        """What the provider knows about the item; None if nothing."""
        return None

    async def changed(self, session: AsyncSession, delivery: Delivery, *, late: bool) -> None:  # noqa: ARG002
        consult = await NoticeRepository(session).consult_of_delivery(delivery.id)
        if consult is not None:
            publish_paging_changed(session, consult)

    async def sent_again(self, session: AsyncSession, deliveries: Sequence[Delivery]) -> None:
        """Nobody resends a page; the next move pages again."""


class TextChannel(PageChannelOf):
    async def hand_over(
        self, context: JobContext, content: PageContent, address: str, delivery: Delivery
    ) -> str | None:
        text = words.text(content, context.settings.origin)
        try:
            return await context.client(phones.phone_provider_for).send_text(address, text, delivery.reference)
        except PhoneRefused as refusal:
            raise Refused(refusal.reason) from None
        except PhoneDelayed as delay:
            raise Delayed(delay.reason) from None

    async def look_up(self, context: JobContext, delivery: Delivery) -> PhoneOutcome | None:
        try:
            return await context.client(phones.phone_provider_for).check_text(delivery.taken_as or "")
        except (PhoneDelayed, PhoneUnknown):
            return None


class CallChannel(PageChannelOf):
    """What is said follows once someone answers (`wardline.paging.phone_answers`)."""

    async def hand_over(
        self,
        context: JobContext,
        content: PageContent,  # noqa: ARG002
        address: str,
        delivery: Delivery,
    ) -> str | None:
        try:
            return await context.client(phones.phone_provider_for).place_call(address, delivery.reference)
        except PhoneRefused as refusal:
            raise Refused(refusal.reason) from None
        except PhoneDelayed as delay:
            raise Delayed(delay.reason) from None

    async def look_up(self, context: JobContext, delivery: Delivery) -> PhoneOutcome | None:
        try:
            return await context.client(phones.phone_provider_for).check_call(delivery.taken_as or "")
        except (PhoneDelayed, PhoneUnknown):
            return None


class MailChannel(PageChannelOf):
    async def hand_over(
        self, context: JobContext, content: PageContent, address: str, delivery: Delivery
    ) -> str | None:
        subject, text = words.subject(content), words.mail(content, context.settings.origin)
        try:
            await context.client(mails.mail_server_for).send(address, subject, text, delivery.reference)
        except MailRefused as refusal:
            raise Refused(refusal.reason) from None
        except MailDelayed as delay:
            raise Delayed(delay.reason) from None
        return None


class PushChannel(PageChannelOf):
    """A push has arrived once the device's receipt has."""

    async def hand_over(
        self,
        context: JobContext,
        content: PageContent,
        address: str,  # noqa: ARG002 - part of the subscription
        delivery: Delivery,
    ) -> str | None:
        if content.subscription is None or content.contact_id is None:
            raise Refused("contact removed")
        async with context.database.transaction() as session:
            key = await vapid_key(session, context.settings)
            receipt = await receipts.receipt_token(session, _PUSH, delivery.reference)
        payload = PushPayload(
            kind=PushKind.PAGE,
            line=content.line,
            location=content.location,
            priority=content.priority,
            taken_by=None,
            link=f"/consult/{content.consult_id}",
            tag=f"page-{content.escalation_id}",
            receipt=receipt,
            waiting=None,
        )
        try:
            await context.client(PushSender).send(content.subscription, payload, key, lifetime=_PUSH_LIFETIME)
        except SubscriptionGone as gone:
            async with context.database.transaction() as session:
                await disable(session, content.contact_id, DisabledReason.ENDPOINT_GONE)
            raise Refused(gone.reason) from None
        except PushRefused as refusal:
            raise Refused(refusal.reason) from None
        except PushDelayed as delay:
            raise Delayed(delay.reason) from None
        return delivery.reference


async def _clicked(session: AsyncSession, reference: str, at: datetime) -> None:
    """A click on the notification shows that its owner has seen it."""
    delivery = await OutboxRepository(session).with_reference([_PUSH], reference)
    if delivery is not None:
        await NoticeRepository(session).mark_clicked(delivery.id, at)
        consult = await NoticeRepository(session).consult_of_delivery(delivery.id)
        if consult is not None:
            publish_paging_changed(session, consult)


outbox.channels[_PUSH] = PushChannel()
outbox.channels[NAMES[PageChannel.TEXT]] = TextChannel()
outbox.channels[NAMES[PageChannel.CALL]] = CallChannel()
outbox.channels[NAMES[PageChannel.EMAIL]] = MailChannel()
listeners[NAMES[PageChannel.TEXT]] = listeners[NAMES[PageChannel.CALL]] = PageListener()
receipts.seen_handlers[_PUSH] = _clicked
