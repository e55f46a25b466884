"""What a domain brings to have something delivered."""

from collections.abc import Sequence
from typing import Final, Protocol

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.db.database import Database
from wardline.outbox.models import Delivery


class NotDelivered(Exception):
    """`reason` is a code or a few fixed words, never what the receiver wrote."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Refused(NotDelivered):
    """It will not be delivered by being sent again."""


class Delayed(NotDelivered):
    """It is to be sent again; the receiver may have it already."""


class Channel(Protocol):
    """A way to one kind of receiver. Every method may be called again for the same delivery."""

    async def held_by(self, session: AsyncSession, delivery: Delivery) -> str | None:
        """Why it must not be sent yet, in a few fixed words; None where nothing is against it.

        Asked before each attempt and in its transaction, so that there is none meanwhile. Whoever does away with the
        reason calls `wardline.outbox.service.resume` in the same transaction.
        """
        ...

    async def send(self, database: Database, delivery: Delivery) -> str | None:
        """Send it under its reference; no transaction is open meanwhile.

        None says that it is delivered; text is the receiver's name for what it took and will tell of.

        Raises:
            Refused, Delayed
        """
        ...

    async def ask(self, delivery: Delivery) -> bool:
        """Whether what the receiver took, as `delivery.taken_as`, is delivered by now.

        Raises:
            Refused: it never will be.
            Delayed: the receiver does not say.
        """
        ...

    async def changed(self, session: AsyncSession, delivery: Delivery, *, late: bool) -> None:
        """Tell people in the transaction of the change: of another state, or for the first time that it is `late`.

        What is held back is not late, and what waits behind it neither.
        """
        ...

    async def sent_again(self, session: AsyncSession, deliveries: Sequence[Delivery]) -> None:
        """Tell people, in the transaction and in one go, that a person has these sent once more."""
        ...


channels: Final[dict[str, Channel]] = {}
"""By their names; domains add theirs when they are loaded."""
