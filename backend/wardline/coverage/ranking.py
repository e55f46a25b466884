"""How well a line is covered, and which lines come first. Pure functions."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Final, NamedTuple

from wardline.coverage.choices import CoverageStatus
from wardline.coverage.schemas import LineCoverage

_ORDER: Final = tuple(CoverageStatus)
_NEVER: Final = datetime.max.replace(tzinfo=UTC)


class Presence(NamedTuple):
    """Someone on call for a line.

    `primary`: told of every request, not only of those that escalate. `reachable`: has a verified contact.
    """

    primary: bool
    reachable: bool


def status_of(people: Collection[Presence], *, is_open: bool) -> CoverageStatus:
    """A contact that is not verified does not count: nobody knows whether it reaches anyone."""
    if not is_open:
        return CoverageStatus.CLOSED
    if not people:
        return CoverageStatus.NOBODY
    told_first = [each for each in people if each.primary]
    if not any(each.reachable for each in told_first or people):
        return CoverageStatus.SCREEN_ONLY
    return CoverageStatus.COVERED if told_first else CoverageStatus.ESCALATION_ONLY


def by_need(line: LineCoverage) -> tuple[bool, bool, datetime, int, str, int]:
    """Sorts open lines without anybody first, then those with overdue requests, then by wait, status and name."""
    return (
        line.status is not CoverageStatus.NOBODY,
        line.requests.overdue == 0,
        line.requests.waiting_since or _NEVER,
        _ORDER.index(line.status),
        line.name,
        line.service_line_id,
    )
