"""The one source of the present moment; tests set it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Final

RECORD_ZONE: Final = "America/New_York"
"""The zone, always named, of what is printed and of when something was signed: its readers may be anywhere."""


class _Clock:
    """Real time until a test fixes or shifts it."""

    fixed: datetime | None = None


_clock = _Clock()


def now() -> datetime:
    """The present moment, in UTC."""
    return _clock.fixed or datetime.now(UTC)


@contextmanager
def clock_at(moment: datetime) -> Iterator[None]:
    """Hold the clock at `moment` (any zone) inside the block."""
    before = _clock.fixed
    _clock.fixed = moment.astimezone(UTC)
    try:
        yield
    finally:
        _clock.fixed = before


def advance(step: timedelta) -> None:
    """Move a held clock on; only a test that holds it may call this."""
    if _clock.fixed is None:
        raise RuntimeError("the clock is not held")
    _clock.fixed += step


def to_utc_text(moment: datetime) -> str:
    """In UTC with microseconds and a Z, as in ``2026-03-04T12:15:00.000000Z``."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
