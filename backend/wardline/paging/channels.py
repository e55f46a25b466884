"""The channels of the outbox for notices: push, text message, phone call and e-mail."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.contacts.pushing import push
from wardline.core.jobs.context import JobContext
from wardline.mail.deliveries import send_mail
from wardline.outbox import contract as outbox
from wardline.outbox.contract import URGENT, Refused
from wardline.outbox.models import Delivery
from wardline.outbox.repository import OutboxRepository
from wardline.paging import words
from wardline.paging.choices import EscalationKind, PageChannel
from wardline.paging.contents import Contents, PageContent, taken_content_of
from wardline.paging.notice_repository import NoticeRepository
from wardline.paging.phone_answers import PageListener
from wardline.paging.sending import NAMES, TAKEN, send_taken
from wardline.paging.starting import publish_paging_changed
from wardline.telephony import deliveries as phones
from wardline.telephony.contract import PhoneOutcome
from wardline.telephony.listeners import listeners
from wardline.webpush import receipts
from wardline.webpush.choices import PushKind
from wardline.webpush.schemas import PushPayload

_PUSH: Final = NAMES[PageChannel.PUSH]
LIFETIME: Final = timedelta(minutes=15)
"""How long a notice may be on its way. A device that was off for longer learns what waits when it is used again."""


async def _publish_changed(session: AsyncSession, delivery: Delivery) -> Any | None:
    """Tell all viewers of its consult that paging went on; returns `NoticeRepository.consult_of_delivery`."""
    consult = await NoticeRepository(session).consult_of_delivery(delivery.id)
    if consult is not None:
        publish_paging_changed(session, consult)
    return consult


class PageChannelOf:
    """What all channels of notices have in common. What nobody waits for anymore is not sent."""

    pace = URGENT

    async def hold_reason(self, session: AsyncSession, delivery: Delivery) -> str | None:  # noqa: ARG002
        return None

    async def send(self, context: JobContext, delivery: Delivery) -> str | None:
        content = await self.content(context, delivery)
        if content is None:
            raise Refused("no longer needed")
        if content.address is None:
            raise Refused("contact removed")
        return await self.hand_over(context, content, content.address, delivery)

    async def content(self, context: JobContext, delivery: Delivery) -> PageContent | None:
        """What it says; None if it need not be sent anymore."""
        return await context.client(Contents).get(context, delivery.id)

    async def hand_over(
        self, context: JobContext, content: PageContent, address: str, delivery: Delivery
    ) -> str | None:
        """Send it, as `wardline.outbox.contract.Channel.send` says."""
        raise NotImplementedError

    async def check_status(self, context: JobContext, delivery: Delivery) -> bool:
        """The provider or the device reports the arrival, within `LIFETIME`."""
        outcome = await self.look_up(context, delivery)
        return phones.has_arrived(outcome, until=delivery.created_at + LIFETIME)

    async def look_up(self, context: JobContext, delivery: Delivery) -> PhoneOutcome | None:  # noqa: ARG002
        """What the provider knows about the item; None if nothing."""
        return None

    async def changed(self, session: AsyncSession, delivery: Delivery, *, late: bool) -> None:  # noqa: ARG002
        await _publish_changed(session, delivery)

    async def sent_again(self, session: AsyncSession, deliveries: Sequence[Delivery]) -> None:
        """Nobody resends a page; the next move pages again."""


class TextChannel(PageChannelOf):
    async def hand_over(
        self, context: JobContext, content: PageContent, address: str, delivery: Delivery
    ) -> str | None:
        return await phones.send_text(context, address, words.text(content, context.settings.origin), delivery)

    async def look_up(self, context: JobContext, delivery: Delivery) -> PhoneOutcome | None:
        return await phones.look_up_text(context, delivery)


class CallChannel(PageChannelOf):
    """What is said follows once someone answers (`wardline.paging.phone_answers`)."""

    async def hand_over(
        self,
        context: JobContext,
        content: PageContent,  # noqa: ARG002
        address: str,
        delivery: Delivery,
    ) -> str | None:
        return await phones.place_call(context, address, delivery)

    async def look_up(self, context: JobContext, delivery: Delivery) -> PhoneOutcome | None:
        return await phones.look_up_call(context, delivery)


class MailChannel(PageChannelOf):
    async def hand_over(
        self, context: JobContext, content: PageContent, address: str, delivery: Delivery
    ) -> str | None:
        await send_mail(
            context, address, words.subject(content), words.mail(content, context.settings.origin), delivery
        )
        return None


class PushChannel(PageChannelOf):
    """A push has arrived once the device's receipt has."""

    kind = PushKind.PAGE

    async def hand_over(
        self,
        context: JobContext,
        content: PageContent,
        address: str,  # noqa: ARG002 - part of the subscription
        delivery: Delivery,
    ) -> str | None:
        if content.subscription is None or content.contact_id is None:
            raise Refused("contact removed")
        payload = partial(
            PushPayload,
            kind=self.kind,
            line=content.line,
            location=content.location,
            priority=content.priority,
            about=EscalationKind(content.kind).label,
            text=None,
            may_acknowledge=content.may_acknowledge,
            taken_by=content.taken_by,
            link=content.path,
            tag=f"page-{content.escalation_id}",
            waiting=content.waiting,
        )
        return await push(
            context,
            content.contact_id,
            content.subscription,
            payload,
            delivery,
            lifetime=LIFETIME,
        )

    async def changed(self, session: AsyncSession, delivery: Delivery, *, late: bool) -> None:  # noqa: ARG002
        consult = await _publish_changed(session, delivery)
        # If it was answered while this was being sent, the device has to be told now.
        if consult is not None and consult.has_ended:
            await send_taken(session, [consult.escalation_id])


class TakenChannel(PushChannel):
    """Replaces what a device shows about a page. Whether it arrives changes nothing that anyone does."""

    kind = PushKind.TAKEN

    async def content(self, context: JobContext, delivery: Delivery) -> PageContent | None:
        async with context.database.session() as session:
            return await taken_content_of(session, delivery.id)

    async def hand_over(
        self, context: JobContext, content: PageContent, address: str, delivery: Delivery
    ) -> str | None:
        await super().hand_over(context, content, address, delivery)
        return None

    async def changed(self, session: AsyncSession, delivery: Delivery, *, late: bool) -> None:
        """Nobody is shown it."""


async def _clicked(session: AsyncSession, reference: str, at: datetime) -> None:
    """A click on the notification shows that its owner has seen it."""
    delivery = await OutboxRepository(session).with_reference([_PUSH], reference)
    if delivery is not None:
        await NoticeRepository(session).mark_clicked(delivery.id, at)
        await _publish_changed(session, delivery)


outbox.channels[_PUSH] = PushChannel()
outbox.channels[TAKEN] = TakenChannel()
outbox.channels[NAMES[PageChannel.TEXT]] = TextChannel()
outbox.channels[NAMES[PageChannel.CALL]] = CallChannel()
outbox.channels[NAMES[PageChannel.EMAIL]] = MailChannel()
listeners[NAMES[PageChannel.TEXT]] = listeners[NAMES[PageChannel.CALL]] = PageListener()
receipts.seen_handlers[_PUSH] = _clicked
