"""Closed lists about deliveries."""

from typing import Final

from wardline.core.forms.choices import Choice


class DeliveryState(Choice):
    WAITING = "waiting", "Waiting"
    """To be sent, for the first time or again."""
    SENDING = "sending", "Sending"
    """The receiver took it and will say what became of it."""
    DELIVERED = "delivered", "Delivered"
    FAILED = "failed", "Failed"
    """Sending it again by itself is of no use; a person may have it sent again."""
    HANDLED = "handled", "Handled"
    """A person said that it arrived another way, or is not needed; it had failed."""


OPEN: Final = (DeliveryState.WAITING, DeliveryState.SENDING, DeliveryState.FAILED)
"""Something is still to be done: by the outbox, by the receiver, or by a person."""
