"""Addresses of other video providers' rooms, from the URL patterns in the settings."""

from typing import Literal
from urllib.parse import quote

from wardline.setting_values import ROOM
from wardline.settings import Settings

Provider = Literal["vidyo", "bluestream", "core-video"]


def room_address(settings: Settings, provider: Provider, room: str, *, host: bool = False) -> str | None:
    """The room's address for a guest or for its host; None if there is no pattern."""
    join, own = {
        "vidyo": (settings.vidyo_join_url, None),
        "bluestream": (settings.bluestream_join_url, settings.bluestream_host_url),
        "core-video": (settings.core_video_join_url, settings.core_video_host_url),
    }[provider]
    pattern = (own if host else None) or join
    if pattern is None and settings.demo:
        pattern = f"{settings.origin}/demo-rooms/{provider}?room={ROOM}&as={'host' if host else 'guest'}"
    return pattern.replace(ROOM, quote(room, safe="")) if pattern is not None else None
