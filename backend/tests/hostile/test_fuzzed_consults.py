"""The calls about consults and their patients, asked at random."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .fuzzing import EVERY_TIME, SOAKING, fuzz, names
from .world import World

CALLS = names(of_consults=True)


@pytest.mark.req("API-06")
@pytest.mark.parametrize("name", CALLS)
@EVERY_TIME
@given(st.data())
async def test_any_request_is_answered_or_refused(world: World, name: str, data: st.DataObject) -> None:
    await fuzz(world, name, data)


@pytest.mark.soak
@pytest.mark.parametrize("name", CALLS)
@SOAKING
@given(st.data())
async def test_any_request_is_answered_or_refused_in_the_long_run(world: World, name: str, data: st.DataObject) -> None:
    await fuzz(world, name, data)
