from collections.abc import AsyncIterator

import pytest
from bodies import Bodies
from fastapi import FastAPI
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import RolledBackDatabase, SignIn, job_context
from wardline.core.db.database import Database
from wardline.mail import registry as mails
from wardline.paging import nodes, notices
from wardline.paging.tests.audited import STAFF, WORKER, Audited
from wardline.paging.tests.edge import Edge
from wardline.paging.tests.monitor import Monitor, running_monitor
from wardline.paging.tests.watched import Watched, have_contacts
from wardline.telephony import registry as phones


@pytest.fixture(autouse=True)
def _without_check_in_numbers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests count each message, and would all have to count the calls that `test_check_in_numbers` is about."""
    if request.node.get_closest_marker("check_in_numbers") is None:
        monkeypatch.setattr(notices, "unverified_number", lambda *_: None)


@pytest.fixture
def watched(database: RolledBackDatabase) -> Watched:
    return Watched(database)


@pytest.fixture
async def committing(bare_app: FastAPI, cloned: tuple[str, str], sign_in: SignIn) -> AsyncIterator[Database]:
    """The users' requests, in a database with real commits."""
    before = bare_app.state.database
    bare_app.state.database = database = Database(cloned[0], pool_size=5)
    yield database
    await database.close()
    bare_app.state.database = before


@pytest.fixture
async def edge(database: RolledBackDatabase, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Edge]:
    context = job_context(database)
    edge = Edge(context)
    monkeypatch.setattr(phones, "phone_provider_for", lambda _: edge)
    monkeypatch.setattr(mails, "mail_server_for", lambda _: edge)
    yield edge
    await context.aclose()


@pytest.fixture
async def monitor() -> AsyncIterator[Monitor]:
    async with running_monitor() as monitor:
        yield monitor


@pytest.fixture
def ahead(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """How many seconds the machine's clock, which the test has stopped, is ahead of the database's."""
    seconds = {"seconds": 0.0}

    async def seconds_ahead(_: AsyncSession) -> float:
        return seconds["seconds"]

    monkeypatch.setattr(nodes, "seconds_ahead", seconds_ahead)
    return seconds


@pytest.fixture
async def audited(
    watched: Watched, monitor: Monitor, ahead: dict[str, float], sign_in: SignIn, bodies: Bodies
) -> Audited:
    audited = Audited(watched, monitor)
    await audited.change(STAFF, WORKER)
    await have_contacts(watched, "neuro", ("text", "(555) 010-0161", 0))
    audited.consult_id = await bodies.create(sign_in("nurse"), "tele-stroke")
    await watched.look()
    await audited.change(
        "update deliveries set state = 'delivered', delivered_at = :now, attempt_count = 1, taken_as = 'text'"
    )
    return audited
