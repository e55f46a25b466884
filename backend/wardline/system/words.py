"""Ages and sizes in words. The page is for people, who compare neither seconds nor bytes."""

from typing import Final

_UNITS: Final = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))
_SIZES: Final = ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "KB"))


def counted(number: int, noun: str) -> str:
    """For example "1 job", "2,000 jobs"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def duration(seconds: float) -> str:
    """In the largest unit of which there are at least two, for example "90 seconds" or "36 hours"."""
    for length, unit in _UNITS:
        if seconds >= 2 * length:
            return counted(int(seconds // length), unit)
    return "a second"


def ago(seconds: float) -> str:
    return f"{duration(seconds)} ago"


def size(number: int) -> str:
    """Decimal units, as disks are sold; for example "1.2 GB"."""
    for length, unit in _SIZES:
        if number >= length:
            return f"{number / length:.1f} {unit}"
    return counted(number, "byte")
