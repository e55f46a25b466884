"""Files that other processes read at any time."""

from pathlib import Path


def write_whole(file: Path, content: str) -> None:
    """Create or replace a file at once, so that nobody reads half of it; its folders are created."""
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_suffix(".unfinished")
    unfinished.write_text(content, encoding="utf-8")
    unfinished.replace(file)
