"""What a job can use: the database, the settings of this process, and clients of other systems."""

from collections.abc import Callable, Hashable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from wardline.core.db.database import Database
from wardline.settings import Settings


class Client(Protocol):
    async def aclose(self) -> None: ...


ClientT = TypeVar("ClientT", bound=Client)


@dataclass(frozen=True, slots=True)
class JobContext:
    """One per worker. Its database has no overall time limit, because no user waits for a job."""

    database: Database
    settings: Settings
    _clients: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False)

    def client(self, make: Callable[[Settings], ClientT]) -> ClientT:
        """The worker's single client from this factory. Jobs share it and never close it.

        Raises what the factory raises.
        """
        if make not in self._clients:
            self._clients[make] = make(self.settings)
        client: ClientT = self._clients[make]
        return client

    async def aclose(self) -> None:
        """Close all clients, even if closing one of them fails."""
        async with AsyncExitStack() as stack:
            while self._clients:
                _, client = self._clients.popitem()
                stack.push_async_callback(client.aclose)
