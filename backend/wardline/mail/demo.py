"""A simulated mail server: messages are files, which every process sees, and nobody receives them.

The demonstration's page (`wardline.demo.phones`) shows them.
"""

import asyncio
import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from pydantic import BaseModel

from wardline.core import clock
from wardline.core.files import write_whole
from wardline.mail.contract import MailDelayed, MailRefused

UNKNOWN_USER: Final = "nobody@"
"""Addresses that begin like this are refused."""
AWAY_USER: Final = "away@"
"""The server cannot be reached for these."""
MAX_MAILS: Final = 200
_REFERENCE: Final = re.compile(r"[A-Z0-9]{20}")


class Mail(BaseModel):
    id: str
    address: str
    at: datetime
    subject: str
    text: str


class DemoMail:
    """The `MailServer` of the demonstration."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def send(self, address: str, subject: str, text: str, reference: str) -> None:
        if _REFERENCE.fullmatch(reference) is None:
            raise MailRefused("not a reference")
        if address.startswith(UNKNOWN_USER):
            raise MailRefused("recipient refused, code 550")
        if address.startswith(AWAY_USER):
            raise MailDelayed("no connection")
        mail = Mail(id=reference, address=address, at=clock.now(), subject=subject, text=text)
        await asyncio.to_thread(write_whole, self._folder / f"{reference}.json", mail.model_dump_json())

    async def aclose(self) -> None:
        """Nothing to close."""

    async def mails(self) -> Sequence[Mail]:
        """The newest first, at most `MAX_MAILS`."""
        mails = await asyncio.to_thread(self._read_all)
        return sorted(mails, key=lambda mail: (mail.at, mail.id), reverse=True)[:MAX_MAILS]

    def _read_all(self) -> list[Mail]:
        files = self._folder.glob("*.json") if self._folder.is_dir() else ()
        return [Mail.model_validate_json(file.read_bytes()) for file in files]
