"""A small SMTP server on the loopback interface, with scripted replies."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path


class Mailbox:
    """Accepts messages. `replies` replaces the reply to a command, or to the message itself (`MESSAGE`)."""

    def __init__(self, certificate: Path | None = None, *, offers_starttls: bool = False) -> None:
        self.messages: list[bytes] = []
        self.commands: list[str] = []
        self.replies: dict[str, str | None] = {}
        """None closes the connection instead."""
        self.port = 0
        self._starttls = offers_starttls
        self._context: ssl.SSLContext | None = None
        if certificate is not None:
            self._context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            self._context.load_cert_chain(certificate)

    @asynccontextmanager
    async def open(self, *, tls: bool = False) -> AsyncIterator["Mailbox"]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._context if tls else None)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._talk(reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reply = self.replies.get("GREETING", "220 mail.example")
        while reply is not None:
            writer.write(reply.encode() + b"\r\n")
            await writer.drain()
            command = (await reader.readuntil(b"\r\n")).decode().strip()
            self.commands.append(command)
            verb = command.partition(" ")[0].upper()
            reply = self.replies.get(verb, self._usual(verb))
            if verb == "STARTTLS" and self._context is not None:
                writer.write(b"220 go ahead\r\n")
                await writer.start_tls(self._context)
                reply = ""
                command = (await reader.readuntil(b"\r\n")).decode().strip()
                self.commands.append(command)
                reply = self._usual("EHLO")
            if verb == "DATA" and reply is not None and reply.startswith("354"):
                writer.write(reply.encode() + b"\r\n")
                self.messages.append(await reader.readuntil(b"\r\n.\r\n"))
                reply = self.replies.get("MESSAGE", "250 accepted")

    def _usual(self, verb: str) -> str:
        match verb:
            case "EHLO":
                offered = "250-STARTTLS\r\n" if self._starttls else ""
                return f"250-mail.example\r\n{offered}250 AUTH PLAIN"
            case "AUTH":
                return "235 welcome"
            case "DATA":
                return "354 go ahead"
            case "QUIT":
                return "221 bye"
            case _:
                return "250 ok"
