"""Janus, which forwards sound and picture of calls."""

import uuid
from typing import Final

from wardline.system.connections.choices import ConnectionState
from wardline.system.connections.contract import (
    Connection,
    ConnectionBroken,
    Installation,
    Standing,
    Trial,
    of_outcomes,
)
from wardline.video.janus.server import JanusDown, JanusRefused

_ACTION: Final = (
    "Check that Janus runs, that this server can reach it at `WARDLINE_JANUS_API_URL`, and that the `admin_key` of its "
    "VideoRoom plugin is the one in `WARDLINE_JANUS_ADMIN_KEY`. Until then, calls go from browser to browser."
)


async def read(installation: Installation) -> Standing:
    janus = installation.media.janus
    if janus is None:
        return Standing(ConnectionState.OFF, "Not set up.")
    return of_outcomes(
        janus.outcomes,
        works="It answered the latest request of this process.",
        unknown="This process has not asked it since it started.",
        fails="It did not answer the latest request of this process properly.",
        action=_ACTION,
    )


async def test(installation: Installation) -> str:
    janus = installation.media.janus
    if janus is None:
        raise ConnectionBroken("It is not set up.", "Set the settings that begin with `WARDLINE_JANUS`.")
    try:
        version = await janus.version()
        async with janus.room(uuid.uuid4()) as room:
            await room.ensure()
            await room.destroy()
    except JanusDown:
        raise ConnectionBroken(f"It did not answer properly: {janus.outcomes.failure}.", _ACTION) from None
    except JanusRefused as refusal:
        raise ConnectionBroken(f"It refused to make a room, code {refusal.code}.", _ACTION) from None
    return f"Version {version or 'unknown'} answered, and made and removed an empty room."


CONNECTION: Final = Connection(
    required=("janus_url", "janus_api_url", "janus_admin_key"),
    optional=("media",),
    section="A media server",
    read=read,
    test=Trial("Asks for its version, and makes and removes an empty room.", test),
)
