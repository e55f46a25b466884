"""A copy of the database with a second coordinator, and with a facility that asks for everything."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Final

import psycopg
import pytest
from bodies import Bodies
from quick_engine import engine_for
from row_versions import RowVersions
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from conftest import CheckIn, Cluster, RolledBackDatabase, SentEvent, SignIn
from wardline.places.models import Facility
from wardline.transfers.tests.handling import BOTH, STROKE, Case, Watch, succeeded

_SECOND_COORDINATOR: Final = """
with model as (select id from users where username = 'coordinator'),
person as (insert into users (username, subject, first_name, last_name)
           values ('coordinator2', 'coordinator2', 'Ines', 'Second') returning id),
roles as (insert into user_roles select person.id, role_id, position
          from user_roles, person where user_id = (table model)),
organizations as (insert into user_organizations select person.id, organization_id
                  from user_organizations, person where user_id = (table model))
insert into user_service_lines select person.id, service_line_id, member, active, requestable
from user_service_lines, person where user_id = (table model)
"""
_ASK_FOR_BOTH: Final = (
    "update facilities set requires_accepting_attending = true, requires_other_facility = true where code = %s"
)


@pytest.fixture(scope="session")
async def engine(cluster: Cluster) -> AsyncIterator[AsyncEngine]:
    application, owner = cluster.clone("transfers")
    with psycopg.connect(owner.replace("+psycopg", "")) as connection:
        connection.execute(_SECOND_COORDINATOR)
        connection.execute(_ASK_FOR_BOTH, [BOTH])
    engine = engine_for(application)
    yield engine
    await engine.dispose()
    cluster.drop("transfers")


@pytest.fixture
async def case(noon: datetime, sign_in: SignIn, check_in: CheckIn, bodies: Bodies, session: AsyncSession) -> Case:
    """At noon, without a transfer."""
    on_call = {name: await check_in(name, line=STROKE) for name in ("neuro", "neuro2")}
    people = on_call | {name: sign_in(name) for name in ("nurse", "coordinator", "coordinator2")}
    rows = await session.execute(select(Facility.code, Facility.id))
    case = Case(people, dict(iter(rows)))
    await session.commit()
    case.consult_id = await bodies.create(case.nurse, STROKE)
    return case


@pytest.fixture
async def requested(case: Case) -> Case:
    """The same with a transfer that the neurologist requested, which no one has acknowledged."""
    succeeded(await case.ask())
    return case


@pytest.fixture
async def acknowledged(requested: Case) -> Case:
    """The same with the transfer acknowledged by the coordinator."""
    succeeded(await requested.acknowledge())
    return requested


@pytest.fixture
def watch(database: RolledBackDatabase, sent_events: list[SentEvent]) -> Watch:
    return Watch(RowVersions(database.connection), sent_events)
