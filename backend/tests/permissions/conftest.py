"""The world of `expected_results.md`, created once for all of its tests."""

from collections.abc import AsyncIterator
from typing import Final

import psycopg
import pytest
from fastapi import FastAPI
from quick_engine import engine_for
from sqlalchemy.ext.asyncio import AsyncEngine

from conftest import Cluster, RolledBackDatabase, healthy_app
from wardline.demo.identity.issuing import Issuer
from wardline.network import load_network
from wardline.settings import Settings

from .expected_results import SIGNED_OUT
from .network import write_network
from .world import World

OBJECTS: Final = "organizations, facility_types, priorities, service_line_hours, roles, users"
"""The demonstration's, which are not in this world."""


@pytest.fixture(scope="session")
async def matrix_engine(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[AsyncEngine]:
    application, owner = cluster.clone("permissions")
    with psycopg.connect(owner.replace("+psycopg", "")) as connection:
        connection.execute(f"truncate {OBJECTS} cascade")
    network = tmp_path_factory.mktemp("permissions") / "network.yaml"
    write_network(network)
    load_network(network, owner)
    engine = engine_for(application)
    yield engine
    await engine.dispose()
    cluster.drop("permissions")


@pytest.fixture(scope="session")
def matrix_app(settings: Settings) -> FastAPI:
    return healthy_app(settings)


@pytest.fixture(scope="session")
async def built_world(matrix_engine: AsyncEngine, matrix_app: FastAPI, issuer: Issuer) -> AsyncIterator[World]:
    async with matrix_engine.connect() as connection:
        transaction = await connection.begin()
        matrix_app.state.database = database = RolledBackDatabase(connection)
        world = World(database, matrix_app, issuer)
        await world.build()
        assert (await world.request(SIGNED_OUT, "GET", "/.well-known/keys")).is_success  # Making the key takes long.
        yield world
        await transaction.rollback()


@pytest.fixture
def world(built_world: World) -> World:
    built_world.sign_in()
    return built_world
