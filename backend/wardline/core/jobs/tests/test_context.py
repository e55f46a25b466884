"""One client of each other system for all jobs of a worker."""

from typing import cast

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
