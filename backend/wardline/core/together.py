"""Does for several callers at once what would take each of them as long alone."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, Generic, TypeVar

from wardline.core.ending import end

K = TypeVar("K")
V = TypeVar("V")

MAX_KEYS: Final = 50


class Together(Generic[K, V]):
    """Passes a function the keys that callers have asked for since it was called last, at most `MAX_KEYS`.

    If it raises, it is called for each of these keys alone, so that one of them fails no other.
    """

    def __init__(self, fetch: Callable[[list[K]], Awaitable[Mapping[K, V]]]) -> None:
        self._fetch = fetch
        self._waiting: list[tuple[K, asyncio.Future[V | None]]] = []
        self._working: asyncio.Task[None] | None = None

    async def get(self, key: K) -> V | None:
        """The key's value; None if the function has returned none. Raises what the function raises for this key."""
        future: asyncio.Future[V | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((key, future))
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return await future

    async def aclose(self) -> None:
        """End what is being fetched; whoever waits for it is cancelled."""
        if self._working is not None:
            await end(self._working)
        for _, future in self._waiting:
            future.cancel()

    async def _work(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MAX_KEYS], self._waiting[MAX_KEYS:]
            try:
                await self._answer(batch)
            except Exception as error:  # noqa: BLE001 - whoever asked gets it
                if len(batch) == 1:
                    _fail(batch[0][1], error)
                else:
                    for each in batch:
                        await self._answer_alone(each)
            finally:
                for _, future in batch:
                    future.cancel()

    async def _answer_alone(self, asked: tuple[K, asyncio.Future[V | None]]) -> None:
        try:
            await self._answer([asked])
        except Exception as error:  # noqa: BLE001 - as above
            _fail(asked[1], error)

    async def _answer(self, batch: list[tuple[K, asyncio.Future[V | None]]]) -> None:
        found = await self._fetch([key for key, _ in batch])
        for key, future in batch:
            if not future.done():
                future.set_result(found.get(key))


def _fail(future: asyncio.Future[V | None], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
