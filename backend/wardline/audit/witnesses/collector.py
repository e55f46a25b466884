"""A witness that is an HTTP collector: batches are posted as lines of JSON, and count when it answers 2xx."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import httpx

from wardline.audit.witnesses.contract import NotWitnessed, Record
from wardline.core.calling import HttpClient

TIMEOUT_SECONDS: Final = 10


@dataclass(frozen=True, slots=True)
class Collector:
    """`token` is the bearer token that it asks for."""

    name: str
    url: str = field(repr=False)
    token: str | None = field(default=None, repr=False)

    async def send(self, records: Sequence[Record]) -> None:
        headers = {"content-type": "application/x-ndjson"}
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        content = b"".join(record.line + b"\n" for record in records)
        try:
            async with HttpClient(timeout=TIMEOUT_SECONDS, follow_redirects=False) as client:
                answer = await client.post(self.url, content=content, headers=headers)
        except httpx.HTTPError as error:
            raise NotWitnessed(type(error).__name__) from None
        if not answer.is_success:
            raise NotWitnessed(f"HTTP {answer.status_code}")
