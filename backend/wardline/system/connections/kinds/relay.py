"""The relays for calls, which browsers use where they cannot reach each other."""

import uuid
from datetime import timedelta
from typing import Final

from wardline.core.http.client import trusted_certificates
from wardline.system.connections.choices import ConnectionState
from wardline.system.connections.contract import Connection, ConnectionBroken, Installation, Standing, Trial
from wardline.system.connections.reaching import NotReached, all_of
from wardline.system.words import counted
from wardline.video.relay import relay_for
from wardline.video.relay_probe import RelayRefused, RelaySilent, allocate, parse

_LIFETIME: Final = timedelta(minutes=1)
_ACTION: Final = (
    "Check that the relay runs, that its ports are open, that its secret is the one in `WARDLINE_TURN_SECRET`, and "
    "that both clocks are right. Browsers may reach it where this server does not, and the other way around."
)


async def read(installation: Installation) -> Standing:  # noqa: ARG001 - as every connection is read
    return Standing(ConnectionState.UNKNOWN, "Browsers use it, so this server does not know how it does. Trial it.")


async def test(installation: Installation) -> str:
    servers = relay_for(installation.settings).servers_for(uuid.uuid4(), _LIFETIME)
    if not servers:
        raise ConnectionBroken("It is not set up.", "Set `WARDLINE_TURN_URLS` and `WARDLINE_TURN_SECRET`.")
    (server,) = servers
    tries = [
        (f"Address {number}", _try(url, server.username, server.credential))
        for number, url in enumerate(server.urls, start=1)
    ]
    await all_of(tries, action=_ACTION)
    return f"It gave an address to our credentials, at {counted(len(tries), 'address')} of the setting."


async def _try(url: str, username: str, credential: str) -> None:
    try:
        await allocate(parse(url), username, credential, trusted_certificates())
    except RelaySilent:
        raise NotReached("no response") from None
    except RelayRefused as refusal:
        raise NotReached(f"refused, code {refusal.code}") from None


CONNECTION: Final = Connection(
    required=("turn_urls", "turn_secret"),
    optional=("turn_only",),
    section="A relay",
    read=read,
    test=Trial("Asks each relay for an address with credentials of one minute, and gives it back.", test),
)
