"""Every other call, asked at random; and bodies that are nearly right."""

import secrets

import pytest

from .fuzzing import ALTERED, CASES, SOAKING_CASES, alter, bare_names, burden, fuzzed, names, names_with_body
from .world import World

(
    test_any_request_is_answered_or_refused,
    test_any_ids_are_answered_or_refused,
    test_any_request_is_answered_or_refused_in_the_long_run,
) = fuzzed(names(of_consults=False))


@pytest.mark.req("API-06")
@pytest.mark.parametrize("name", names_with_body())
async def test_a_body_that_is_nearly_right_is_answered_or_refused(world: World, name: str) -> None:
    await alter(world, name, ALTERED, seed=0)


@pytest.mark.parametrize("name", bare_names())
@pytest.mark.req("API-06")
async def test_a_call_that_takes_nothing_refuses_everything(world: World, name: str) -> None:
    await burden(world, name, CASES // 4, seed=0)


@pytest.mark.soak
async def test_nearly_right_bodies_and_needless_queries_in_the_long_run(world: World) -> None:
    seed = secrets.randbits(32)
    print("seed", seed)  # noqa: T201 - pytest shows it with a failure
    for name in names_with_body():
        await alter(world, name, SOAKING_CASES, seed)
    for name in bare_names():
        await burden(world, name, SOAKING_CASES, seed)
