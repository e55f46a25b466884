"""Closed lists about contacts."""

from wardline.core.forms.choices import Choice


class ContactKind(Choice):
    PUSH = "push", "Notification"
    TEXT = "text", "Text Message"
    CALL = "call", "Phone Call"
    EMAIL = "email", "E-mail"


class DisabledReason(Choice):
    """Why a contact is no longer used."""

    OPTED_OUT = "opted-out", "This number replied STOP. To use it again, reply START to our last text message."
    ENDPOINT_GONE = "endpoint-gone", "This device no longer accepts notifications. Remove it, then add it again."
    BOUNCED = "bounced", "Mail to this address was returned. Check the address, then verify it again."
    FAILED_REPEATEDLY = "failed-repeatedly", "Messages failed repeatedly. Verify it again."


class MessagePurpose(Choice):
    """What a message to a contact is for."""

    CODE = "code", "Verification"
    TEST = "test", "Test"
    LOCKED = "locked", "Screen Locked"
    """The owner is on call, and their screen is locked."""


class MessageState(Choice):
    """How far a message to a contact has got."""

    QUEUED = "queued", "Queued"
    SENT = "sent", "Sent"
    DELIVERED = "delivered", "Delivered"
    SEEN = "seen", "Seen"
    FAILED = "failed", "Failed"


class VerificationResult(Choice):
    VERIFIED = "verified", "Verified"
    WRONG = "wrong", "This code is incorrect."
    EXPIRED = "expired", "This code is no longer valid. Send a new one."
