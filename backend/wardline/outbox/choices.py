"""Choices about deliveries."""

from typing import Final

from wardline.core.forms.choices import Choice


class DeliveryState(Choice):
    WAITING = "waiting", "Waiting"
    """Waiting to be sent, for the first time or again."""
    SENDING = "sending", "Sending"
    """The receiver accepted it and will report the outcome."""
    DELIVERED = "delivered", "Delivered"
    FAILED = "failed", "Failed"
    """Not retried automatically; a user may send it again."""
    HANDLED = "handled", "Handled"
    """It failed or was held back, and a user confirmed that it arrived another way or is not needed."""
    WITHDRAWN = "withdrawn", "Withdrawn"
    """Its domain no longer needed it before it was accepted."""


OPEN: Final = (DeliveryState.WAITING, DeliveryState.SENDING, DeliveryState.FAILED)
"""The outbox, the receiver, or a user still has to act."""
