"""The database: tables' common base, one engine, one transaction a request."""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, Final

from sqlalchemy import BindParameter, DateTime, Integer, MetaData, Text, bindparam
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    """Constraints are named, so that a migration and an error can speak of them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: DateTime(timezone=True), str: Text(), dict[str, Any]: JSONB(), list[Any]: JSONB()}


DATABASE_LOST: Final = (OperationalError, InterfaceError, PoolTimeout, ConnectionError)
"""What is raised when the database cannot be reached or has no connection to spare."""


def ids(values: Iterable[int]) -> BindParameter[Sequence[int]]:
    """The right side of ``column == any_(...)``: one parameter however many ids, so the statement stays the same."""
    return bindparam(None, sorted(values), type_=ARRAY(Integer))


class Database:
    """One pool of connections as the application's role."""

    def __init__(self, url: str, *, pool_size: int = 20) -> None:
        self.url = url
        self.engine: AsyncEngine = create_async_engine(
            url,
            pool_size=pool_size,
            max_overflow=0,
            pool_timeout=3,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args={"connect_timeout": 3},
        )
        self._sessions = async_sessionmaker(self.engine, expire_on_commit=False, autoflush=False)

    @asynccontextmanager
    async def session(self) -> AsyncIterator[AsyncSession]:
        """A session whose work is dropped unless the caller commits it."""
        async with self._sessions() as session:
            yield session

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """A session that commits when the block ends well."""
        async with self._sessions.begin() as session:
            yield session

    async def close(self) -> None:
        await self.engine.dispose()
