"""Domains that react to what people do on the phone, and how an event of the provider reaches them."""

import logging
from dataclasses import dataclass
from typing import Final, Protocol

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.db.database import Database
from wardline.outbox import service as outbox
from wardline.telephony.contract import (
    CallAnswered,
    KeyPressed,
    PhoneEvent,
    PhoneOutcome,
    PhoneProvider,
    PhoneRefused,
    SpeechEnded,
    TextReceived,
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Speech:
    """What a call says next. With `then_listen` it is repeated until a key is pressed; otherwise the call then ends."""

    text: str
    then_listen: bool = False


class PhoneListener(Protocol):
    """A domain whose deliveries are texts and calls.

    Every method runs in a transaction, and may be called more than once for the same event.
    """

    async def call_answered(self, session: AsyncSession, delivery_id: int) -> Speech | None:
        """What to say; None ends the call."""
        ...

    async def key_pressed(self, session: AsyncSession, delivery_id: int, digit: str) -> Speech | None:
        """What to say to that; None ends the call. `digit` is empty if no key was pressed in time."""
        ...

    async def text_received(self, session: AsyncSession, text: TextReceived) -> None:
        """React to a text from anyone. Every listener gets every text."""
        ...


listeners: Final[dict[str, PhoneListener]] = {}
"""By the names of the outbox channels whose texts and calls they order; one of several channels is under each.

Domains register theirs where they register their channels.
"""


async def handle(database: Database, provider: PhoneProvider, event: PhoneEvent) -> bool:
    """Record an event and react to it; False if it is about an unknown item.

    What the database has to know is committed before the call continues, so that a repeat of the event is harmless.

    Raises:
        PhoneDelayed: the provider did not take the reply. The event is to be handled again.
    """
    if isinstance(event, SpeechEnded):
        await _reply(provider, event, None)
        return True
    if isinstance(event, TextReceived):
        async with database.transaction() as session:
            for listener in dict.fromkeys(listeners.values()):
                await listener.text_received(session, event)
        return True
    async with database.transaction() as session:
        if isinstance(event, PhoneOutcome):
            return await outbox.settle(session, listeners, event.item_id, event.refusal, reference=event.reference)
        if isinstance(event, CallAnswered):
            await outbox.settle(session, listeners, event.call_id, None, reference=event.reference)
        delivery = await outbox.find(session, listeners, event.call_id, reference=event.reference)
        speech = None
        if delivery is not None:
            listener = listeners[delivery.channel]
            speech = await (
                listener.key_pressed(session, delivery.id, event.digit)
                if isinstance(event, KeyPressed)
                else listener.call_answered(session, delivery.id)
            )
    await _reply(provider, event, speech)
    return delivery is not None


async def _reply(
    provider: PhoneProvider, event: CallAnswered | KeyPressed | SpeechEnded, speech: Speech | None
) -> None:
    try:
        if speech is None or event.reference is None:
            await provider.hang_up(event.call_id, reference=event.reference)
        else:
            await provider.say(event.call_id, speech.text, then_listen=speech.then_listen, reference=event.reference)
    except PhoneRefused as refusal:
        log.info("phone provider: %s", refusal.reason)
