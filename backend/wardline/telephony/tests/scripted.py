"""A domain that listens to the phone with scripted answers, and its channel."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from conftest import RolledBackDatabase
from wardline.outbox.contract import URGENT, channels
from wardline.outbox.models import Delivery
from wardline.outbox.tests.scripted import SCRIPTED, ScriptedChannel, Sender
from wardline.telephony.contract import TextReceived
from wardline.telephony.listeners import Speech, listeners

SECOND: Final = "a second channel of the listener"


class PhoneChannel(ScriptedChannel):
    pace = URGENT


class Listener:
    """Answers as scripted, and records what it was told."""

    def __init__(self) -> None:
        self.channel = PhoneChannel()
        self.told: list[tuple[Any, ...]] = []
        self.speech: Speech | None = Speech("Press 1 to accept.", then_listen=True)

    async def call_answered(self, session: AsyncSession, delivery_id: int) -> Speech | None:
        delivery = await session.get_one(Delivery, delivery_id)
        self.told.append(("answered", delivery_id, delivery.state))
        return self.speech

    async def key_pressed(self, session: AsyncSession, delivery_id: int, digit: str) -> Speech | None:  # noqa: ARG002
        self.told.append(("pressed", delivery_id, digit))
        return Speech("Thank you.") if digit == "1" else None

    async def text_received(self, session: AsyncSession, text: TextReceived) -> None:  # noqa: ARG002
        self.told.append(("text", text.number, text.words))

    async def order(self, database: RolledBackDatabase, item_id: str | None = None) -> Delivery:
        """A delivery that the provider accepted as `item_id`, by default our reference."""
        sender = Sender(database)
        delivery = await sender.order()
        self.channel.responses = [item_id or delivery.reference]
        await sender.run()
        return delivery


@contextmanager
def listening() -> Iterator[Listener]:
    listener = Listener()
    channels[SCRIPTED] = listener.channel
    listeners.update({SECOND: listener, SCRIPTED: listener})
    yield listener
    del channels[SCRIPTED], listeners[SCRIPTED], listeners[SECOND]
