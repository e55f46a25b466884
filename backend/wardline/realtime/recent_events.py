"""The latest events, for browsers that fetched data before their socket was connected."""

from collections import deque
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from time import monotonic
from typing import Final

from wardline.realtime.fan_out import OutgoingEvent
from wardline.realtime.gate import SIGN_IN_SECONDS

KEPT_SECONDS: Final = 60
"""Starting an application over a poor connection takes less; after that, it refetches what it has."""
MAX_EVENTS: Final = 2_000
TRANSIT_SECONDS: Final = SIGN_IN_SECONDS
"""How long a browser's first message may be on its way. An event that is repeated needlessly costs one request."""


class RecentEvents:
    """What this node's sockets were sent, complete since some time. A node that does not listen may miss events."""

    def __init__(self) -> None:
        self._events: deque[tuple[float, OutgoingEvent]] = deque()
        self._complete_since: float | None = None

    def start_over(self) -> None:
        """From now on, no event is missed."""
        self._events.clear()
        self._complete_since = monotonic()

    def remember(self, events: Sequence[OutgoingEvent]) -> None:
        now = monotonic()
        self._events.extend((now, event) for event in events)
        while self._events and (self._events[0][0] < now - KEPT_SECONDS or len(self._events) > MAX_EVENTS):
            forgotten_at, _ = self._events.popleft()
            if self._complete_since is not None:
                self._complete_since = max(self._complete_since, forgotten_at)

    def missed(self, since: float, rooms: AbstractSet[str]) -> list[OutgoingEvent] | None:
        """The events to any of these rooms after this time of the monotonic clock; None if some may be unknown."""
        first = since - TRANSIT_SECONDS
        if self._complete_since is None or first <= self._complete_since:
            return None
        return [
            event
            for sent_at, event in self._events
            if sent_at >= first and (event.rooms is None or not rooms.isdisjoint(event.rooms))
        ]
