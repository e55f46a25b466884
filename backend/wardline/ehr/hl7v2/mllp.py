"""Messages over MLLP, the framing that HL7 interfaces speak over TCP, with an end to every wait and every answer."""

import asyncio
import ssl
from contextlib import suppress
from typing import Final

from wardline.core import clock
from wardline.ehr.filing import FilingDelayed, Hl7Destination, NoteDocument
from wardline.ehr.hl7v2.acknowledgement import UNREADABLE, judge
from wardline.ehr.hl7v2.mdm import message

START: Final = b"\x0b"
END: Final = b"\x1c"
ANSWER_BYTES: Final = 64 * 1024
CLOSING: Final = 1.0
"""Seconds for the receiver to see that nothing more comes."""
NO_CONNECTION: Final = "no connection"
NO_ANSWER: Final = "no answer"


class MllpReceiver:
    """A `NoteReceiver` that opens a connection for each document.

    `timeout` is in seconds, for a document from the first packet to the last of its answer; connecting may take half.
    """

    def __init__(self, destination: Hl7Destination, *, timeout: float) -> None:
        self._destination = destination
        self._timeout = timeout
        self._tls = ssl.create_default_context() if destination.tls else None

    async def file(self, document: NoteDocument) -> None:
        answer = await self._exchange(message(document, self._destination, clock.now()))
        judge(answer, document.control_id)

    async def aclose(self) -> None:
        """Nothing is held."""

    async def _exchange(self, sent: bytes) -> bytes:
        try:
            async with asyncio.timeout(self._timeout):
                reader, writer = await self._connect()
                try:
                    answer = await _ask(reader, writer, sent)
                except BaseException:
                    writer.transport.abort()
                    raise
        except OSError:
            # A time-out of ours is one too. The texts name addresses only, and say no more than this does.
            raise FilingDelayed(NO_ANSWER) from None
        await _close(writer)
        return answer

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        try:
            async with asyncio.timeout(self._timeout / 2):
                return await asyncio.open_connection(
                    self._destination.host, self._destination.port, ssl=self._tls, limit=ANSWER_BYTES
                )
        except (OSError, ValueError):
            # ValueError is how a name that cannot be a host's is told.
            raise FilingDelayed(NO_CONNECTION) from None


async def _ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, sent: bytes) -> bytes:
    """Send one frame; what the frame holds that is answered. The carriage return behind a frame is not waited for."""
    writer.writelines((START, sent, END, b"\r"))
    await writer.drain()
    try:
        answer = await reader.readuntil(END)
    except asyncio.IncompleteReadError as cut:
        raise FilingDelayed(UNREADABLE if cut.partial else NO_ANSWER) from None
    except asyncio.LimitOverrunError:
        raise FilingDelayed(UNREADABLE) from None
    return answer.removeprefix(START).removesuffix(END)


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        async with asyncio.timeout(CLOSING):
            await writer.wait_closed()
            return
    writer.transport.abort()
