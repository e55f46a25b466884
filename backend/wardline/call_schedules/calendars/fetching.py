"""Fetches calendars from addresses that planners have entered."""

import asyncio
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

import httpx
from pydantic import TypeAdapter, ValidationError

from wardline.addresses import canonical_host, is_listed, is_loopback
from wardline.call_schedules.calendars.choices import CalendarProblem
from wardline.call_schedules.calendars.errors import CalendarNotRead
from wardline.call_schedules.calendars.schemas import CALENDAR_LIMIT, CalendarText
from wardline.core.http.client import HttpClient
from wardline.settings import Settings

SECONDS: Final = 10
_HEADERS: Final = {"Accept": "text/calendar", "Accept-Encoding": "identity"}
_TEXT: Final[TypeAdapter[str]] = TypeAdapter(CalendarText)


class CalendarFetcher:
    """A worker has one (`JobContext.client(CalendarFetcher)`)."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._client = HttpClient(timeout=SECONDS, follow_redirects=False)

    async def fetch(self, address: str) -> str:
        """The text at this address. Nothing about the address is logged, because it may contain a secret.

        Raises:
            CalendarNotRead
        """
        if not may_be_fetched(address, self._settings):
            raise CalendarNotRead(CalendarProblem.NOT_ALLOWED)
        try:
            async with (
                asyncio.timeout(SECONDS),
                self._client.stream("GET", address, headers=_HEADERS) as response,
            ):
                return _text(await _body(response))
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError):
            raise CalendarNotRead(CalendarProblem.NO_ANSWER) from None

    async def aclose(self) -> None:
        await self._client.aclose()


def may_be_fetched(address: str, settings: Settings) -> bool:
    """Whether the address is one of a listed host. Hosts are listed, not excluded, as those of push services are."""
    try:
        parts = urlsplit(address)
        host = canonical_host(parts.hostname or "")
        port = parts.port
    except ValueError:
        return False
    if not is_listed(host, settings.calendar_host_names):
        return False
    return (parts.scheme == "https" and port in {None, 443}) or is_loopback(host)


async def _body(response: httpx.Response) -> bytes:
    if response.status_code != HTTPStatus.OK or response.headers.get("content-encoding", "identity") != "identity":
        raise CalendarNotRead(CalendarProblem.REFUSED)
    body = bytearray()
    async for part in response.aiter_raw():
        body += part
        if len(body) > CALENDAR_LIMIT:
            raise CalendarNotRead(CalendarProblem.TOO_LARGE)
    return bytes(body)


def _text(body: bytes) -> str:
    try:
        return _TEXT.validate_python(body.decode("utf-8-sig"))
    except (UnicodeDecodeError, ValidationError):
        raise CalendarNotRead(CalendarProblem.NOT_A_CALENDAR) from None
