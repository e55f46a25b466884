"""The state of a data directory's PostgreSQL, from its ``postmaster.pid`` and the process list."""

import os
import subprocess
from contextlib import suppress
from pathlib import Path

PID_LINE = 0
PORT_LINE = 3
STATUS_LINE = 7


def process_id(cluster: Path) -> int | None:
    """The process id in the directory; the process may no longer be alive."""
    lines = _lines(cluster)
    return int(lines[PID_LINE]) if lines and lines[PID_LINE].isdigit() else None


def port(cluster: Path) -> int:
    return int(_lines(cluster)[PORT_LINE])


def status(cluster: Path, pid: int | None = None) -> str | None:
    """PostgreSQL's own status ("starting", "ready"); None if there is none, or if it is not that of process `pid`."""
    lines = _lines(cluster)
    if len(lines) <= STATUS_LINE or (pid is not None and lines[PID_LINE] != str(pid)):
        return None
    return lines[STATUS_LINE].strip()


def is_postgres(pid: int, cluster: Path) -> bool:
    """Whether the process is this directory's PostgreSQL; a zombie has no command line and counts as ended."""
    if Path("/proc/self").exists():
        with suppress(OSError):
            return str(cluster).encode() in Path(f"/proc/{pid}/cmdline").read_bytes()
        return False
    command = ["/bin/ps", "-p", str(pid), "-o", "command="]
    listing = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own arguments
    return str(cluster) in listing.stdout


def forget_process(cluster: Path) -> None:
    """Let the next start ignore an unrelated process that has the process id of a PostgreSQL that died.

    PostgreSQL mistakes any live process with that id for its predecessor, except its own parent, which is us. From the
    rest of the file, it still makes sure that no orphan is using the data.
    """
    lines = _lines(cluster)
    if lines:  # A PostgreSQL that has just shut down cleanly has deleted the file.
        (cluster / "postmaster.pid").write_text("\n".join([str(os.getpid()), *lines[1:], ""]))


def startup_errors(log: Path, log_position: int) -> str:
    """Why PostgreSQL exited, from its log after the byte `log_position`."""
    with log.open("rb") as file:
        file.seek(log_position)
        lines = file.read().decode(errors="replace").strip().splitlines()
    markers = ("WARNING:", "FATAL:", "ERROR:", "LOG:  could not")
    reasons = [line.split(":  ", 1)[-1] for line in lines if any(marker in line for marker in markers)]
    return " / ".join(reasons) or (lines or ["it logged nothing"])[-1]


def _lines(cluster: Path) -> list[str]:
    try:
        return (cluster / "postmaster.pid").read_text().splitlines()
    except OSError:
        return []
