"""The only source of the current time; tests set it, and the demonstration while it loads its past."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Final

RECORD_ZONE: Final = "America/New_York"
"""The time zone of documents and signatures, which always name it, because their readers may be anywhere."""


class _Clock:
    """Real time unless it is set."""

    fixed: datetime | None = None


_clock = _Clock()


def now() -> datetime:
    """The current time in UTC."""
    return _clock.fixed or datetime.now(UTC)


@contextmanager
def clock_at(moment: datetime) -> Iterator[None]:
    """Stop the clock at `moment` (any time zone) inside the block."""
    before = _clock.fixed
    _clock.fixed = moment.astimezone(UTC)
    try:
        yield
    finally:
        _clock.fixed = before


def advance(step: timedelta) -> None:
    """Move a stopped clock forward; for tests only."""
    if _clock.fixed is None:
        raise RuntimeError("the clock is not stopped")
    _clock.fixed += step


def to_utc_text(moment: datetime) -> str:
    """UTC with microseconds and a Z, for example ``2026-03-04T12:15:00.000000Z``."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
