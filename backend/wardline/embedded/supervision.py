"""Brings the embedded database back when it ends by itself, so that the server beside it need not be started again."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, Never

from wardline.core import retries
from wardline.embedded.postgres import EmbeddedPostgres

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 0.2
LASTING_SECONDS: Final = 30
"""A database that ran for so long was well when it ended."""


@asynccontextmanager
async def keep_running(database: EmbeddedPostgres | None) -> AsyncIterator[None]:
    """The database is started again, where it was, whenever it ends inside the block; None for one of somebody else's.

    Use it in the main thread.
    """
    if database is None:
        yield
        return
    keeping = asyncio.create_task(_keep_running(database))
    try:
        yield
    finally:
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)


async def _keep_running(database: EmbeddedPostgres) -> Never:
    clock = asyncio.get_running_loop().time
    started, failures = clock(), 0
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        if not database.has_ended:
            continue
        # One that ends each time, as it does while its disk is full, is given longer and longer.
        failures = 0 if clock() - started > LASTING_SECONDS else failures + 1
        pause = retries.EMBEDDED_DATABASE.wait(failures)
        log.error("the embedded database has ended by itself; it is started again in %s s", pause)
        await asyncio.sleep(pause)
        started = clock()
        try:
            database.start_again()
        except OSError as error:
            log.error("the embedded database cannot be started: %s", error.strerror)  # noqa: TRY400
