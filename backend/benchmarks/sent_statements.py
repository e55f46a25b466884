"""Records the statements that this process sends to its databases, at the driver."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from psycopg import AsyncCursor


@contextmanager
def recorded_statements(record: Callable[[str, Any], object]) -> Iterator[None]:
    """Call `record` with each statement and its parameters before it is sent, regardless of the code that sends it.

    Can be nested; outer blocks record statements, too.
    """
    send, send_many = AsyncCursor.execute, AsyncCursor.executemany

    async def execute(self: AsyncCursor[Any], query: Any, params: Any = None, **options: Any) -> Any:
        record(str(query), params)
        return await send(self, query, params, **options)

    async def execute_many(self: AsyncCursor[Any], query: Any, params_seq: Any, **options: Any) -> None:
        record(str(query), params_seq)
        await send_many(self, query, params_seq, **options)

    with patch.object(AsyncCursor, "execute", execute), patch.object(AsyncCursor, "executemany", execute_many):
        yield
