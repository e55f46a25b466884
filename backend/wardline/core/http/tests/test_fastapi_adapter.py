"""What `fastapi_adapter` expects of FastAPI. If one of these fails after an upgrade, adapt that module first."""

from pathlib import Path
from typing import Annotated

import fastapi
from fastapi import APIRouter, Depends, Header
from fastapi.routing import APIRoute
from pydantic import BaseModel

import wardline
from wardline.core.http.fastapi_adapter import (
    body_type,
    dependencies_of,
    has_body,
    parse_body,
    query_parameters,
)

VERSION = f"FastAPI {fastapi.__version__}"
router = APIRouter()


class Body(BaseModel):
    number: int


async def inner(limit: int = 1) -> None: ...


async def outer(_: Annotated[None, Depends(inner)], agent: Annotated[str, Header()]) -> None: ...


@router.post("/with/{item_id}")
async def with_everything(
    item_id: int, body: Body, _: Annotated[None, Depends(outer)], tags: Annotated[list[str], fastapi.Query()]
) -> None: ...


@router.get("/without")
async def with_nothing() -> None: ...


def _routes() -> tuple[APIRoute, APIRoute]:
    first, second = router.routes
    assert isinstance(first, APIRoute)
    assert isinstance(second, APIRoute)
    return first, second


def test_dependencies_are_known_in_the_order_of_their_calls() -> None:
    full, empty = _routes()
    assert dependencies_of(full) == [inner, outer], f"{VERSION} keeps a route's dependencies elsewhere"
    assert dependencies_of(empty) == []


def test_parameters_are_known() -> None:
    full, empty = _routes()
    assert query_parameters(full) == {"limit": False, "tags": True}, f"{VERSION} keeps query parameters elsewhere"
    assert query_parameters(empty) == {}


def test_the_body_is_known() -> None:
    full, empty = _routes()
    assert (has_body(full), has_body(empty)) == (True, False), f"{VERSION} keeps a route's body elsewhere"
    assert (body_type(full), body_type(empty)) == (Body, None)
    assert parse_body(full, {"number": 1}) == Body(number=1), f"{VERSION} validates a route's body differently"
    assert [parse_body(full, {"number": "none"}), parse_body(empty, {})] == [None, None]


def test_no_other_module_reads_the_internals_of_a_route() -> None:
    files = (file for file in Path(wardline.__file__).parent.rglob("*.py") if "tests" not in file.parts)
    internals = (".dependant", ".body_field", "fastapi.dependencies")
    found = {file.name for file in files if any(name in file.read_text() for name in internals)}
    assert found == {"fastapi_adapter.py"}
