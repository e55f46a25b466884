"""Checks of a request before it is processed: its query, its content type, its body."""

import email.message
from collections.abc import Callable
from functools import lru_cache
from typing import Any, ClassVar, Final, TypeVar
from urllib.parse import parse_qsl

from fastapi import Request
from fastapi.routing import APIRoute

from wardline.core.errors import FieldError, ProductError, ValidationFailed
from wardline.core.forms import messages
from wardline.core.http.fastapi_adapter import has_body, query_parameters
from wardline.core.http.json_bodies import VALUES_LIMIT, read_json

MAX_QUERY_FIELDS: Final = 50
_UNSET: Final = object()
_MARK: Final = "__max_body_values__"

F = TypeVar("F", bound=Callable[..., Any])


def max_body_values(limit: int) -> Callable[[F], F]:
    """Lets an endpoint's body have more keys and values than others."""

    def mark(function: F) -> F:
        setattr(function, _MARK, limit)
        return function

    return mark


class UnsupportedMediaType(ProductError):
    status: ClassVar[int] = 415
    code: ClassVar[str] = "unsupported_media_type"
    message: ClassVar[str] = "Send the body as application/json in UTF-8, without a content encoding."


class JsonBody:
    """The body of a request, parsed when it is first asked for, so that every parser understands it in the same way."""

    def __init__(self, content: bytes, max_values: int) -> None:
        self.content = content
        self._max_values = max_values
        self._value: Any = _UNSET

    @property
    def is_parsed(self) -> bool:
        return self._value is not _UNSET

    def value(self) -> Any:
        """The parsed JSON. Raises `ValidationFailed`."""
        if self._value is _UNSET:
            self._value = read_json(self.content, max_values=self._max_values)
        return self._value


class StrictRequest(Request):
    """A request with a JSON body.

    The body is in the request's state, where the audit trail finds it after a refusal. The request itself must not be:
    it would refer to itself, and wait for the garbage collector, which stops the whole server.
    """

    async def json(self) -> Any:
        json_body: JsonBody = self.state.json_body
        return json_body.value()


class RequestForm:
    """What a route accepts: query parameters, each once unless it is a list, and possibly a JSON body."""

    def __init__(self, route: APIRoute) -> None:
        self._may_repeat = query_parameters(route)
        self._has_body = has_body(route)
        self._max_values = getattr(route.endpoint, _MARK, VALUES_LIMIT)

    async def received(self, request: Request) -> StrictRequest:
        """The whole request, checked except for what is in its body.

        Raises:
            ValidationFailed, UnsupportedMediaType
        """
        self._check_query(request.scope["query_string"])
        strict = StrictRequest(request.scope, request.receive)
        if self._has_body:
            content = await strict.body()
            if content:
                headers = strict.headers
                _check_content_type(headers.get("content-type", ""), headers.get("content-encoding", "identity"))
            strict.state.json_body = JsonBody(content, self._max_values)
        return strict

    def read(self, request: StrictRequest) -> None:
        """Parse the body, if there is one. Raises `ValidationFailed`."""
        json_body: JsonBody | None = getattr(request.state, "json_body", None)
        if json_body is not None and json_body.content:
            json_body.value()

    def _check_query(self, query: bytes) -> None:
        try:
            pairs = parse_qsl(
                query.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=MAX_QUERY_FIELDS
            )
        except ValueError:
            raise ValidationFailed(errors=[FieldError("query", messages.INVALID)]) from None
        errors: dict[str, str] = {}
        seen: set[str] = set()
        for name, value in pairs:
            if name not in self._may_repeat:
                errors.setdefault(name, messages.UNKNOWN_FIELD)
            elif name in seen and not self._may_repeat[name]:
                errors.setdefault(name, messages.TWICE)
            elif "\x00" in value:
                errors.setdefault(name, messages.INVALID)
            seen.add(name)
        if errors:
            raise ValidationFailed(errors=[FieldError(name or "query", message) for name, message in errors.items()])


@lru_cache(maxsize=100)
def _check_content_type(content_type: str, encoding: str) -> None:
    header = email.message.Message()
    header["content-type"] = content_type
    subtype = header.get_content_subtype()
    is_json = header.get_content_maintype() == "application" and (subtype == "json" or subtype.endswith("+json"))
    charset = (header.get_content_charset() or "utf-8").replace("_", "-")
    if not is_json or charset not in {"utf-8", "utf8", "us-ascii"}:
        raise UnsupportedMediaType(errors=[FieldError("Content-Type", messages.INVALID)])
    if encoding.strip().lower() != "identity":
        raise UnsupportedMediaType(errors=[FieldError("Content-Encoding", messages.INVALID)])
