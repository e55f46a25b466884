"""Callers are served together while there are many, and each of them gets its own value or error."""

import asyncio
from collections.abc import Mapping

import pytest

from wardline.core.together import MAX_KEYS, Together

SECONDS = 30


class Fetched:
    """Doubles numbers, except those that it does not know or cannot bear."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []

    async def __call__(self, numbers: list[int]) -> Mapping[int, int]:
        self.batches.append(numbers)
        await asyncio.sleep(0)
        if any(number < 0 for number in numbers):
            raise ValueError("negative")
        return {number: 2 * number for number in numbers if number != 0}


async def test_whoever_asks_meanwhile_is_served_together_and_alone_if_nobody_else_does() -> None:
    fetched = Fetched()
    together = Together(fetched)
    assert await together.get(1) == 2
    asked = range(1, MAX_KEYS + 3)
    assert await asyncio.gather(*map(together.get, asked)) == [2 * number for number in asked]
    assert list(map(len, fetched.batches)) == [1, MAX_KEYS, 2]


async def test_a_key_without_a_value_and_one_that_fails_concern_no_other() -> None:
    together = Together(Fetched())
    found = await asyncio.gather(*map(together.get, (1, 0, -1, 2)), return_exceptions=True)
    assert [found[0], found[1], found[3]] == [2, None, 4]
    assert isinstance(found[2], ValueError)
    with pytest.raises(ValueError, match="negative"):
        await together.get(-2)
    assert await together.get(3) == 6


async def test_whoever_stops_waiting_holds_up_nobody() -> None:
    together = Together(Fetched())
    left, stays = (asyncio.create_task(together.get(number)) for number in (1, 2))
    await asyncio.sleep(0)
    left.cancel()
    async with asyncio.timeout(SECONDS):
        assert await stays == 4


async def test_closing_it_ends_the_wait() -> None:
    async def hang(_: list[int]) -> Mapping[int, int]:
        await asyncio.Event().wait()
        return {}

    together = Together(hang)
    waiting = [asyncio.create_task(together.get(number)) for number in range(MAX_KEYS + 1)]
    await asyncio.sleep(0)
    await together.aclose()
    async with asyncio.timeout(SECONDS):
        ended = await asyncio.gather(*waiting, return_exceptions=True)
    assert {type(error) for error in ended} == {asyncio.CancelledError}
