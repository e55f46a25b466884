"""The TURN relay for calls between networks that block direct connections; its credentials expire."""

import base64
import hashlib
import hmac
import re
import uuid
from datetime import timedelta
from typing import Final, Literal

from wardline.core import clock
from wardline.core.terminal import CommandError
from wardline.settings import Settings
from wardline.video.models import Attendee
from wardline.video.schemas import IceServer

CREDENTIAL_LIFETIME: Final = timedelta(hours=12)
GUEST_LIFETIME: Final = timedelta(minutes=10)
"""A guest's ends soon after they have left the call, because it cannot be taken back."""
CHECK_LIFETIME: Final = timedelta(minutes=1)
"""For the check before a call."""
_ADDRESS: Final = re.compile(r"turns?:([^\s?,@/:\[\]]+|\[[0-9a-fA-F:.]+\])(:[0-9]{1,5})?(\?transport=(udp|tcp))?")


class RelayUnusable(CommandError):
    """The settings for the relay are invalid. The message names the setting, never the secret."""


class Relay:
    """Credentials from the shared secret of a TURN server (coturn's ``use-auth-secret``), each for one attendee."""

    def __init__(self, urls: list[str], secret: str, *, is_only_way: bool = False) -> None:
        self._urls = urls
        self._secret = secret.encode()
        self.policy: Literal["all", "relay"] = "relay" if is_only_way else "all"

    def servers_for(self, attendee_id: uuid.UUID, lifetime: timedelta = CREDENTIAL_LIFETIME) -> list[IceServer]:
        """The relay with credentials for this attendee; empty if there is none."""
        if not self._urls:
            return []
        expires = clock.now() + lifetime
        username = f"{int(expires.timestamp())}:{attendee_id}"
        # TURN servers prescribe SHA-1; its collisions do not weaken an HMAC.
        digest = hmac.digest(self._secret, username.encode(), hashlib.sha1)
        return [IceServer(urls=self._urls, username=username, credential=base64.b64encode(digest).decode())]

    def servers_of(self, attendee: Attendee) -> list[IceServer]:
        """The relay for an attendee who joins."""
        return self.servers_for(attendee.id, _lifetime_of(attendee))

    def renewed_for(self, attendee: Attendee) -> list[IceServer] | None:
        """The relay with new credentials for an attendee who stays; None while those from joining are good for long."""
        lifetime = _lifetime_of(attendee)
        if not self._urls or clock.now() < attendee.joined_at + lifetime / 2:
            return None
        return self.servers_for(attendee.id, lifetime)


def _lifetime_of(attendee: Attendee) -> timedelta:
    return CREDENTIAL_LIFETIME if attendee.guest_id is None else GUEST_LIFETIME


def relay_for(settings: Settings) -> Relay:
    """The configured relay. Without one, browsers connect directly or not at all.

    Raises:
        RelayUnusable: only some of the settings are present, or an address is invalid.
    """
    urls = [url.strip() for url in (settings.turn_urls or "").split(",") if url.strip()]
    secret = settings.turn_secret.get_secret_value() if settings.turn_secret else ""
    if bool(urls) != bool(secret) or (settings.turn_only and not urls):
        missing = "WARDLINE_TURN_SECRET" if urls else "WARDLINE_TURN_URLS"
        raise RelayUnusable(f"the relay for calls is only partly set up: {missing} missing")
    if not all(map(_ADDRESS.fullmatch, urls)):
        raise RelayUnusable("WARDLINE_TURN_URLS must be a comma-separated list of turn:host:port addresses")
    return Relay(urls, secret, is_only_way=settings.turn_only)
