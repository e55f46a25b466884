"""What people answer on the phone: a key press acknowledges for whoever may, and is "heard" for everyone else."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.audit.recording import record_without_request
from wardline.consults import service as consults
from wardline.consults.errors import ConsultNotFound
from wardline.core import clock
from wardline.core.errors import ProductError
from wardline.directory.loading import load_by_id
from wardline.paging import moving, words
from wardline.paging.choices import PageChannel
from wardline.paging.contents import PageContent, content_of
from wardline.paging.notice_repository import NoticeRepository
from wardline.paging.repository import PagingRepository
from wardline.paging.sending import withdraw
from wardline.paging.starting import publish_pages_changed
from wardline.telephony.contract import TextReceived
from wardline.telephony.listeners import Speech


class PageListener:
    """`wardline.telephony.listeners.PhoneListener` of notices."""

    async def call_answered(self, session: AsyncSession, delivery_id: int) -> Speech | None:
        content = await content_of(session, delivery_id)
        if content is None:
            return await _over(session, delivery_id)
        return Speech(words.speech(content), then_listen=content.is_verified)

    async def key_pressed(self, session: AsyncSession, delivery_id: int, digit: str) -> Speech | None:
        content = await content_of(session, delivery_id)
        if content is None:
            return await _over(session, delivery_id)
        if not content.is_verified:
            return None
        if digit == words.ACCEPT and content.may_acknowledge and content.user_id is not None:
            return await _acknowledge(session, delivery_id, content, content.user_id)
        if digit in {words.ACCEPT, words.HEARD}:
            await _hear(session, delivery_id, content.escalation_id, content.user_id)
            noted = words.NOTED if content.user_id is not None else words.NOTED_BY_BACKUP
            return Speech(noted if digit == words.HEARD else f"{words.NOT_BY_PHONE} {noted}")
        if digit == words.REPEAT:
            return Speech(words.speech(content), then_listen=True)
        return None

    async def text_received(self, session: AsyncSession, text: TextReceived) -> None:
        """A reply proves nothing about who sent it; only contacts react to STOP and START."""


async def _hear(session: AsyncSession, delivery_id: int, escalation_id: int, user_id: int | None) -> None:
    """The person is told no more, also on the contacts whose turn has not come; None for the backup number."""
    notices, now = NoticeRepository(session), clock.now()
    if user_id is None:
        await _hear_at_backup(session, delivery_id, escalation_id, now)
    else:
        await notices.mark_heard(escalation_id, user_id, now)
        await withdraw(session, [escalation_id], now, user_id=user_id)
    consult = await notices.consult_of_delivery(delivery_id)
    if consult is not None:
        publish_pages_changed(session, consult, [user_id] if user_id is not None else [])


async def _hear_at_backup(session: AsyncSession, delivery_id: int, escalation_id: int, now: datetime) -> None:
    """Leave the number alone for longer; if someone else is changing the escalation, it is only called again sooner."""
    repository = PagingRepository(session)
    called_at = await NoticeRepository(session).mark_heard_by_backup(delivery_id, now)
    running = await repository.running(escalation_id)
    if called_at is not None and running:
        paged = (await repository.people([escalation_id])).get(escalation_id, [])
        moving.heard_by_backup(running[0], paged, called_at=called_at)


async def _over(session: AsyncSession, delivery_id: int) -> Speech:
    """Nobody has to answer anymore; who acknowledged it, and then hears of it again, is not told that others did."""
    acknowledged_by_receiver = await NoticeRepository(session).is_acknowledged_by_receiver(delivery_id)
    if acknowledged_by_receiver is None:
        return Speech(words.NOT_NEEDED)
    return Speech(words.ACKNOWLEDGED if acknowledged_by_receiver else words.TAKEN)


async def _acknowledge(session: AsyncSession, delivery_id: int, content: PageContent, user_id: int) -> Speech:
    user = await load_by_id(session, user_id)
    if user is None:
        return Speech(words.NOT_NEEDED)
    try:
        await consults.acknowledge(session, content.consult_id, by=user)
    except (ConsultNotFound, ProductError):
        return await _over(session, delivery_id)  # Someone was faster.
    record_without_request(session, user, "acknowledgeConsult", givenBy=PageChannel.CALL.value)
    return Speech(words.ACKNOWLEDGED)
