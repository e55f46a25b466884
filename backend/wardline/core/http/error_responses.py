"""The one shape of every refusal, and which statuses a route may answer with, for the contract."""

from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Any, Final, TypeVar

from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from wardline.core.forms.wire import ReadModel

Responses = dict[int | str, dict[str, Any]]

_EVERY_CALL: Final = (400, 401, 403, 503)
_CHANGES: Final = (408, 413)
"""Whatever may carry a body may carry one that is too long or too slow, wanted or not."""
_BODIES: Final = (415,)
_MARK: Final = "__refuses__"


class FieldErrorResponse(ReadModel):
    """One field at fault; `field` is its dotted path as it was sent."""

    field: str
    message: str


class ErrorResponse(ReadModel):
    """Every refusal: a stable code, a sentence for people, and the fields at fault.

    Some situations add details of their own, for example who acknowledged a consult first.
    """

    code: str
    message: str
    errors: list[FieldErrorResponse]


F = TypeVar("F", bound=Callable[..., Any])


def error_statuses(*statuses: int) -> Callable[[F], F]:
    """Says of an endpoint or a dependency with which statuses it may refuse, beside those that any call has."""

    def mark(function: F) -> F:
        setattr(function, _MARK, statuses)
        return function

    return mark


def error_responses_of(route: APIRoute) -> Responses:
    """Every status with which the route may refuse, as its `responses`."""
    statuses = {*_EVERY_CALL, *_by_form(route), *_marked(route.dependant)}
    return {status: {"model": ErrorResponse, "description": HTTPStatus(status).phrase} for status in sorted(statuses)}


def _by_form(route: APIRoute) -> Iterator[int]:
    if route.dependant.path_params:
        yield 404
    if route.methods != {"GET"}:
        yield from _CHANGES
    if route.body_field is not None:
        yield from _BODIES


def _marked(dependant: Dependant) -> Iterator[int]:
    yield from getattr(dependant.call, _MARK, ())
    for inner in dependant.dependencies:
        yield from _marked(inner)
