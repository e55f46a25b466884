"""Fixtures of the tests with hostile requests."""

from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy.ext.asyncio import AsyncEngine

from conftest import RolledBackDatabase, healthy_app
from wardline.demo.identity.issuing import Issuer
from wardline.settings import Settings

from .world import World
from .writes import recorded_writes

EHR_TIMEOUT_SECONDS = 60.0


@pytest.fixture(scope="session")
def hostile_app(settings: Settings) -> FastAPI:
    """With an EHR that may be slow."""
    return healthy_app(settings.model_copy(update={"fhir_timeout": EHR_TIMEOUT_SECONDS}))


@pytest.fixture(scope="module")
async def world(engine: AsyncEngine, hostile_app: FastAPI, settings: Settings, issuer: Issuer) -> AsyncIterator[World]:
    transport = httpx.ASGITransport(hostile_app)
    async with engine.connect() as connection, httpx.AsyncClient(transport=transport) as client:
        transaction = await connection.begin()
        hostile_app.state.database = database = RolledBackDatabase(connection)
        client.base_url = httpx.URL(f"{settings.origin}/api")
        with recorded_writes() as writes:
            world = World(hostile_app, database, issuer, writes)
            await world.build(client)
            yield world
        await transaction.rollback()
