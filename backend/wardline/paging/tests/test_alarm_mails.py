"""Coordinators are told of alarms by e-mail: once, by one of the auditors, in words that they understand."""

from collections.abc import Awaitable, Callable

import pytest

from wardline.mail import registry as mails
from wardline.mail.contract import MailDelayed, MailRefused
from wardline.paging.tests.audited import CHECK_OUT, INTERVAL, Audited
from wardline.paging.tests.watched import have_contacts

pytestmark = pytest.mark.usefixtures("noon")

DUE = "update escalations set next_at = :now"


class Post:
    """A mail server that keeps what it is given, unless it is to raise `failure`."""

    def __init__(self) -> None:
        self.mails: list[tuple[str, str, str]] = []
        self.failure: Exception | None = None
        self.meanwhile: Callable[[], Awaitable[object]] | None = None
        """What another auditor does while this one sends."""

    async def send(self, address: str, subject: str, message: str, reference: str) -> None:  # noqa: ARG002
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            await meanwhile()
        if self.failure is not None:
            raise self.failure
        self.mails.append((address, subject, message))

    async def aclose(self) -> None:
        """Nothing to close."""


@pytest.fixture
async def post(audited: Audited, monkeypatch: pytest.MonkeyPatch) -> Post:
    """To which one coordinator has an address."""
    post = Post()
    monkeypatch.setattr(mails, "mail_server_for", lambda _: post)
    await have_contacts(audited.watched, "coordinator", ("email", "desk@hospital.example", 0))
    return post


@pytest.mark.parametrize(
    "failure", [MailDelayed("no connection"), MailRefused("no such user"), RuntimeError()], ids=repr
)
async def test_coordinators_are_told_by_e_mail_once_the_mail_server_takes_it(
    audited: Audited, post: Post, failure: Exception
) -> None:
    await audited.change(DUE, CHECK_OUT)
    post.failure = failure
    await audited.audit(after=INTERVAL)
    post.failure = None
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


async def test_an_alarm_waits_for_the_first_coordinator_with_an_address(audited: Audited, post: Post) -> None:
    await audited.change("update contacts set verified_at = null where kind = 'email'", DUE)
    await audited.audit(after=INTERVAL)
    assert post.mails == []
    await audited.change("update contacts set verified_at = :now where kind = 'email'")
    await audited.audit()
    assert len(post.mails) == 1


async def test_of_two_auditors_one_tells_them(audited: Audited, post: Post) -> None:
    post.meanwhile = audited.audit
    await audited.change(DUE)
    await audited.audit(after=INTERVAL)
    assert len(post.mails) == 1


async def test_an_e_mail_names_whoever_cannot_be_reached_and_the_log_does_not(
    audited: Audited, post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    await audited.change("update contacts set verified_at = null where kind = 'text'")
    await audited.audit()
    ((_, _, message),) = post.mails
    assert message.splitlines()[0] == "Someone on call has no verified contact: Amara Feldspar"
    assert "Feldspar" not in caplog.text
    ((subject,),) = await audited.watched.rows("select 'user ' || id from users where username = 'neuro'")
    assert subject in caplog.text
