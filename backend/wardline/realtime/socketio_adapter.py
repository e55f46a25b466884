"""Uses of python-socketio beyond its public API. The only module with such uses.

It sends one encoded packet to many sockets, and checks whether a connection is still open. `emit` would start a task
for each socket and each event and encode the event for each socket separately (decision 0014).
`tests/test_socketio_adapter.py` fails if the parts used here change, and `pyproject.toml` has upper bounds for the
versions of python-socketio and python-engineio.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import socketio
from engineio.packet import MESSAGE, Packet
from socketio.packet import EVENT

NAMESPACE = "/"

EncodedEvent = Any
"""An event in the form that `send` expects; the library has no types."""


def connections_in(server: socketio.AsyncServer, rooms: Sequence[str] | None) -> Iterator[str]:
    """The connections whose sockets are in any of the rooms, or all of them for None."""
    for _, connection in server.manager.get_participants(NAMESPACE, rooms):
        yield connection


def encode(server: socketio.AsyncServer, event: str, data: Any) -> EncodedEvent:
    return Packet(MESSAGE, server.packet_class(EVENT, namespace=NAMESPACE, data=[event, data]).encode())


async def send(server: socketio.AsyncServer, connection: str, event: EncodedEvent) -> None:
    """Append the event to the connection's queue."""
    await server.eio.send_packet(connection, event)


async def is_open(server: socketio.AsyncServer, sid: str) -> bool:
    """Whether the socket's connection is open; one whose heartbeat is overdue is closed."""
    connection = server.eio.sockets.get(server.manager.eio_sid_from_sid(sid, NAMESPACE))
    return connection is not None and not connection.closed and bool(await connection.check_ping_timeout())
