"""The format of all error responses, and the error statuses of each route, for the contract."""

from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Any, Final, TypeVar

from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from wardline.core.forms.wire import ReadModel
from wardline.core.http.fastapi_adapter import dependencies_of, has_body

Responses = dict[int | str, dict[str, Any]]

_EVERY_CALL: Final = (400, 401, 403, 503)
_WRITES: Final = (408, 413)
"""A body may be too long or too slow even where none is expected."""
_BODIES: Final = (415,)
_MARK: Final = "__error_statuses__"
_CODES: Final = {404: "not_found", 405: "method_not_allowed", 408: "too_slow", 413: "too_large"}


class FieldErrorResponse(ReadModel):
    """One invalid field; `field` is its dotted path as it was sent."""

    field: str
    message: str


class ErrorResponse(ReadModel):
    """Every error: a stable code, a human-readable message, and the invalid fields.

    Some errors add details, for example who acknowledged a consult first.
    """

    code: str
    message: str
    errors: list[FieldErrorResponse]


F = TypeVar("F", bound=Callable[..., Any])


def error_statuses(*statuses: int) -> Callable[[F], F]:
    """Declares the error statuses of an endpoint or a dependency, beyond those that any request may have."""

    def mark(function: F) -> F:
        setattr(function, _MARK, statuses)
        return function

    return mark


def error_responses_of(route: APIRoute) -> Responses:
    """All error statuses of the route, as its `responses`."""
    declared = (getattr(call, _MARK, ()) for call in (*dependencies_of(route), route.endpoint))
    statuses = {*_EVERY_CALL, *_statuses_by_signature(route)}.union(*declared)
    return {status: {"model": ErrorResponse, "description": HTTPStatus(status).phrase} for status in sorted(statuses)}


def _statuses_by_signature(route: APIRoute) -> Iterator[int]:
    if route.param_convertors:
        yield 404
    if route.methods != {"GET"}:
        yield from _WRITES
    if has_body(route):
        yield from _BODIES


def code_of(error: HTTPException) -> str:
    """Our code for a framework error."""
    return _CODES.get(error.status_code, "bad_request")


def http_error_response(error: HTTPException) -> JSONResponse:
    """A framework error in our format."""
    body = {"code": code_of(error), "message": str(error.detail), "errors": []}
    return JSONResponse(body, status_code=error.status_code, headers=error.headers)
