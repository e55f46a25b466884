"""Records what this process sends to its databases, at the driver."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from psycopg import AsyncCursor


@contextmanager
def heard_statements(hear: Callable[[str, Any], object]) -> Iterator[None]:
    """Call `hear` with each statement and its parameters before it is sent, by whatever code.

    Who listens already goes on hearing, too.
    """
    send, send_many = AsyncCursor.execute, AsyncCursor.executemany

    async def execute(self: AsyncCursor[Any], query: Any, params: Any = None, **options: Any) -> Any:
        hear(str(query), params)
        return await send(self, query, params, **options)

    async def execute_many(self: AsyncCursor[Any], query: Any, params_seq: Any, **options: Any) -> None:
        hear(str(query), params_seq)
        await send_many(self, query, params_seq, **options)

    with patch.object(AsyncCursor, "execute", execute), patch.object(AsyncCursor, "executemany", execute_many):
        yield
