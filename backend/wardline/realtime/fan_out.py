"""Sends events to many sockets: one message per socket, each distinct message encoded once."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import socketio

from wardline.realtime.events import EVENT_BATCH
from wardline.realtime.socketio_adapter import EncodedEvent, connections_in, encode, send


class OutgoingEvent(NamedTuple):
    """An event and its recipients: the sockets in any of the rooms, or all sockets for None."""

    name: str
    data: dict[str, Any]
    rooms: list[str] | None


async def fan_out(server: socketio.AsyncServer, events: Sequence[OutgoingEvent]) -> None:
    """Send each socket all its events in one message; no acknowledgement is requested."""
    numbers_of: defaultdict[str, list[int]] = defaultdict(list)
    for number, event in enumerate(events):
        for connection in connections_in(server, event.rooms):
            numbers_of[connection].append(number)
    encoded: dict[tuple[int, ...], EncodedEvent] = {}
    for connection, numbers in numbers_of.items():
        batch = tuple(numbers)
        if batch not in encoded:
            encoded[batch] = _encode_batch(server, [events[number] for number in batch])
        await send(server, connection, encoded[batch])


def _encode_batch(server: socketio.AsyncServer, events: Sequence[OutgoingEvent]) -> EncodedEvent:
    if len(events) == 1:
        return encode(server, events[0].name, events[0].data)
    return encode(server, EVENT_BATCH, [[event.name, event.data] for event in events])
