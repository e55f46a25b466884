"""A large network with ten thousand consults, created once by the code that creates a million for `make bench`."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

import psycopg
import pytest
from many_consults import make_consults, make_network
from search_queries import PEOPLE, Query, named_queries, other_queries
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import Cluster
from wardline.core.db.database import Database

CONSULTS = 10_000
_ALIKE = (
    "update consults set created_at = date_trunc('day', created_at) where id::text < '5'",
    "update consults set sort_rank = null where id::text > 'f'",
    """
    update consults set name_vector = name_vector || array_to_tsvector(array(
        select repeat(chr(97 + n), 60) from generate_series(0, 25) as n
    )) where id::text > 'fc'
    """,
    """
    update consults set created_by_id = u.id from users u
    where username = 'large-nurse' and consults.id::text < '010'
    """,
    """
    update consults set acknowledged_by_id = u.id from users u
    where username = 'large-nurse' and acknowledged_by_id is not null and consults.id::text between '008' and '018'
    """,
    """
    update consults set completed_by_id = u.id from users u
    where username = 'large-nurse' and completed_by_id is not null and consults.id::text between '00c' and '01c'
    """,
)
"""Many of the same moment, some without a rank, some with a name longer than the list's indexes show, and some that the
nurse requested, acknowledged or completed, in units of her own and in others."""


@dataclass(frozen=True)
class Large:
    url: str
    """The application's address."""
    owner: psycopg.Connection
    """For reading everything with plain statements, which may be slow."""
    lines: dict[str, int]
    units: dict[str, int]

    @property
    def named(self) -> tuple[Query, ...]:
        return named_queries(self.lines, self.units)

    @property
    def others(self) -> list[Query]:
        return list(other_queries(self.lines, self.units))


@pytest.fixture(scope="module")
def large(cluster: Cluster) -> Iterator[Large]:
    url, owner_url = cluster.clone("large_network")
    make_network(owner_url, PEOPLE)
    make_consults(owner_url, CONSULTS)
    with psycopg.connect(owner_url.replace("+psycopg", "", 1), autocommit=True) as owner:
        for statement in _ALIKE:
            owner.execute(statement)
        owner.execute("vacuum (analyze) consults, consult_names")
        lines = dict(owner.execute("select code, id from service_lines").fetchall())
        units = dict(owner.execute("select code, id from location_units").fetchall())
        yield Large(url, owner, lines, units)
    cluster.drop("large_network")


@pytest.fixture
async def session(large: Large) -> AsyncIterator[AsyncSession]:
    database = Database(large.url)
    async with database.session() as session:
        yield session
    await database.close()
