"""Requests as bytes, and what a refused one leaves in the database."""

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import unquote_to_bytes

from fastapi import FastAPI
from sent_statements import heard_statements
from starlette.types import Message

_WRITES: Final = re.compile(r"\b(insert\s+into|update\s+\w+\s+set|delete\s+from)\b|pg_notify|defer_job", re.IGNORECASE)


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


class Kept:
    """The statements that changed something and were not taken back; the audit trail's own are a function's."""

    def __init__(self) -> None:
        self._open: list[tuple[str, list[str]]] = []
        self.clear()

    def clear(self) -> None:
        self._open = [("", [])]

    @property
    def statements(self) -> list[str]:
        return [statement for _, statements in self._open for statement in statements]

    def note(self, statement: str) -> None:
        *words, name = statement.split()
        match words:
            case ["SAVEPOINT"]:
                self._open.append((name, []))
            case ["RELEASE", "SAVEPOINT"]:
                self._end(name, is_kept=True)
            case ["ROLLBACK", "TO", "SAVEPOINT"]:
                self._end(name, is_kept=False)
            case _:
                if _WRITES.search(statement):
                    self._open[-1][1].append(statement)

    def _end(self, name: str, *, is_kept: bool) -> None:
        while any(opened == name for opened, _ in self._open):
            _, statements = self._open.pop()
            if is_kept:
                self._open[-1][1].extend(statements)


@contextmanager
def noting() -> Iterator[Kept]:
    kept = Kept()

    def record(statement: str, _parameters: Any) -> None:
        kept.note(statement)

    with heard_statements(record):
        yield kept
