"""What a PostgreSQL on one data folder is doing, by the file in which it describes itself and by the process list."""

import os
import subprocess
from contextlib import suppress
from pathlib import Path

PID_LINE = 0
PORT_LINE = 3
STATUS_LINE = 7


def process_id(cluster: Path) -> int | None:
    """The process that the folder says is at work on it, alive or not."""
    lines = _lines(cluster)
    return int(lines[PID_LINE]) if lines and lines[PID_LINE].isdigit() else None


def port(cluster: Path) -> int:
    return int(_lines(cluster)[PORT_LINE])


def status(cluster: Path, pid: int | None = None) -> str | None:
    """What PostgreSQL says of itself ("starting", "ready"); None while it says nothing or is not process `pid`."""
    lines = _lines(cluster)
    if len(lines) <= STATUS_LINE or (pid is not None and lines[PID_LINE] != str(pid)):
        return None
    return lines[STATUS_LINE].strip()


def is_postgres(pid: int, cluster: Path) -> bool:
    """Whether the process is a PostgreSQL on this folder; a zombie has no command line and counts as gone."""
    if Path("/proc/self").exists():
        with suppress(OSError):
            return str(cluster).encode() in Path(f"/proc/{pid}/cmdline").read_bytes()
        return False
    command = ["/bin/ps", "-p", str(pid), "-o", "command="]
    listing = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own arguments
    return str(cluster) in listing.stdout


def forget_process(cluster: Path) -> None:
    """Make the next start pass over a process that merely has the number of a PostgreSQL that died.

    PostgreSQL takes any living process with that number for its predecessor, except its own parent, which is us. By the
    rest of the file it still makes sure that no orphan is at work on the data.
    """
    lines = _lines(cluster)
    if lines:  # A PostgreSQL that has just ended in order has taken the file away.
        (cluster / "postmaster.pid").write_text("\n".join([str(os.getpid()), *lines[1:], ""]))


def last_words(log: Path, beginning: int) -> str:
    """Why PostgreSQL ended, from what it has logged since the byte `beginning`."""
    with log.open("rb") as file:
        file.seek(beginning)
        lines = file.read().decode(errors="replace").strip().splitlines()
    marks = ("WARNING:", "FATAL:", "ERROR:", "LOG:  could not")
    telling = [line.split(":  ", 1)[-1] for line in lines if any(mark in line for mark in marks)]
    return " / ".join(telling) or (lines or ["it said nothing"])[-1]


def _lines(cluster: Path) -> list[str]:
    try:
        return (cluster / "postmaster.pid").read_text().splitlines()
    except OSError:
        return []
