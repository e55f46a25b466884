"""Ending tasks, even one that has lost its cancellation."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from wardline.core.ending import end

SECONDS = 10


@asynccontextmanager
async def dying_connection() -> AsyncIterator[None]:
    """Its rollback fails, whatever happened inside."""
    try:
        yield
    finally:
        raise ConnectionError


async def test_a_task_that_lost_its_cancellation_ends() -> None:
    attempts = 0

    async def try_again() -> None:
        nonlocal attempts
        while True:
            attempts += 1
            try:
                async with dying_connection():
                    await asyncio.Event().wait()
            except ConnectionError:
                await asyncio.Event().wait()

    task = asyncio.create_task(try_again())
    await asyncio.sleep(0)
    async with asyncio.timeout(SECONDS):
        await end(task, again_after=0.01)
    assert (attempts, task.cancelled()) == (1, True)


async def test_a_cleanup_is_not_interrupted() -> None:
    is_clean = False

    async def clean_up() -> None:
        nonlocal is_clean
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.02)
            is_clean = True

    task = asyncio.create_task(clean_up())
    await asyncio.sleep(0)
    await end(task)
    assert is_clean


async def test_what_has_ended_already_is_left_alone() -> None:
    async def fail() -> None:
        raise RuntimeError

    failed = asyncio.create_task(fail())
    await asyncio.wait([failed])
    await end(failed)
    with pytest.raises(RuntimeError):
        await failed
