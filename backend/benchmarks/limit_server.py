"""The limit of a search: a bare ASGI application that runs one prepared statement with asyncpg and returns its cards.

usage: limit_server.py PORT URL STATEMENT

The file STATEMENT has a list of the SQL and its parameters as JSON. The response is the cards, about as many bytes as
Wardline's own. There is no user, no permission, no limit, no audit entry, no log and no validation.
"""

import json
import sys
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import asyncpg
import uvicorn

CONNECTIONS = 8
Message = dict[str, Any]


class Limit:
    def __init__(self, url: str, statement: str, parameters: list[Any]) -> None:
        self._url = url
        self._statement = statement
        self._parameters = parameters
        self._pool: Any = None

    async def __call__(
        self, scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
    ) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        while (await receive()).get("more_body"):
            pass
        async with self._pool.acquire() as connection:
            rows = await connection.fetch(self._statement, *self._parameters)
        body = b'{"consults":[%s]}' % ",".join(row["card"] for row in rows).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _live(
        self, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
    ) -> None:
        await receive()
        self._pool = await asyncpg.create_pool(
            self._url,
            min_size=CONNECTIONS,
            max_size=CONNECTIONS,
            server_settings={"plan_cache_mode": "force_generic_plan"},
        )
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self._pool.close()
        await send({"type": "lifespan.shutdown.complete"})


if __name__ == "__main__":
    text, values = json.loads(
        Path(sys.argv[3]).read_text(), object_hook=lambda value: datetime.fromisoformat(value["moment"])
    )
    uvicorn.run(
        Limit(sys.argv[2], text, values),
        host="127.0.0.1",
        port=int(sys.argv[1]),
        http="h11",
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
    )
