from collections.abc import AsyncIterator

import pytest
from fastapi import FastAPI

from conftest import RolledBackDatabase, SignIn
from wardline.core.db.database import Database
from wardline.paging.tests.watched import Watched


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
