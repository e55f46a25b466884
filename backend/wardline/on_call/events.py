"""Live events about on-call duty."""

from wardline.realtime.events import ServerEvent


class OnCallChanged(ServerEvent):
    """Who is on call for a line changed, or what they receive; sent to those who may view or request the line."""

    name = "on-call:changed"

    service_line_id: int
