"""E-mail to a real SMTP server, as it should be and when it fails."""

import base64
import email
import logging
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any, Final, Literal

import pytest

from wardline.ehr.tests.serving import closed_port
from wardline.ehr.tests.test_mllp import certificate
from wardline.mail.contract import MailDelayed, MailRefused, NotMailed
from wardline.mail.smtp import MAYBE_SENT, SmtpAccount, SmtpServer
from wardline.mail.tests.server import Mailbox

pytestmark = pytest.mark.usefixtures("noon")

ADDRESS: Final = "coordinator@hospital.example"
SENDER: Final = "wardline@hospital.example"
REFERENCE: Final = "0123456789ABCDEF0123"
TEXT: Final = "A critical request waits on Tele-Stroke, and nobody was reached.\n\nhttps://consults.hospital.example/\n"


def server_at(
    port: int, tls: Literal["starttls", "tls", "none"] = "none", timeout: float = 5, **account: Any
) -> SmtpServer:
    return SmtpServer(SmtpAccount("127.0.0.1", port, tls, SENDER, timeout=timeout, **account))


async def send(server: SmtpServer, address: str = ADDRESS, subject: str = "Nobody was reached") -> None:
    await server.send(address, subject, TEXT, REFERENCE)
    await server.aclose()


async def reason(server: SmtpServer, kind: type[NotMailed], address: str = ADDRESS) -> str:
    with pytest.raises(kind) as raised:
        await send(server, address)
    assert type(raised.value) is kind
    assert raised.value.__cause__ is None
    return raised.value.reason


async def test_a_message_has_the_same_id_each_time() -> None:
    async with Mailbox().open() as mailbox:
        for _ in range(2):
            await send(server_at(mailbox.port, user="wardline", password="s3cret"))
    first, second = (email.message_from_bytes(message, policy=default) for message in mailbox.messages)
    assert isinstance(first, EmailMessage)
    assert (first["From"], first["To"], first["Subject"]) == (SENDER, ADDRESS, "Nobody was reached")
    assert first["Message-ID"] == second["Message-ID"] == f"<{REFERENCE}@hospital.example>"
    assert (first["Date"], first["Auto-Submitted"]) == ("Wed, 04 Mar 2026 12:00:00 +0000", "auto-generated")
    assert first.get_content().replace("\r\n", "\n").rstrip(".\n") == TEXT.rstrip("\n")
    assert mailbox.commands[1] == "AUTH PLAIN " + base64.b64encode(b"\0wardline\0s3cret").decode()


@pytest.mark.parametrize(
    ("verb", "reply", "kind", "expected"),
    [
        ("RCPT", "550 no Secretname here", MailRefused, "recipient refused, code 550"),
        ("RCPT", "451 later", MailDelayed, "recipient refused, code 451"),
        ("MAIL", "553 no", MailRefused, "refused, code 553"),
        ("MAIL", "452 full", MailDelayed, "refused, code 452"),
        ("DATA", "554 no", MailRefused, "refused, code 554"),
        ("MESSAGE", "554 spam", MailRefused, "refused, code 554"),
        ("MESSAGE", "421 busy", MailDelayed, "refused, code 421"),
        ("MESSAGE", None, MailDelayed, MAYBE_SENT),
        ("AUTH", "535 wrong", MailDelayed, "sign-in refused, code 535"),
        ("GREETING", "554 go away", MailDelayed, "code 554"),
        ("GREETING", None, MailDelayed, "no connection"),
    ],
)
async def test_what_the_server_refuses_for_good_is_told_from_what_is_retried(
    verb: str, reply: str | None, kind: type[NotMailed], expected: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with Mailbox().open() as mailbox:
        mailbox.replies[verb] = reply
        assert await reason(server_at(mailbox.port, user="wardline", password="s3cret"), kind) == expected
    lines = [record.getMessage() for record in caplog.records if record.name.startswith("wardline")]
    assert lines == [f"mail server: {expected}"]


async def test_a_failing_goodbye_does_not_count() -> None:
    async with Mailbox().open() as mailbox:
        mailbox.replies["QUIT"] = None
        await send(server_at(mailbox.port))
    assert len(mailbox.messages) == 1


async def test_a_check_signs_in_and_sends_nothing() -> None:
    async with Mailbox().open() as mailbox:
        server = server_at(mailbox.port, user="wardline", password="s3cret")
        await server.check()
        assert [command.split()[0] for command in mailbox.commands] == ["EHLO", "AUTH", "NOOP", "QUIT"]
        mailbox.replies["AUTH"] = "535 wrong"
        with pytest.raises(MailDelayed, match="sign-in refused, code 535"):
            await server.check()
    with pytest.raises(MailDelayed, match="no connection"):
        await server_at(closed_port()).check()
    assert mailbox.messages == []


async def test_an_invalid_address_or_subject_is_refused() -> None:
    async with Mailbox().open() as mailbox:
        server = server_at(mailbox.port)
        for address in ("a@b.example\r\nBcc: x@y.example", "jörg@hospital.example"):
            assert await reason(server, MailRefused, address) == "invalid address or subject"
        with pytest.raises(MailRefused):
            await send(server, subject="a\r\nBcc: x@y.example")
    assert mailbox.messages == []


async def test_a_server_that_is_away_or_silent_is_retried() -> None:
    assert await reason(server_at(closed_port()), MailDelayed) == "no connection"
    async with Mailbox().open(tls=False) as mailbox:
        assert await reason(server_at(mailbox.port, tls="tls", timeout=0.3), MailDelayed) in {
            "no response",
            "no connection",
        }
    assert mailbox.messages == []


async def test_tls_and_a_trusted_certificate_are_required(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the message, and before the password, is sent."""
    pem_file = certificate(tmp_path, "127.0.0.1")
    account: Any = {"user": "wardline", "password": "s3cret"}
    async with Mailbox().open() as plain:
        assert await reason(server_at(plain.port, "starttls", **account), MailDelayed) == "no TLS or sign-in offered"
    async with Mailbox(pem_file, offers_starttls=True).open() as upgrading, Mailbox(pem_file).open(tls=True) as secure:
        ways: list[tuple[Mailbox, Literal["starttls", "tls"]]] = [(upgrading, "starttls"), (secure, "tls")]
        for mailbox, tls in ways:
            await reason(server_at(mailbox.port, tls, **account), MailDelayed)
        monkeypatch.setenv("SSL_CERT_FILE", str(pem_file))
        for mailbox, tls in ways:
            await send(server_at(mailbox.port, tls, **account))
    assert [len(mailbox.messages) for mailbox in (plain, upgrading, secure)] == [0, 1, 1]
    for mailbox in (plain, upgrading):
        before_tls = (
            mailbox.commands[: mailbox.commands.index("STARTTLS")] if mailbox is upgrading else mailbox.commands
        )
        assert not [command for command in before_tls if command.startswith("AUTH")]
