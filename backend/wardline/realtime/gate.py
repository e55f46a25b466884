"""What passes from a browser to the socket library: the few frames that our browsers send, and nothing else.

The library runs whatever handler a frame names, also those for connections that come and go, and logs a traceback for
what it cannot read. Here a connection that sends anything else is closed before the library sees it, with one line in
the log that quotes nothing.
"""

import asyncio
import logging
import re
from collections.abc import Collection
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit

import orjson
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger(__name__)

MAXIMUM_MESSAGE_BYTES: Final = 20_000
"""The longest is the first, which carries an access token of up to 16 KiB."""
SIGN_IN_SECONDS: Final = 10
"""How long a connection may take to say whose it is."""
FAREWELL_SECONDS: Final = 1
"""How long a connection may stay once its socket was refused or closed; a browser hangs up by itself."""
FRAMES_PER_MINUTE: Final = 600
"""More than twice the events that are heard, and the answers to heartbeats."""
MINUTE: Final = 60
POLICY_VIOLATION: Final = 1008

RESERVED_NAMES: Final = frozenset(
    {"*", "connect", "connect_error", "disconnect", "disconnecting", "message", "newListener", "removeListener"}
)
"""Mean something to one Socket.IO library or another; a browser's cannot even send them."""

_HELLO: Final = re.compile(r"40(\{.*\})?", re.DOTALL)
_EVENT: Final = re.compile(r"42[0-9]{0,9}(\[.*\])", re.DOTALL)
"""Engine.IO's message, Socket.IO's event, and the number under which an answer is wanted."""
_CLOSE, _PONG, _GOODBYE = "1", "3", "41"
_REFUSED_OR_CLOSED: Final = ("41", "44")


class Unacceptable(Exception):
    """No browser of ours says this; the text is for the log and quotes nothing."""


class Conversation:
    """What one connection has said so far, and so what it may say next."""

    def __init__(self, heard_events: Collection[str]) -> None:
        self._heard_events = heard_events
        self._minute_began = monotonic()
        self._frames = 0
        self.has_greeted = False
        self.is_over = False

    def passes(self, frame: str | bytes) -> bool:
        """Whether the library is to see it; not when it is well formed and for nobody, as from a newer browser.

        Raises:
            Unacceptable: the connection is to be closed.
        """
        self._count()
        if isinstance(frame, bytes) or len(frame) > MAXIMUM_MESSAGE_BYTES or self.is_over:
            raise Unacceptable("it sent what no browser of ours sends")
        if frame == _PONG:
            return True
        if frame == _CLOSE or (frame == _GOODBYE and self.has_greeted):
            self.is_over = True
            return True
        if self.has_greeted:
            return self._is_heard(frame)
        if not _is_hello(frame):
            raise Unacceptable("it sent something else before it said whose it is")
        self.has_greeted = True
        return True

    def _count(self) -> None:
        now = monotonic()
        if now - self._minute_began >= MINUTE:
            self._minute_began, self._frames = now, 0
        self._frames += 1
        if self._frames > FRAMES_PER_MINUTE:
            raise Unacceptable("it sent too much")

    def _is_heard(self, frame: str) -> bool:
        found = _EVENT.fullmatch(frame)
        content = _read(found[1]) if found else None
        if not isinstance(content, list) or not content or not isinstance(content[0], str):
            raise Unacceptable("it sent what no browser of ours sends")
        name, *data = content
        if name in RESERVED_NAMES:
            raise Unacceptable("it sent an event with a reserved name")
        return name in self._heard_events and len(data) == 1 and isinstance(data[0], str)


def _is_hello(frame: str) -> bool:
    """Flat, because the library reads it with a parser that fails on what is nested deeply."""
    found = _HELLO.fullmatch(frame)
    content = _read(found[1] or "{}") if found else None
    return isinstance(content, dict) and not any(isinstance(value, list | dict) for value in content.values())


def _read(text: str) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


class SocketGate:
    """Stands before the library's application.

    A browser says from which page it connects, and only our own may. Whoever says nothing of the kind is no browser,
    and shows a token like everybody else: no page can borrow what it does not hold.
    """

    def __init__(self, app: ASGIApp, *, public_url: str, heard_events: Collection[str]) -> None:
        self._app = app
        self._origin = _origin(public_url)
        self._heard_events = heard_events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        origins = {_origin(value.decode("latin-1")) for name, value in scope["headers"] if name == b"origin"}
        if origins - {self._origin}:
            log.warning("a socket was refused: another site's page asked for it")
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            return
        guarded = _Guarded(receive, send, Conversation(self._heard_events))
        await self._app(scope, guarded.receive, guarded.send)


def _origin(address: str) -> str | None:
    """As browsers write it, without the port that the scheme has anyway; None for what names no origin."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    if not parts.scheme or not parts.hostname:
        return None
    is_usual = port == {"http": 80, "https": 443}.get(parts.scheme)
    return f"{parts.scheme}://{parts.hostname}{'' if port is None or is_usual else f':{port}'}"


class _Guarded:
    """One connection, as the library sees it."""

    def __init__(self, receive: Receive, send: Send, conversation: Conversation) -> None:
        self._receive = receive
        self._send = send
        self._conversation = conversation
        self._deadline: float | None = _in_seconds(SIGN_IN_SECONDS)
        self._waiting: asyncio.Timeout | None = None
        self._is_closed = False

    async def receive(self) -> Message:
        try:
            while not self._is_closed:
                message = await self._next()
                if message["type"] != "websocket.receive" or self._passes(message):
                    return message
        except TimeoutError:
            if not self._conversation.has_greeted:
                log.warning("a socket was closed: it never said whose it is")
        except Unacceptable as unacceptable:
            log.warning("a socket was closed: %s", unacceptable)
        await self.send({"type": "websocket.close", "code": POLICY_VIOLATION})
        return {"type": "websocket.disconnect", "code": POLICY_VIOLATION}

    async def send(self, message: Message) -> None:
        """Nothing once it is closed, by whomever."""
        if self._is_closed:
            return
        self._is_closed = message["type"] == "websocket.close"
        await self._send(message)
        if (message.get("text") or "").startswith(_REFUSED_OR_CLOSED):
            self._give(FAREWELL_SECONDS)

    async def _next(self) -> Message:
        try:
            async with asyncio.timeout_at(self._deadline) as waiting:
                self._waiting = waiting
                return await self._receive()
        finally:
            self._waiting = None

    def _passes(self, message: Message) -> bool:
        had_greeted = self._conversation.has_greeted
        sent = message.get("bytes")
        passes = self._conversation.passes(message["text"] if sent is None else sent)
        if self._conversation.is_over:
            self._give(FAREWELL_SECONDS)
        elif self._conversation.has_greeted and not had_greeted:
            self._deadline = None
        return passes

    def _give(self, seconds: float) -> None:
        self._deadline = _in_seconds(seconds)
        if self._waiting is not None:
            self._waiting.reschedule(self._deadline)


def _in_seconds(seconds: float) -> float:
    return asyncio.get_running_loop().time() + seconds
