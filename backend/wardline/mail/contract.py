"""What Wardline needs to send e-mail."""

from typing import Protocol


class NotMailed(Exception):
    """Not sent this time; `reason` is a code or a few fixed words, never text from the server."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class MailRefused(NotMailed):
    """The server refuses the message or its recipient; a retry would not help."""


class MailDelayed(NotMailed):
    """The server cannot be reached, or asks to try later. It may have accepted the message already."""


class MailServer(Protocol):
    async def send(self, address: str, subject: str, text: str, reference: str) -> None:
        """Hand a plain-text message over to the mail server.

        `reference` (20 characters of A-Z and 0-9) is the same for each attempt and becomes the Message-ID, by which
        mailboxes recognize a repeat.

        Raises:
            MailRefused, MailDelayed
        """
        ...

    async def aclose(self) -> None:
        """Close connections. The server cannot be used afterwards."""
        ...
