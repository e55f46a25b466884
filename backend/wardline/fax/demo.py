"""A simulated fax provider: it writes the pages to a folder and reports success."""

import asyncio
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from wardline.fax.contract import FaxDelayed, FaxOutcome, FaxRefused, InvalidFaxCallback
from wardline.fax.pages import fax_pages

BUSY: Final = "(555) 010-0199"
AWAY: Final = "(555) 010-0198"
"""The provider cannot be reached."""
UNANSWERED: Final = "(555) 010-0197"
"""Accepted at first, but fails later."""
_REFERENCE: Final = re.compile(r"[A-Z0-9]{20}")
_UNANSWERED_PREFIX: Final = "unanswered-"


class DemoFax:
    """The `FaxProvider` of the demonstration; page 1 of a fax is ``{folder}/{reference}/page-1.png``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def send(self, number: str, pdf: bytes, reference: str) -> str:
        if _REFERENCE.fullmatch(reference) is None:
            raise FaxRefused("not a reference")
        if number == BUSY:
            raise FaxRefused("line busy")
        if number == AWAY:
            raise FaxDelayed("no connection")
        if number == UNANSWERED:
            return f"{_UNANSWERED_PREFIX}{reference}"
        printed = self._folder / reference
        if not await asyncio.to_thread(printed.exists):
            pages = [page.png() for page in await fax_pages(pdf)]
            await asyncio.to_thread(_write, printed, pages)
        return reference

    async def find(self, number: str, reference: str) -> str | None:  # noqa: ARG002
        return reference if await asyncio.to_thread((self._folder / reference).exists) else None

    async def check_status(self, fax_id: str) -> FaxOutcome | None:
        if fax_id.startswith(_UNANSWERED_PREFIX):
            return FaxOutcome(fax_id, delivered=False, refusal="no answer")
        return FaxOutcome(fax_id, delivered=True)

    def read_callback(self, headers: Mapping[str, str], body: bytes) -> FaxOutcome | None:  # noqa: ARG002
        raise InvalidFaxCallback

    async def aclose(self) -> None:
        """Nothing to close."""


def _write(folder: Path, pages: list[bytes]) -> None:
    """Write all pages or none, so that an interrupted fax is written again."""
    unfinished = folder.with_name(f"{folder.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    for number, page in enumerate(pages, start=1):
        (unfinished / f"page-{number}.png").write_bytes(page)
    unfinished.rename(folder)
