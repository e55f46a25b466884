"""Tells an external monitor that paging works. It alerts when it is not told for a while, whatever the reason."""

import asyncio
import logging
from typing import Final

import httpx

from wardline.core.http.client import HttpClient

log = logging.getLogger(__name__)

TIMEOUT_SECONDS: Final = 5
WHOLE_SECONDS: Final = 10

# httpx logs every URL at INFO, and whoever knows this one can pretend that all is well.
logging.getLogger("httpx").setLevel(logging.WARNING)


async def send_heartbeat(url: str) -> None:
    """Request the address, without any data. A failure is logged; the next run tries again."""
    try:
        async with (
            asyncio.timeout(WHOLE_SECONDS),
            HttpClient(timeout=TIMEOUT_SECONDS, follow_redirects=False) as client,
            client.stream("GET", url) as response,
        ):
            if not response.is_success:
                log.error("the heartbeat was refused (HTTP %s)", response.status_code)
    except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
        # The error's text may contain the address.
        log.error("the heartbeat did not arrive (%s)", type(error).__name__)  # noqa: TRY400
