"""Sends events to many sockets: one message per socket, each distinct message encoded once.

Sending to thousands of sockets takes a long time, so everything else gets its turn after every few of them.
"""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from time import perf_counter
from typing import Any, Final, NamedTuple

import socketio

from wardline.realtime.events import EVENT_BATCH
from wardline.realtime.socketio_adapter import EncodedEvent, connections_in, encode, send

SLICE_SECONDS: Final = 0.001
"""How long sending may take at a time. The sockets' own tasks then take several times as long."""


class OutgoingEvent(NamedTuple):
    """An event and its recipients: the sockets in any of the rooms, or all sockets for None."""

    name: str
    data: dict[str, Any]
    rooms: list[str] | None


async def fan_out(server: socketio.AsyncServer, events: Sequence[OutgoingEvent]) -> float:
    """Send each socket all its events in one message; no acknowledgement is requested.

    Returns for how many seconds it yielded to other tasks.
    """
    waited, started = 0.0, perf_counter()
    audiences = _group_by_rooms(events)
    audiences_of: defaultdict[str, list[int]] = defaultdict(list)
    for index, (rooms, _) in enumerate(audiences):
        for connection in connections_in(server, rooms):
            audiences_of[connection].append(index)
    encoded: dict[tuple[int, ...], EncodedEvent] = {}
    for connection, indexes in audiences_of.items():
        batch = tuple(indexes)
        if batch not in encoded:
            numbers = sorted(number for index in batch for number in audiences[index][1])
            encoded[batch] = _encode_batch(server, [events[number] for number in numbers])
        await send(server, connection, encoded[batch])
        if (now := perf_counter()) - started > SLICE_SECONDS:
            await asyncio.sleep(0)
            started = perf_counter()
            waited += started - now
    return waited


def _group_by_rooms(events: Sequence[OutgoingEvent]) -> list[tuple[list[str] | None, list[int]]]:
    """Each set of rooms with its events' numbers. A set takes a step per socket, and a storm's events share few."""
    groups: dict[frozenset[str] | None, tuple[list[str] | None, list[int]]] = {}
    for number, event in enumerate(events):
        key = None if event.rooms is None else frozenset(event.rooms)
        groups.setdefault(key, (event.rooms, []))[1].append(number)
    return list(groups.values())


def _encode_batch(server: socketio.AsyncServer, events: Sequence[OutgoingEvent]) -> EncodedEvent:
    if len(events) == 1:
        return encode(server, events[0].name, events[0].data)
    return encode(server, EVENT_BATCH, as_pairs(events))


def as_pairs(events: Sequence[OutgoingEvent]) -> list[list[Any]]:
    """Names and data, as a message with several events has them."""
    return [[event.name, event.data] for event in events]
