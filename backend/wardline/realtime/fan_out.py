"""One event to many sockets at a small price for each: whoever comes last in line is in a hurry, too."""

from typing import Any

import socketio
from engineio.packet import MESSAGE, Packet
from socketio.packet import EVENT


class FanOut(socketio.AsyncManager):  # type: ignore[misc]  # the library has no types
    """The library's own manager starts a task for each socket, though a message only ever joins the socket's queue."""

    async def emit(self, event: str, data: dict[str, Any], namespace: str, room: Any = None, **_options: Any) -> None:
        """Send to each socket that is in any of the rooms, to everybody without one; nobody is asked to confirm."""
        if namespace not in self.rooms:
            return
        text = self.server.packet_class(EVENT, namespace=namespace, data=[event, data]).encode()
        message = Packet(MESSAGE, text)
        for _, connection in self.get_participants(namespace, room):
            await self.server.eio.send_packet(connection, message)
