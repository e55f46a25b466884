"""Closed lists about web push."""

from wardline.core.forms.choices import Choice


class PushKind(Choice):
    """What a push is about."""

    VERIFICATION = "verification", "Device Added"
    TEST = "test", "Test"
    PAGE = "page", "Request for You"
    TAKEN = "taken", "Taken"
    """Someone else has acknowledged what an earlier push with the same tag was about."""
    LOCKED = "locked", "Screen Locked"
    """The user is on call, and the screen that would show requests is locked."""
    DUTY = "duty", "Duty"
    """Something about the user's duty that needs an answer."""
    DUTY_NEWS = "dutyNews", "News of Duty"


class PushReceiptEvent(Choice):
    """What the service worker reports."""

    DELIVERED = "delivered", "Delivered"
    SEEN = "seen", "Seen"
    """The user clicked the notification."""
