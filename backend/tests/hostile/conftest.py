"""The world that hostile requests are sent into."""

from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy.ext.asyncio import AsyncEngine

from conftest import RolledBackDatabase, healthy_app
from wardline.demo.identity.issuing import Issuer
from wardline.settings import Settings

from .kept import noting
from .world import World

PATIENCE = 60.0


@pytest.fixture(scope="session")
def hostile_app(settings: Settings) -> FastAPI:
    """With a hospital that may take its time."""
    return healthy_app(settings.model_copy(update={"fhir_timeout": PATIENCE}))


@pytest.fixture(scope="module")
async def world(engine: AsyncEngine, hostile_app: FastAPI, settings: Settings, issuer: Issuer) -> AsyncIterator[World]:
    transport = httpx.ASGITransport(hostile_app)
    async with engine.connect() as connection, httpx.AsyncClient(transport=transport) as client:
        transaction = await connection.begin()
        hostile_app.state.database = database = RolledBackDatabase(connection)
        client.base_url = httpx.URL(f"{settings.origin}/api")
        with noting() as kept:
            world = World(hostile_app, database, issuer, kept)
            await world.build(client)
            yield world
        await transaction.rollback()
