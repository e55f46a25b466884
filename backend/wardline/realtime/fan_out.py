"""Events to many sockets at a small price for each: whoever comes last in line is in a hurry, too."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import socketio
from engineio.packet import MESSAGE, Packet
from socketio.packet import EVENT

from wardline.realtime.events import EVENT_BATCH

NAMESPACE = "/"


class OutgoingEvent(NamedTuple):
    """What is to be told, and to whom: the sockets in any of the rooms, or everybody when they are None."""

    event: str
    data: dict[str, Any]
    rooms: list[str] | None


async def fan_out(server: socketio.AsyncServer, events: Sequence[OutgoingEvent]) -> None:
    """Send to each socket all that it is to be told, in one message; nobody is asked to confirm.

    The library would start a task for each socket and each event, though a message only ever joins the socket's queue.
    """
    told: defaultdict[str, list[int]] = defaultdict(list)
    for number, event in enumerate(events):
        for _, connection in server.manager.get_participants(NAMESPACE, event.rooms):
            told[connection].append(number)
    messages: dict[tuple[int, ...], Packet] = {}
    for connection, numbers in told.items():
        together = tuple(numbers)
        if together not in messages:
            messages[together] = _message(server, [events[number] for number in together])
        await server.eio.send_packet(connection, messages[together])


def _message(server: socketio.AsyncServer, events: Sequence[OutgoingEvent]) -> Packet:
    data: list[Any] = [events[0].event, events[0].data]
    if len(events) > 1:
        data = [EVENT_BATCH, [[event.event, event.data] for event in events]]
    return Packet(MESSAGE, server.packet_class(EVENT, namespace=NAMESPACE, data=data).encode())
