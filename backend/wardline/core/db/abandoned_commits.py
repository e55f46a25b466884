"""Commits whose connection was closed while they waited for a synchronous standby (decision 0026)."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

ABANDONED_LIMIT: Final = 20
"""How many abandoned commits of one process may wait for a standby; at least the size of its pool for sessions."""


class AbandonedCommits:
    """Counts commits that were abandoned and may still wait for a standby, each in its own server process.

    PostgreSQL does not notice that its client has left while it waits. Without a limit, retries would use up its
    connections, and no one could even read.
    """

    def __init__(self) -> None:
        self._sockets: list[socket.socket] = []
        self._in_progress = 0

    def add(self, descriptor: int) -> None:
        """Track the connection with this file descriptor, which may be closed afterwards."""
        self._sockets.append(socket.socket(fileno=os.dup(descriptor)))

    @contextmanager
    def in_progress(self) -> Iterator[None]:
        """Wraps a commit, which may be abandoned until it ends."""
        self._in_progress += 1
        try:
            yield
        finally:
            self._in_progress -= 1

    @property
    def is_at_limit(self) -> bool:
        """Whether one more commit could exceed the limit if it and all those in progress were abandoned."""
        if self._worst_case >= ABANDONED_LIMIT:
            ended = [open_socket for open_socket in self._sockets if _has_responded(open_socket)]
            for open_socket in ended:
                open_socket.close()
            self._sockets = [open_socket for open_socket in self._sockets if open_socket not in ended]
        return self._worst_case >= ABANDONED_LIMIT

    @property
    def _worst_case(self) -> int:
        return len(self._sockets) + self._in_progress

    def close(self) -> None:
        for open_socket in self._sockets:
            open_socket.close()
        self._sockets = []


def _has_responded(connection: socket.socket) -> bool:
    """Whether the server has sent anything or closed its end, and is therefore no longer waiting."""
    try:
        connection.recv(1, socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
