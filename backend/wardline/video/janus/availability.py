"""Whether a new call can use the media server."""

import asyncio
import logging
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from wardline.core import clock
from wardline.video.janus.server import JanusServer

log = logging.getLogger(__name__)

KNOWN_FOR: Final = timedelta(seconds=5)
"""How long a response counts, so that calls that begin together ask once."""


class MediaOffer(NamedTuple):
    """What a call can use now."""

    is_ready: bool
    """Whether there is a media server that responds."""
    is_first: bool
    """Whether calls begin with it; otherwise they come to it when they are too many to connect to each other."""


class MediaServers:
    """The media server of an installation, if it has one.

    `is_used` says whether calls may use it, `is_first` whether they begin with it.
    """

    def __init__(self, janus: JanusServer | None, *, is_used: bool, is_first: bool = True) -> None:
        self.janus = janus
        self.is_used = is_used and janus is not None
        self._is_first = is_first
        self._is_up = False
        self._asked_at: datetime | None = None
        self._asking = asyncio.Lock()

    async def aclose(self) -> None:
        if self.janus is not None:
            await self.janus.aclose()

    async def offer(self) -> MediaOffer:
        """Asks it, so no transaction should be open."""
        return MediaOffer(await self.is_ready(), self._is_first)

    async def is_ready(self) -> bool:
        """Whether calls may use it, and it responds. Asks it, so no transaction should be open."""
        if self.janus is None or not self.is_used:
            return False
        async with self._asking:
            if self._asked_at is None or clock.now() - self._asked_at > KNOWN_FOR:
                self._is_up = await self.janus.is_up()
                self._asked_at = clock.now()
                if not self._is_up:
                    log.error("Janus does not respond: calls connect browsers directly")
        return self._is_up
