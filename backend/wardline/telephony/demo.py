"""A simulated phone network: texts and calls are files, which every process sees, and nobody's phone rings.

The demonstration's page (`wardline.demo.phones`) shows them, and plays the people who answer.
"""

import asyncio
import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel

from wardline.core import clock
from wardline.core.files import write_whole
from wardline.telephony.contract import (
    CALL,
    MAX_WORDS,
    START_WORDS,
    STOP_WORDS,
    TEXT,
    CallAnswered,
    InvalidPhoneCallback,
    KeyPressed,
    PhoneDelayed,
    PhoneOutcome,
    PhoneRefused,
    PhoneUnknown,
    TextReceived,
)

BUSY: Final = "(555) 010-0199"
"""The line is busy, and texts cannot be received."""
AWAY: Final = "(555) 010-0198"
"""The provider cannot be reached."""
UNANSWERED: Final = "(555) 010-0197"
"""Nobody answers, and texts are accepted at first, but fail later."""
RINGING: Final = timedelta(seconds=30)
MAX_ITEMS: Final = 200
_ID: Final = re.compile(r"[A-Z0-9]{1,40}")

State = Literal["sent", "failed", "received", "ringing", "answered", "listening", "ended"]


class Item(BaseModel):
    """A text to or from a number, or a call to it. `words` are those of the text, or what was said on the call."""

    id: str
    kind: Literal["text", "reply", "call"]
    number: str
    at: datetime
    state: State
    words: list[str] = []
    keys: str = ""


class DemoPhone:
    """The `PhoneProvider` of the demonstration, and what its people do."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def send_text(self, number: str, text: str, reference: str) -> str:
        if number == BUSY:
            raise PhoneRefused("number cannot receive texts")
        if number == AWAY:
            raise PhoneDelayed("no connection")
        if await self._has_opted_out(number):
            raise PhoneRefused("the recipient opted out (STOP)")
        state: State = "failed" if number == UNANSWERED else "sent"
        await self._write(Item(id=reference, kind="text", number=number, at=clock.now(), state=state, words=[text]))
        return reference

    async def place_call(self, number: str, reference: str) -> str:
        if number == AWAY:
            raise PhoneDelayed("no connection")
        if await self._read(reference) is None:
            state: State = "failed" if number == BUSY else "ringing"
            await self._write(Item(id=reference, kind="call", number=number, at=clock.now(), state=state))
        return reference

    async def say(self, call_id: str, text: str, *, then_listen: bool, reference: str) -> None:  # noqa: ARG002
        call = await self._read(call_id)
        if call is None or call.state not in {"answered", "listening"}:
            raise PhoneRefused("the call has ended")
        call.words.append(text)
        call.state = "listening" if then_listen else "ended"
        await self._write(call)

    async def hang_up(self, call_id: str, *, reference: str | None) -> None:  # noqa: ARG002
        call = await self._read(call_id)
        if call is None or call.state == "ended":
            raise PhoneRefused("the call has ended")
        call.state = "ended"
        await self._write(call)

    async def check_text(self, message_id: str) -> PhoneOutcome | None:
        text = await self._known(message_id)
        refusal = "not delivered" if text.state == "failed" else None
        return PhoneOutcome(TEXT, message_id, delivered=refusal is None, refusal=refusal, reference=message_id)

    async def check_call(self, call_id: str) -> PhoneOutcome | None:
        call = await self._known(call_id)
        if call.state == "ringing":
            if clock.now() - call.at < RINGING:
                return None
            call.state = "failed"
            await self._write(call)
        busy, failed = call.number == BUSY, call.state == "failed"
        refusal = ("line busy" if busy else "no answer") if failed else None
        return PhoneOutcome(CALL, call_id, delivered=not failed, refusal=refusal, reference=call_id)

    def read_callback(self, headers: Mapping[str, str], body: bytes) -> None:  # noqa: ARG002
        raise InvalidPhoneCallback

    async def aclose(self) -> None:
        """Nothing to close."""

    async def items(self) -> Sequence[Item]:
        """The newest first, at most `MAX_ITEMS`."""
        items = await asyncio.to_thread(self._read_all)
        return sorted(items, key=lambda item: (item.at, item.id), reverse=True)[:MAX_ITEMS]

    async def answer(self, call_id: str) -> CallAnswered | None:
        """Someone answers a call; None if it is not ringing."""
        call = await self._read(call_id)
        if call is None or call.state != "ringing" or call.number == UNANSWERED:
            return None
        call.state = "answered"
        await self._write(call)
        return CallAnswered(call_id, call_id)

    async def press(self, call_id: str, digit: str) -> KeyPressed | None:
        """Someone presses a key; None if nobody listens."""
        call = await self._read(call_id)
        if call is None or call.state != "listening":
            return None
        call.keys += digit
        call.state = "answered"
        await self._write(call)
        return KeyPressed(call_id, call_id, digit)

    async def decline(self, call_id: str) -> PhoneOutcome | None:
        """Someone declines a call, or ends one that they answered; only the first is news."""
        call = await self._read(call_id)
        if call is None or call.kind != "call" or call.state in {"failed", "ended"}:
            return None
        was_ringing, call.state = call.state == "ringing", "failed" if call.state == "ringing" else "ended"
        await self._write(call)
        if not was_ringing:
            return None
        return PhoneOutcome(CALL, call_id, delivered=False, refusal="call rejected", reference=call_id)

    async def reply(self, number: str, words: str) -> TextReceived:
        """Someone sends a text to our number."""
        now = clock.now()
        reply_id = f"R{now:%Y%m%d%H%M%S%f}"
        said = words.strip()[:MAX_WORDS]
        await self._write(Item(id=reply_id, kind="reply", number=number, at=now, state="received", words=[said]))
        return TextReceived(reply_id, number, said)

    async def _has_opted_out(self, number: str) -> bool:
        """Whether the last word of opting in or out was that of opting out."""
        for item in await self.items():
            if item.kind == "reply" and item.number == number:
                word = item.words[0].upper()
                if word in STOP_WORDS | START_WORDS:
                    return word in STOP_WORDS
        return False

    async def _known(self, item_id: str) -> Item:
        item = await self._read(item_id)
        if item is None:
            raise PhoneUnknown("not known to the provider")
        return item

    async def _read(self, item_id: str) -> Item | None:
        if _ID.fullmatch(item_id) is None:
            return None
        return await asyncio.to_thread(_read_file, self._folder / f"{item_id}.json")

    async def _write(self, item: Item) -> None:
        if _ID.fullmatch(item.id) is None:
            raise PhoneRefused("not a reference")
        await asyncio.to_thread(write_whole, self._folder / f"{item.id}.json", item.model_dump_json())

    def _read_all(self) -> list[Item]:
        files = self._folder.glob("*.json") if self._folder.is_dir() else ()
        return [item for item in map(_read_file, files) if item is not None]


def _read_file(file: Path) -> Item | None:
    return Item.model_validate_json(file.read_bytes()) if file.exists() else None
