"""One client of each other system for all jobs of a worker."""

from typing import cast

import pytest

from wardline.core.db.database import Database
from wardline.core.jobs.context import JobContext
from wardline.settings import Settings


class Client:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.closed = 0

    async def aclose(self) -> None:
        self.closed += 1


async def test_jobs_share_a_client_that_the_worker_closes() -> None:
    context = JobContext(cast("Database", None), Settings())
    client = context.client(Client)
    assert context.client(Client) is client
    assert client.settings is context.settings
    await context.aclose()
    assert client.closed == 1
    await context.aclose()
    assert client.closed == 1
    assert context.client(Client) is not client


async def test_all_clients_are_closed_even_if_one_of_them_fails_to() -> None:
    class Broken(Client):
        async def aclose(self) -> None:
            raise ConnectionError

    class Other(Client):
        pass

    context = JobContext(cast("Database", None), Settings())
    before, _, after = context.client(Client), context.client(Broken), context.client(Other)
    with pytest.raises(ConnectionError):
        await context.aclose()
    assert (before.closed, after.closed) == (1, 1)
