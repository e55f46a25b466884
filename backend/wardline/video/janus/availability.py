"""Whether calls can use the media server."""

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
    """Whether calls may come to the media server, which responds."""
    is_down: bool
    """Whether calls that use it cannot go on."""
    is_first: bool
    """Whether calls begin with it; otherwise they come to it when they are too many to connect to each other."""


UNASKED: Final = MediaOffer(is_ready=False, is_down=False, is_first=False)
"""For a call that goes on as it is, whether or not the media server responds."""


class MediaServers:
    """The media server of an installation, if it has one.

    `is_used` says whether calls may come to it, `is_first` whether they begin with it. A call that uses it goes on in
    it, also if others may not come to it anymore.
    """

    def __init__(self, janus: JanusServer | None, *, is_used: bool, is_first: bool = True) -> None:
        self.janus = janus
        self.is_used = is_used and janus is not None
        self.is_first = self.is_used and is_first
        self._is_up = False
        self._asked_at: datetime | None = None
        self._asking = asyncio.Lock()

    async def aclose(self) -> None:
        if self.janus is not None:
            await self.janus.aclose()

    async def offer(self) -> MediaOffer:
        """Asks it, so no transaction should be open."""
        is_up = await self.is_up()
        return MediaOffer(is_ready=self.is_used and is_up, is_down=not is_up, is_first=self.is_first)

    async def is_up(self) -> bool:
        """Whether there is one that responds. Asks it, so no transaction should be open."""
        if self.janus is None:
            return False
        async with self._asking:
            if self._asked_at is None or clock.now() - self._asked_at > KNOWN_FOR:
                self._is_up = await self.janus.is_up()
                self._asked_at = clock.now()
                if not self._is_up:
                    log.error("Janus does not respond: calls begin without it, and nobody can join those that use it")
        return self._is_up
