"""A witness that is an HTTP collector: batches are posted as lines of JSON and count once it responds with 2xx."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import httpx

from wardline.audit.witnesses.contract import DELIVERY_SECONDS, NotWitnessed, Record
from wardline.core.http.client import HttpClient

TIMEOUT_SECONDS: Final = 10
MAX_RESPONSE_BYTES: Final = 65_536
"""How many bytes are read so that the connection closes cleanly; the content does not matter."""


@dataclass(frozen=True, slots=True)
class Collector:
    """`token` is its bearer token."""

    name: str
    url: str = field(repr=False)
    token: str | None = field(default=None, repr=False)

    async def send(self, records: Sequence[Record]) -> None:
        headers = {"content-type": "application/x-ndjson"}
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        content = b"".join(record.line + b"\n" for record in records)
        try:
            async with (
                asyncio.timeout(DELIVERY_SECONDS),
                HttpClient(timeout=TIMEOUT_SECONDS, follow_redirects=False) as client,
                client.stream("POST", self.url, content=content, headers=headers) as response,
            ):
                async for _ in response.aiter_raw():
                    if response.num_bytes_downloaded > MAX_RESPONSE_BYTES:
                        break
        except (httpx.HTTPError, TimeoutError) as error:
            raise NotWitnessed(type(error).__name__) from None
        if not response.is_success:
            raise NotWitnessed(f"HTTP {response.status_code}")
