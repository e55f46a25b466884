"""Coordinators are told of alarms by e-mail: once, by one of the auditors, and in words that they understand."""

import pytest

from wardline.mail import registry as mails
from wardline.mail.contract import MailDelayed
from wardline.paging.tests.audited import CONTACT, INTERVAL, Audited

pytestmark = pytest.mark.usefixtures("noon")

CHECK_OUT = "update check_ins set checked_out_at = :now where service_line_id = 1"


class Post:
    """A mail server that keeps what it is given, unless it is down."""

    def __init__(self) -> None:
        self.mails: list[tuple[str, str, str]] = []
        self.is_down = False

    async def send(self, address: str, subject: str, message: str, reference: str) -> None:  # noqa: ARG002
        if self.is_down:
            raise MailDelayed("no connection")
        self.mails.append((address, subject, message))

    async def aclose(self) -> None:
        """Nothing to close."""


async def test_coordinators_are_told_by_e_mail_once_the_mail_server_is_up(
    audited: Audited, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = Post()
    monkeypatch.setattr(mails, "mail_server_for", lambda _: post)
    await audited.change(CONTACT, kind="email", address="desk@hospital.example", who="coordinator")
    await audited.change("update escalations set next_at = :now", CHECK_OUT)
    post.is_down = True
    await audited.audit(after=INTERVAL)
    post.is_down = False
    for _ in range(2):
        await audited.audit()
    ((address, subject, message),) = post.mails
    assert (address, subject) == ("desk@hospital.example", "Wardline: paging needs attention")
    assert message.splitlines() == [
        "A step of an escalation is overdue (1)",
        "An open service line has nobody on call: line Tele-Neuro (1)",
        "",
        f"Sign in to see the consults concerned: {audited.settings.origin}",
    ]
