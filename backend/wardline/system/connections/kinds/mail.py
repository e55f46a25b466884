"""The mail server for e-mail to users."""

from typing import Final

from wardline.contacts.choices import ContactKind
from wardline.mail.contract import MailDelayed
from wardline.mail.registry import account_of
from wardline.mail.smtp import SmtpServer
from wardline.system.connections.contract import (
    Connection,
    ConnectionBroken,
    Installation,
    Standing,
    Trial,
    of_deliveries,
)
from wardline.system.connections.kinds.phone import channels_of

_ACTION: Final = (
    "Check that the mail server runs and that this server can reach it, its certificate, `WARDLINE_MAIL_TLS`, and the "
    "account in `WARDLINE_MAIL_USER` and `WARDLINE_MAIL_PASSWORD`."
)


async def read(installation: Installation) -> Standing:
    found = await installation.deliveries(channels_of(ContactKind.EMAIL))
    return of_deliveries(found, what="e-mails", action=_ACTION)


async def test(installation: Installation) -> str:
    account = account_of(installation.settings)
    if account is None:
        raise ConnectionBroken("It is not set up.", "Set `WARDLINE_MAIL_HOST` and `WARDLINE_MAIL_FROM`.")
    try:
        await SmtpServer(account).check()
    except MailDelayed as error:
        raise ConnectionBroken(f"It could not be used: {error.reason}.", _ACTION) from None
    return "It accepted the connection and the sign-in." if account.user else "It accepted the connection."


CONNECTION: Final = Connection(
    required=("mail_host", "mail_from"),
    optional=("mail_port", "mail_tls", "mail_user", "mail_password", "mail_timeout"),
    section="E-mail",
    read=read,
    test=Trial("Connects and signs in. Sends no e-mail.", test),
    built_in="E-mails are simulated by the demonstration.",
)
