"""Messages over MLLP, the TCP framing of HL7 interfaces, with limits on every wait and every response."""

import asyncio
import ssl
from contextlib import suppress
from typing import Final

from wardline.core import clock
from wardline.ehr.filing import FilingDelayed, Hl7Destination, NoteDocument
from wardline.ehr.hl7v2.acknowledgement import UNREADABLE, check_acknowledgement
from wardline.ehr.hl7v2.mdm import message

START: Final = b"\x0b"
END: Final = b"\x1c"
MAX_RESPONSE_BYTES: Final = 64 * 1024
CLOSE_SECONDS: Final = 1.0
"""Seconds for the receiver to notice that the connection is closed."""
NO_CONNECTION: Final = "no connection"
NO_RESPONSE: Final = "no response"


def tls_of(destination: Hl7Destination) -> ssl.SSLContext | None:
    """The certificates that are trusted for it, which are the system's; None without TLS."""
    return ssl.create_default_context() if destination.tls else None


class MllpReceiver:
    """A `NoteReceiver` that opens a connection for each document.

    `timeout` is in seconds, for connecting, sending a document and receiving its response; connecting may take half.
    """

    def __init__(self, destination: Hl7Destination, *, timeout: float) -> None:
        self._destination = destination
        self._timeout = timeout
        self._tls = tls_of(destination)

    async def file(self, document: NoteDocument) -> None:
        response = await self._exchange(message(document, self._destination, clock.now()))
        check_acknowledgement(response, document.control_id)

    async def aclose(self) -> None:
        """Nothing to close."""

    async def _exchange(self, sent: bytes) -> bytes:
        try:
            async with asyncio.timeout(self._timeout):
                reader, writer = await self._connect()
                try:
                    response = await _exchange_frames(reader, writer, sent)
                except BaseException:
                    writer.transport.abort()
                    raise
        except OSError:
            # Includes our own timeout. The error's message adds nothing but the address.
            raise FilingDelayed(NO_RESPONSE) from None
        await _close(writer)
        return response

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        try:
            async with asyncio.timeout(self._timeout / 2):
                return await asyncio.open_connection(
                    self._destination.host, self._destination.port, ssl=self._tls, limit=MAX_RESPONSE_BYTES
                )
        except (OSError, ValueError):
            # ValueError is raised for an invalid host name.
            raise FilingDelayed(NO_CONNECTION) from None


async def _exchange_frames(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, sent: bytes) -> bytes:
    """Send one frame and return the content of the response frame, without waiting for its carriage return."""
    writer.writelines((START, sent, END, b"\r"))
    await writer.drain()
    try:
        response = await reader.readuntil(END)
    except asyncio.IncompleteReadError as error:
        raise FilingDelayed(UNREADABLE if error.partial else NO_RESPONSE) from None
    except asyncio.LimitOverrunError:
        raise FilingDelayed(UNREADABLE) from None
    return response.removeprefix(START).removesuffix(END)


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        async with asyncio.timeout(CLOSE_SECONDS):
            await writer.wait_closed()
            return
    writer.transport.abort()
