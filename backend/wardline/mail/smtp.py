"""Sends e-mail over SMTP.

One connection for each message: there are few, and a server may close an idle one at any time.
"""

import asyncio
import logging
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP as SMTP_LINES
from email.utils import format_datetime
from typing import Final, Literal

import aiosmtplib
from aiosmtplib.errors import (
    SMTPAuthenticationError,
    SMTPDataError,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPSenderRefused,
)

from wardline.core import clock
from wardline.mail.contract import MailDelayed, MailRefused, NotMailed

log = logging.getLogger(__name__)

MAYBE_SENT: Final = "may have been sent"
_FIRST_PERMANENT: Final = 500
"""Codes from here on say that a retry would not help."""
_OPERATIONS: Final = 4
"""How many times the timeout of one operation the whole may take."""


@dataclass(frozen=True, slots=True)
class SmtpAccount:
    """`timeout` is in seconds, for each operation; `password` is used with a `user` only."""

    host: str
    port: int
    tls: Literal["starttls", "tls", "none"]
    sender: str
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    timeout: float = 10.0


class SmtpServer:
    """The `MailServer` behind an address."""

    def __init__(self, account: SmtpAccount) -> None:
        self._account = account

    async def aclose(self) -> None:
        """Nothing to close."""

    async def check(self) -> None:
        """Connect and sign in as for a message, and send none.

        Raises:
            MailDelayed
        """
        try:
            async with asyncio.timeout(_OPERATIONS * self._account.timeout), self._client() as client:
                await client.noop()
        except (SMTPException, OSError) as error:
            raise MailDelayed(_reason_not_connected(error)) from None

    async def send(self, address: str, subject: str, text: str, reference: str) -> None:
        account, client = self._account, self._client()
        is_sending = False
        try:
            message = _message(account.sender, address, subject, text, reference)
            async with asyncio.timeout(_OPERATIONS * account.timeout), client:
                is_sending = True
                await client.sendmail(account.sender, [address], message)
        except (SMTPException, OSError) as error:  # An untrusted certificate is a ValueError, too.
            failure = _failure(error, is_sending=is_sending)
            log.warning("mail server: %s", failure.reason)
            raise failure from None
        except ValueError:
            raise MailRefused("invalid address or subject") from None

    def _client(self) -> aiosmtplib.SMTP:
        account = self._account
        return aiosmtplib.SMTP(
            hostname=account.host,
            port=account.port,
            use_tls=account.tls == "tls",
            start_tls=account.tls == "starttls",
            username=account.user,
            password=account.password if account.user else None,
            timeout=account.timeout,
        )


def _message(sender: str, address: str, subject: str, text: str, reference: str) -> bytes:
    """Raises ValueError for line breaks in a header."""
    message = EmailMessage(policy=SMTP_LINES)
    message["From"] = sender
    message["To"] = address
    message["Subject"] = subject
    message["Date"] = format_datetime(clock.now())
    message["Message-ID"] = f"<{reference}@{sender.rpartition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message.as_bytes()


def _failure(error: SMTPException | OSError, *, is_sending: bool) -> NotMailed:
    """What the server says about the message may be final; what it says before that concerns the account."""
    if isinstance(error, SMTPRecipientsRefused):
        return _of_code("recipient refused", error.recipients[0].code)
    if isinstance(error, SMTPSenderRefused | SMTPDataError):
        return _of_code("refused", error.code)
    if is_sending:
        return MailDelayed(MAYBE_SENT)
    return MailDelayed(_reason_not_connected(error))


def _reason_not_connected(error: SMTPException | OSError) -> str:
    if isinstance(error, SMTPAuthenticationError):
        return f"sign-in refused, code {error.code}"
    if isinstance(error, SMTPResponseException):
        return f"code {error.code}"
    if not isinstance(error, OSError):
        return "no TLS or sign-in offered"
    return "no response" if isinstance(error, TimeoutError) else "no connection"


def _of_code(what: str, code: int) -> NotMailed:
    reason = f"{what}, code {code}"
    return MailRefused(reason) if code >= _FIRST_PERMANENT else MailDelayed(reason)
