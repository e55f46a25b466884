"""What a domain implements to send deliveries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Protocol

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import retries
from wardline.core.jobs.context import JobContext
from wardline.core.retries import Backoff
from wardline.outbox.choices import DeliveryState
from wardline.outbox.models import Delivery


class NotDelivered(Exception):
    """`reason` is a code or a few fixed words, never text from the receiver."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Refused(NotDelivered):
    """Sending it again would not help."""


class Delayed(NotDelivered):
    """It has to be sent again. The receiver may have it already."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How soon deliveries are sent, retried, and reported as late."""

    urgent: bool
    """Whether their lanes have workers and slots of their own, so that slow receivers of others cannot delay them."""
    retry: Backoff
    check: Backoff
    """How soon a receiver is asked about what it has accepted, in case its report got lost."""
    late_after: Mapping[DeliveryState, timedelta]
    """How long a delivery may be `WAITING` to be accepted, and `SENDING` until its outcome is known.

    Checked after each attempt, and once a minute for deliveries that have not been attempted.
    """


ORDINARY: Final = Pace(
    urgent=False,
    retry=retries.DELIVERY,
    check=retries.DELIVERY,
    late_after={DeliveryState.WAITING: timedelta(minutes=1), DeliveryState.SENDING: timedelta(minutes=30)},
)
URGENT: Final = Pace(
    urgent=True,
    retry=retries.URGENT_DELIVERY,
    check=retries.URGENT_CHECK,
    late_after={DeliveryState.WAITING: timedelta(seconds=10), DeliveryState.SENDING: timedelta(minutes=1)},
)
"""For what a person must see now, such as a page."""


class Channel(Protocol):
    """A way to one kind of receiver. Every method may be called more than once for the same delivery."""

    @property
    def pace(self) -> Pace:
        """The same for all its deliveries; a lane has deliveries of one pace only."""
        ...

    async def hold_reason(self, session: AsyncSession, delivery: Delivery) -> str | None:
        """The reason why it must not be sent yet, in a few fixed words, or None.

        Checked before each attempt, in the transaction that records the attempt. The code that removes the reason
        calls `wardline.outbox.service.resume` in the same transaction.
        """
        ...

    async def send(self, context: JobContext, delivery: Delivery) -> str | None:
        """Send it under its reference, outside a transaction.

        Returns None if it is delivered. A string is the receiver's id for the item that it accepted and will report on.

        Raises:
            Refused, Delayed
        """
        ...

    async def check_status(self, context: JobContext, delivery: Delivery) -> bool:
        """Whether the item that the receiver accepted as `delivery.taken_as` has been delivered.

        Raises:
            Refused: it never will be.
            Delayed: the receiver does not know.
        """
        ...

    async def changed(self, session: AsyncSession, delivery: Delivery, *, late: bool) -> None:
        """Notify users, in the same transaction, that its state changed or that it has just become `late`.

        A delivery that is held back is not late, and neither are those behind it.
        """
        ...

    async def sent_again(self, session: AsyncSession, deliveries: Sequence[Delivery]) -> None:
        """Notify users, in the same transaction and all at once, that a user is resending these."""
        ...


channels: Final[dict[str, Channel]] = {}
"""By name. Domains register theirs in a module called `channels` (`wardline.core.jobs.registry`)."""
