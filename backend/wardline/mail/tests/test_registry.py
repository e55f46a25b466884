"""Choosing an installation's mail server, and the demonstration's."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from conftest import NOON
from wardline import exposure
from wardline.core import clock
from wardline.exposure import Exposed
from wardline.mail.contract import MailDelayed, MailRefused
from wardline.mail.demo import DemoMail
from wardline.mail.registry import MailUnusable, NoMail, mail_server_for
from wardline.mail.smtp import SmtpServer
from wardline.settings import Settings


def settings_of(**changed: Any) -> Settings:
    account = {
        "mail_host": "mail.hospital.example",
        "mail_from": "wardline@hospital.example",
        "mail_user": "wardline",
        "mail_password": "s3cret",
    }
    return Settings.model_validate(account | changed)


@pytest.mark.parametrize(
    ("settings", "kind"),
    [
        (Settings(demo=False), NoMail),
        (Settings(demo=True), DemoMail),
        (settings_of(demo=True), SmtpServer),
        (settings_of(mail_user=None, mail_password=None), SmtpServer),
        (settings_of(mail_host=""), NoMail),
    ],
)
async def test_a_server_takes_precedence_over_the_demonstration(settings: Settings, kind: type) -> None:
    server = mail_server_for(settings)
    assert type(server) is kind
    assert "s3cret" not in repr(vars(server))
    await server.aclose()


async def test_without_a_server_e_mail_is_refused() -> None:
    with pytest.raises(MailRefused, match="not set up in Wardline"):
        await mail_server_for(Settings(demo=False)).send("a@b.example", "subject", "text", "0" * 20)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"mail_from": None}, "WARDLINE_MAIL_FROM"),
        ({"mail_from": "wardline"}, "WARDLINE_MAIL_FROM"),
        ({"mail_password": None}, "WARDLINE_MAIL_PASSWORD"),
    ],
)
def test_incomplete_settings_are_refused(wrong: dict[str, str | None], message: str) -> None:
    with pytest.raises(MailUnusable, match=message):
        mail_server_for(settings_of(**wrong))


def test_a_server_across_the_network_needs_tls_unless_that_is_allowed() -> None:
    def allowed(**changed: Any) -> list[str]:
        settings = settings_of(demo=True, **changed)
        return exposure.enforce(settings, exposure.of_settings(settings))

    assert allowed() == allowed(mail_tls="tls") == allowed(mail_tls="none", mail_host="127.0.0.1") == []
    with pytest.raises(Exposed, match="WARDLINE_MAIL_TLS"):
        allowed(mail_tls="none")
    assert allowed(mail_tls="none", allow_mail_without_tls=True) == ["WARDLINE_ALLOW_MAIL_WITHOUT_TLS"]


@pytest.mark.usefixtures("noon")
async def test_the_demonstration_stores_messages_for_all_processes_newest_first(tmp_path: Path) -> None:
    server = DemoMail(tmp_path / "mails")
    assert await server.mails() == []
    await server.send("a@b.example", "First", "text", "0" * 20)
    with clock.clock_at(NOON + timedelta(seconds=1)):
        await server.send("a@b.example", "Second", "text", "1" * 20)
    await server.send("a@b.example", "First", "text", "0" * 20)
    assert [mail.subject for mail in await DemoMail(tmp_path / "mails").mails()] == ["Second", "First"]
    with pytest.raises(MailRefused, match="550"):
        await server.send("nobody@b.example", "subject", "text", "2" * 20)
    with pytest.raises(MailDelayed):
        await server.send("away@b.example", "subject", "text", "3" * 20)
    with pytest.raises(MailRefused):
        await server.send("a@b.example", "subject", "text", "../../etc/passwd")
