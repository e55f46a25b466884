"""Requests to Telnyx's API, and what is read from its responses.

No text of a response reaches an error or a log, because it may quote a number or a document.
"""

import asyncio
import base64
import logging
import re
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, TypeVar

import httpx
from pydantic import BaseModel, StringConstraints, ValidationError

from wardline.addresses import without_trailing_slash
from wardline.core.forms.fields import PHONE_PATTERN
from wardline.core.http.client import HttpClient

M = TypeVar("M", bound=BaseModel)

MAX_RESPONSE_BYTES: Final = 2 * 1024 * 1024
UNNAMED: Final = "failed"
"""The reason for a failure if Telnyx did not send a code."""
_REFERENCE: Final = re.compile(r"[A-Z0-9]{20}")
_US_NUMBER: Final = re.compile(r"\+1([0-9]{3})([0-9]{3})([0-9]{4})")
_Word = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,59}$")]

# httpx logs every URL at INFO, and the URL of a search for faxes contains the number.
logging.getLogger("httpx").setLevel(logging.WARNING)


class NoResponse(Exception):
    """`reason` is a few fixed words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NotSent(NoResponse):
    """The request did not reach Telnyx."""


class Unanswered(NoResponse):
    """The request may have reached Telnyx, but there is no readable response."""


@dataclass(frozen=True, slots=True)
class Response:
    status: int
    body: bytes = field(repr=False)


class _Error(BaseModel):
    code: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,8}$")]


class _Errors(BaseModel):
    errors: list[_Error]


class _Reason(BaseModel):
    code: _Word


class TelnyxClient:
    """Sends requests with an API key; `timeout` is in seconds, for each network operation, half of it to connect.

    A whole request may take twice as long.
    """

    def __init__(self, api_key: str, base_url: str, *, timeout: float) -> None:
        self._base_url = without_trailing_slash(base_url)
        self._whole_call = 2 * timeout
        self._http = HttpClient(
            timeout=httpx.Timeout(timeout, connect=timeout / 2),
            headers={"accept": "application/json", "authorization": f"Bearer {api_key}"},
            follow_redirects=False,
        )

    async def aclose(self) -> None:
        await self._http.aclose()

    async def exchange(self, method: str, path: str, **options: Any) -> Response:
        """One request and its whole response.

        Raises:
            NotSent, Unanswered
        """
        try:
            async with (
                asyncio.timeout(self._whole_call),
                self._http.stream(method, f"{self._base_url}{path}", **options) as response,
            ):
                body = bytearray()
                async for chunk in response.aiter_bytes():
                    body += chunk
                    if len(body) > MAX_RESPONSE_BYTES:
                        raise Unanswered("unreadable response")
                return Response(response.status_code, bytes(body))
        except (httpx.ConnectTimeout, httpx.ConnectError, httpx.InvalidURL):
            raise NotSent("no connection") from None
        except (TimeoutError, httpx.HTTPError) as error:
            timed_out = isinstance(error, TimeoutError | httpx.TimeoutException)
            raise Unanswered("no response" if timed_out else "no connection") from None


def read(model: type[M], response: Response) -> M:
    """Raises Unanswered if the response does not have this form."""
    try:
        return model.model_validate_json(response.body)
    except ValidationError:
        # The validation error quotes the response, so it must not be chained.
        raise Unanswered("unreadable response") from None


def error_code(response: Response) -> str | None:
    """The code of the first error from Telnyx."""
    try:
        errors = _Errors.model_validate_json(response.body).errors
    except ValidationError:
        return None
    return errors[0].code if errors else None


def status_and_code(response: Response) -> str:
    """For example ``status 422 code 10015``."""
    code = error_code(response)
    return f"status {response.status}" if code is None else f"status {response.status} code {code}"


def in_words(code: Any, words: dict[str, str]) -> str:
    """A reason as users read it: the words of Telnyx's code, or ours for a code whose own would puzzle a reader."""
    try:
        name = _Reason(code=code).code
    except ValidationError:
        return UNNAMED
    return words.get(name, name.replace("_", " "))


def e164(number: str) -> str | None:
    """The E.164 format of a US number such as (555) 010-0100; None if it is not one."""
    if re.fullmatch(PHONE_PATTERN, number) is None:
        return None
    return "+1" + re.sub(r"\D", "", number)


def us_number(text: str) -> str | None:
    """The opposite of `e164`."""
    match = _US_NUMBER.fullmatch(text)
    return f"({match[1]}) {match[2]}-{match[3]}" if match else None


def client_state(reference: str) -> str:
    """A reference as Telnyx returns it with each webhook about an item."""
    return base64.b64encode(reference.encode()).decode()


def reference_in(state: Any) -> str | None:
    """The reference in a `client_state`, if Telnyx returns it."""
    try:
        reference = base64.b64decode(state, validate=True).decode()
    except (TypeError, ValueError):
        return None
    return reference if is_reference(reference) else None


def is_reference(text: str) -> bool:
    return _REFERENCE.fullmatch(text) is not None
