"""How long one caller waits for the database in total.

A database that hangs keeps its connections open and never responds. Its own limits do not run then, and the operating
system still acknowledges what arrives. So the caller watches the clock and closes the connection.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic


class WaitBudget:
    """Seconds that may be spent waiting. Time spent on anything else does not count."""

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._since: float | None = None

    @property
    def left(self) -> float:
        """Seconds; 0 when it is used up."""
        spent = 0.0 if self._since is None else monotonic() - self._since
        return max(self._left - spent, 0.0)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Counts the time spent in the block; a nested block is not counted twice."""
        if self._since is not None:
            yield
            return
        self._since = monotonic()
        try:
            yield
        finally:
            self._left = self.left
            self._since = None


_current: ContextVar[WaitBudget | None] = ContextVar("wait_budget", default=None)


def current_budget() -> WaitBudget | None:
    """The budget set by the innermost `wait_at_most`; None for no limit."""
    return _current.get()


@contextmanager
def wait_at_most(seconds: float | None) -> Iterator[None]:
    """Limits the total time that the block waits for the database; None for no limit."""
    before = _current.get()
    _current.set(None if seconds is None else WaitBudget(seconds))
    try:
        yield
    finally:
        _current.set(before)
