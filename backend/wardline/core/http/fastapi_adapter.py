"""What the server must know about a FastAPI route beyond FastAPI's public API. The only module that reads it.

These are `APIRoute.dependant`, `APIRoute.body_field` and `fastapi.dependencies`. `tests/test_fastapi_adapter.py` fails
if they change, and `pyproject.toml` has an upper bound for FastAPI's version.
"""

from collections.abc import Callable, Iterator
from typing import Any, get_origin

from fastapi import params
from fastapi.dependencies.models import Dependant
from fastapi.dependencies.utils import get_flat_params
from fastapi.routing import APIRoute


def dependencies_of(route: APIRoute) -> list[Callable[..., Any]]:
    """The functions that the endpoint depends on, directly or not, in the order in which they are called."""
    return list(dict.fromkeys(_calls(route.dependant)))


def _calls(dependant: Dependant) -> Iterator[Callable[..., Any]]:
    for dependency in dependant.dependencies:
        yield from _calls(dependency)
        if dependency.call is not None:
            yield dependency.call


def query_parameters(route: APIRoute) -> dict[str, bool]:
    """The names of its query parameters, and whether each may be repeated."""
    return {
        field.alias: get_origin(field.field_info.annotation) is list
        for field in get_flat_params(route.dependant)
        if not isinstance(field.field_info, params.Path | params.Header | params.Cookie)
    }


def has_body(route: APIRoute) -> bool:
    return route.body_field is not None


def body_type(route: APIRoute) -> Any:
    """The annotation of its body; None without one."""
    return route.body_field.field_info.annotation if route.body_field is not None else None


def parse_body(route: APIRoute, payload: Any) -> Any | None:
    """The body as the endpoint would get it; None if it is invalid or the route has none."""
    if route.body_field is None:
        return None
    body, errors = route.body_field.validate(payload)
    return None if errors else body
