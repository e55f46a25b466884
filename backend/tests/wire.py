"""Sends raw requests to the application without a client, which would take as long as many responses."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_to_bytes

from fastapi import FastAPI
from starlette.types import Message


@dataclass(frozen=True)
class RawResponse:
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class RawRequest:
    """A request as on the wire; `target` is the path with the query, still encoded."""

    method: str
    target: bytes
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)


async def send(app: FastAPI, request: RawRequest) -> RawResponse:
    """Like uvicorn, but without interpreting the body."""
    path, _, query = request.target.partition(b"?")
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in request.headers.items()]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
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
    body_messages = [{"type": "http.request", "body": request.body, "more_body": False}]

    async def receive() -> Message:
        if body_messages:
            return body_messages.pop()
        await asyncio.Event().wait()  # The client never disconnects.
        raise AssertionError

    async def record(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, record)
    start, *parts = sent
    return RawResponse(
        status=start["status"],
        headers={name.decode("latin-1"): value.decode("latin-1") for name, value in start["headers"]},
        body=b"".join(part.get("body", b"") for part in parts),
    )
