"""A line's note as a document: sections of facts and texts, in reading order."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class PrintedSection:
    """`facts`: label and value. `texts`: label and rich text, as on the wire. Empty ones are omitted."""

    title: str
    facts: tuple[tuple[str, str | None], ...] = ()
    texts: tuple[tuple[str, Mapping[str, Any] | None], ...] = ()


def clock_time(moment: str | datetime | None, zone: str) -> str | None:
    """``03/04/2026 07:15 AM EST``, in the given time zone."""
    if moment is None:
        return None
    parsed = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    return parsed.astimezone(ZoneInfo(zone)).strftime("%m/%d/%Y %I:%M %p %Z")


def yes_no(value: Any) -> str | None:
    return None if value is None else "Yes" if value else "No"


def minutes(value: Any) -> str | None:
    return None if value is None else f"{value} min"
