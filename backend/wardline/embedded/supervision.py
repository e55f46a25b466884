"""Restarts the embedded database when it crashes, so that the server does not have to be restarted."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, Never

from wardline.core import retries
from wardline.core.ending import end
from wardline.embedded.postgres import EmbeddedPostgres

log = logging.getLogger(__name__)

POLL_SECONDS: Final = 0.2


@asynccontextmanager
async def keep_running(database: EmbeddedPostgres | None) -> AsyncIterator[None]:
    """Restart the database whenever it ends inside the block; None for a separate database.

    Call from the main thread.
    """
    if database is None:
        yield
        return
    supervisor = asyncio.create_task(_keep_running(database))
    try:
        yield
    finally:
        await end(supervisor)


async def _keep_running(database: EmbeddedPostgres) -> Never:
    clock = asyncio.get_running_loop().time
    started, restarts = clock(), retries.Restarts(retries.RESTART)
    while True:
        await asyncio.sleep(POLL_SECONDS)
        if not database.has_ended:
            continue
        pause = restarts.pause(clock() - started)  # It may keep crashing, for example because its disk is full.
        log.error("the embedded database has crashed; restarting it in %s s", pause)
        await asyncio.sleep(pause)
        started = clock()
        try:
            database.restart()
        except OSError as error:
            log.error("the embedded database cannot be started: %s", error.strerror)  # noqa: TRY400
