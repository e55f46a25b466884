"""Fuzzing of all other operations, and of nearly valid bodies."""

import secrets

import pytest

from .fuzzing import (
    ALTERED_CASES,
    FEW_CASES,
    SOAK_CASES,
    add_queries,
    alter,
    bare_names,
    fuzzed,
    names,
    names_with_body,
)
from .world import World

(
    test_any_request_is_handled,
    test_any_ids_are_handled,
    test_any_request_is_handled_soak,
) = fuzzed(names(of_consults=False))


@pytest.mark.req("API-06")
@pytest.mark.parametrize("name", names_with_body())
async def test_a_nearly_valid_body_is_handled(world: World, name: str) -> None:
    await alter(world, name, ALTERED_CASES, seed=0)


@pytest.mark.parametrize("name", bare_names())
@pytest.mark.req("API-06")
async def test_a_call_without_input_refuses_any_query(world: World, name: str) -> None:
    await add_queries(world, name, FEW_CASES, seed=0)


@pytest.mark.soak
async def test_nearly_valid_bodies_and_queries_soak(world: World) -> None:
    seed = secrets.randbits(32)
    print("seed", seed)  # noqa: T201 - pytest shows it with a failure
    for name in names_with_body():
        await alter(world, name, SOAK_CASES, seed)
    for name in bare_names():
        await add_queries(world, name, SOAK_CASES, seed)
