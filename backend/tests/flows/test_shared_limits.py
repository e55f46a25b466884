"""A rate limit holds for all servers of an installation together."""

import asyncio

import pytest

from conftest import Cluster
from wardline.core.db.database import Database
from wardline.core.security.rate_limits import REPORTS_PER_LIMIT, Allowed, RateLimiter, TooManyRequests
from wardline.realtime.listener import Listener
from wardline.realtime.server import SocketServer
from wardline.realtime.shared_limits import SharedLimits

from .conftest import TIMEOUT_SECONDS, StartServer, live

LIMIT = 40
PER_REPORT = LIMIT // REPORTS_PER_LIMIT
SEARCH = {"length": 1}


class Observed(SharedLimits):
    """Records the reports that it has received."""

    def __init__(self, database: Database, limiter: RateLimiter) -> None:
        super().__init__(database, limiter)
        self.reports: asyncio.Queue[Allowed] = asyncio.Queue()

    def received(self, reporter: str, allowed: Allowed) -> None:
        super().received(reporter, allowed)
        self.reports.put_nowait(allowed)


async def test_what_one_process_allows_counts_in_the_others(cluster: Cluster, sockets: SocketServer) -> None:
    database = Database(cluster.url)
    here, there = RateLimiter(LIMIT), RateLimiter(LIMIT)
    processes = [Observed(database, limiter) for limiter in (here, there)]
    listeners = [Listener(cluster.url, sockets, limits=process) for process in processes]
    try:
        for process, listener in zip(processes, listeners, strict=True):
            process.start()
            await listener.start()
        for _ in range(LIMIT // 2):
            here.hit("searchConsults", "1")
        async with asyncio.timeout(TIMEOUT_SECONDS):
            for process in processes:
                reports = [await process.reports.get() for _ in range(LIMIT // 2 // PER_REPORT)]
                assert reports == [Allowed("searchConsults", "1", PER_REPORT)] * len(reports)
        for limiter in (here, there):
            for _ in range(LIMIT // 2):
                limiter.hit("searchConsults", "1")
            with pytest.raises(TooManyRequests):
                limiter.hit("searchConsults", "1")
        there.hit("searchConsults", "2")
        there.hit("createConsult", "1")
    finally:
        for process, listener in zip(processes, listeners, strict=True):
            await listener.stop()
            await process.stop()
        await database.close()


@pytest.mark.soak
@pytest.mark.req("API-06")
async def test_a_user_cannot_avoid_the_limit_by_calling_another_server(start_server: StartServer) -> None:
    environment = {"WARDLINE_REQUESTS_PER_MINUTE": str(LIMIT)}
    here, there = await start_server(environment=environment), await start_server(environment=environment)
    async with here.client("nurse") as nurse, there.client("nurse") as same, here.client("neuro") as neuro:
        statuses = [(await nurse.post("/consults/$search", json=SEARCH)).status_code for _ in range(LIMIT)]
        assert statuses == [200] * LIMIT
        async with live(there, "neuro") as listener:
            # This event follows the reports.
            await neuro.post("/checkout")
            await listener.next()
        statuses = [(await same.post("/consults/$search", json=SEARCH)).status_code for _ in range(LIMIT)]
        # The last report may have been sent after the event.
        assert statuses.count(200) <= PER_REPORT
        assert set(statuses) <= {200, 429}
