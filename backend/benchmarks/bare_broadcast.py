"""The baseline of the comparison: sockets and a loop, without Wardline.

A POST's body goes as one text message to every connected websocket. The settings of uvicorn are those of
`wardline.serving`, so that the difference between the two is Wardline's own work.

usage: bare_broadcast.py PORT
"""

import sys

import uvicorn
from starlette.types import Receive, Scope, Send

sockets: dict[int, Send] = {}


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await _hold_open(receive, send)
        return
    body = b""
    has_more = True
    while has_more:
        part = await receive()
        body += part.get("body", b"")
        has_more = part.get("more_body", False)
    message = {"type": "websocket.send", "text": body.decode()}
    for send_to_socket in list(sockets.values()):
        await send_to_socket(message)
    response = b"{}"
    await send({"type": "http.response.start", "status": 201, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": response})


async def _hold_open(receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    sockets[id(send)] = send
    while (await receive())["type"] != "websocket.disconnect":
        pass
    del sockets[id(send)]


if __name__ == "__main__":
    uvicorn.run(
        app,
        host="127.0.0.1",
        port=int(sys.argv[1]),
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="off",
        ws="websockets-sansio",
    )
