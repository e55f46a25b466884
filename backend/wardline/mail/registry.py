"""Chooses the mail server of an installation."""

from wardline.core.terminal import CommandError
from wardline.mail.contract import MailRefused, MailServer
from wardline.mail.smtp import SmtpAccount, SmtpServer
from wardline.settings import Settings


class MailUnusable(CommandError):
    """The settings for the mail server are invalid. The message names the setting, never a password."""


class NoMail:
    """The `MailServer` of an installation without one."""

    async def send(self, address: str, subject: str, text: str, reference: str) -> None:  # noqa: ARG002
        raise MailRefused("not set up in Wardline")

    async def aclose(self) -> None:
        """Nothing to close."""


def mail_server_for(settings: Settings) -> MailServer:
    """The server in the settings, otherwise the simulated one in the demonstration. The caller closes it.

    Raises:
        MailUnusable: a setting is missing.
    """
    account = account_of(settings)
    if account is not None:
        return SmtpServer(account)
    if settings.demo:
        from wardline.mail.demo import DemoMail  # noqa: PLC0415 - a hospital's server never loads the demonstration

        return DemoMail(settings.data_dir / "mails")
    return NoMail()


def account_of(settings: Settings) -> SmtpAccount | None:
    """The server in the settings, or None. Raises MailUnusable as above.

    Whether it is protected is checked at startup (`wardline.exposure`).
    """
    host, sender, password = settings.mail_host, settings.mail_from, settings.mail_password
    if not host:
        return None
    if not sender or "@" not in sender:
        raise MailUnusable("WARDLINE_MAIL_FROM must be the sender's address, because WARDLINE_MAIL_HOST is set")
    if settings.mail_user and not password:
        raise MailUnusable("WARDLINE_MAIL_PASSWORD is missing, because WARDLINE_MAIL_USER is set")
    return SmtpAccount(
        host=host,
        port=settings.mail_port,
        tls=settings.mail_tls,
        sender=sender,
        user=settings.mail_user or None,
        password=password.get_secret_value() if password else None,
        timeout=settings.mail_timeout,
    )
