"""Requests as bytes, handed to the application without a client, which takes as long as many an answer does."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_to_bytes

from fastapi import FastAPI
from starlette.types import Message


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Asked:
    """A request as it would stand on the wire; `target` is the path below the host with its query, still encoded."""

    method: str
    target: bytes
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)


async def send(app: FastAPI, asked: Asked) -> Answer:
    """Like uvicorn, but without looking at what it carries."""
    path, _, query = asked.target.partition(b"?")
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in asked.headers.items()]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": asked.method,
        "scheme": "http",
        "path": unquote_to_bytes(path).decode(errors="replace"),
        "raw_path": path,
        "query_string": query,
        "root_path": "",
        "headers": [(b"host", b"wardline.test"), *headers],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8000),
        "state": {},
    }
    sent: list[Message] = []
    arriving = [{"type": "http.request", "body": asked.body, "more_body": False}]

    async def receive() -> Message:
        if arriving:
            return arriving.pop()
        await asyncio.Event().wait()  # Nobody hangs up.
        raise AssertionError

    async def take(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, take)
    start, *parts = sent
    return Answer(
        status=start["status"],
        headers={name.decode("latin-1"): value.decode("latin-1") for name, value in start["headers"]},
        body=b"".join(part.get("body", b"") for part in parts),
    )
