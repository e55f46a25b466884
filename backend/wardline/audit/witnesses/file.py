"""A witness that is a file: one line of JSON per record, appended and flushed to disk before it counts."""

import asyncio
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wardline.audit.witnesses.contract import NotWitnessed, Record


@dataclass(frozen=True, slots=True)
class FileWitness:
    name: str
    path: Path

    async def send(self, records: Sequence[Record]) -> None:
        try:
            await asyncio.to_thread(self._append, b"".join(record.line + b"\n" for record in records))
        except OSError as error:
            raise NotWitnessed(os.strerror(error.errno or 0)) from None

    def _append(self, lines: bytes) -> None:
        descriptor = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "r+b") as file:
            end = file.seek(0, os.SEEK_END)
            if end and os.pread(descriptor, 1, end - 1) != b"\n":
                lines = b"\n" + lines  # Start a new line after one that a crash truncated.
            file.write(lines)
            file.flush()
            os.fsync(descriptor)
