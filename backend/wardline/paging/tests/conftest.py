from collections.abc import AsyncIterator

import pytest
from fastapi import FastAPI

from conftest import RolledBackDatabase, SignIn, job_context
from wardline.core.db.database import Database
from wardline.mail import registry as mails
from wardline.paging.tests.edge import Edge
from wardline.paging.tests.watched import Watched
from wardline.telephony import registry as phones


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
