from collections.abc import AsyncIterator
from types import SimpleNamespace

import httpx
import pytest
from fastapi import FastAPI

from conftest import RolledBackDatabase, SignIn, job_context
from wardline.contacts import codes
from wardline.contacts.tests.owner import FakeMail, FakePhone, Owner
from wardline.core.jobs.context import JobContext
from wardline.ehr.tests.serving import STAGE, serving
from wardline.mail import registry as mails
from wardline.settings import Settings
from wardline.telephony import registry as phones
from wardline.webpush.tests.push_service import PushService


@pytest.fixture(scope="session", autouse=True)
async def stage() -> AsyncIterator[None]:
    async with STAGE.open():
        yield


@pytest.fixture
def phone(monkeypatch: pytest.MonkeyPatch) -> FakePhone:
    phone = FakePhone()
    monkeypatch.setattr(phones, "phone_provider_for", lambda _: phone)
    return phone


@pytest.fixture
def mail(monkeypatch: pytest.MonkeyPatch) -> FakeMail:
    mail = FakeMail()
    monkeypatch.setattr(mails, "mail_server_for", lambda _: mail)
    return mail


@pytest.fixture
async def push_service() -> AsyncIterator[PushService]:
    service = PushService()
    async with serving(service.app) as service.origin:
        yield service


@pytest.fixture
async def context(database: RolledBackDatabase, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[JobContext]:
    monkeypatch.setenv("WARDLINE_PUSH_SERVICES", "127.0.0.1, *.push.example")
    context = job_context(database)
    yield context
    await context.aclose()


@pytest.fixture
def quick_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashing codes slowly is for those who want to guess them."""
    monkeypatch.setattr(codes, "_COST", 2)


@pytest.fixture
async def owner(
    app: FastAPI,
    sign_in: SignIn,
    phone: FakePhone,
    mail: FakeMail,
    context: JobContext,
    quick_codes: None,
    noon: object,
) -> AsyncIterator[Owner]:
    """A specialist, whose installation allows the push service of the tests."""
    before: Settings = app.state.settings
    app.state.settings = before.model_copy(update={"push_services": context.settings.push_services})
    transport = httpx.ASGITransport(app, raise_app_exceptions=True)
    async with httpx.AsyncClient(transport=transport, base_url=f"{before.origin}/api") as browser:
        yield Owner(sign_in("psych"), browser, context, SimpleNamespace(phone=phone, mail=mail))
    app.state.settings = before
