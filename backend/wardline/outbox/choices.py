"""Closed lists about deliveries."""

from wardline.core.choices import Choice


class DeliveryState(Choice):
    WAITING = "waiting", "Waiting"
    """To be sent, for the first time or again."""
    SENDING = "sending", "Sending"
    """The receiver took it and will say what became of it."""
    DELIVERED = "delivered", "Delivered"
    FAILED = "failed", "Failed"
    """Sending it again by itself is of no use; a person may have it sent again."""
