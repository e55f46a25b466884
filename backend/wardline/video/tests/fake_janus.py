"""A media server for tests that only ask whether there is one."""

from typing import Final

from wardline.video.janus.server import JanusServer

KEY: Final = "only-the-server-knows"
URL: Final = "wss://media.example/janus"


class Janus(JanusServer):
    """One that is up, or not."""

    is_there = True
    times_asked = 0

    async def is_up(self) -> bool:
        self.times_asked += 1
        return self.is_there
