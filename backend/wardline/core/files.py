"""Files that appear only when they are complete."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def write_whole(file: Path, content: str) -> None:
    """Create or replace a file at once, so that nobody reads half of it; its folders are created."""
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_suffix(".unfinished")
    unfinished.write_text(content, encoding="utf-8")
    unfinished.replace(file)


@contextmanager
def private_file(file: Path) -> Iterator[BinaryIO]:
    """A new file that only its owner can read. It takes the place of `file` after the block, once it is on the disk.

    Raises:
        OSError: it cannot be written; `file` is as before.
    """
    unfinished = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as content:
            yield content
            content.flush()
            os.fsync(content.fileno())
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
