"""Stretches of time: from a moment until just before another, both UTC."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple


class Span(NamedTuple):
    starts_at: datetime
    ends_at: datetime

    def part_within(self, other: "Span") -> "Span | None":
        """What both have in common; None if nothing."""
        part = Span(max(self.starts_at, other.starts_at), min(self.ends_at, other.ends_at))
        return part if part.starts_at < part.ends_at else None


def merged(spans: Iterable[Span]) -> list[Span]:
    """The same time in as few spans as possible, in order."""
    result: list[Span] = []
    for span in sorted(spans):
        if result and span.starts_at <= result[-1].ends_at:
            result[-1] = Span(result[-1].starts_at, max(result[-1].ends_at, span.ends_at))
        else:
            result.append(span)
    return result


def apart(spans: Iterable[Span]) -> list[Span]:
    """The same time without overlaps, in order; spans that only touch each other stay apart."""
    result: list[Span] = []
    for span in sorted(spans):
        if result and span.starts_at < result[-1].ends_at:
            result[-1] = Span(result[-1].starts_at, max(result[-1].ends_at, span.ends_at))
        else:
            result.append(span)
    return result


def without(spans: Iterable[Span], taken: Sequence[Span]) -> list[Span]:
    """What is left of `spans`, which are in order, outside `taken`, which are merged."""
    left: list[Span] = []
    first = 0
    for span in spans:
        while first < len(taken) and taken[first].ends_at <= span.starts_at:
            first += 1
        left += _rest(span, taken, first)
    return left


def _rest(span: Span, taken: Sequence[Span], first: int) -> Iterable[Span]:
    """What is left of a span outside `taken` from the index `first` on."""
    starts_at = span.starts_at
    for index in range(first, len(taken)):
        if taken[index].starts_at >= span.ends_at:
            break
        if starts_at < taken[index].starts_at:
            yield Span(starts_at, taken[index].starts_at)
        starts_at = max(starts_at, taken[index].ends_at)
    if starts_at < span.ends_at:
        yield Span(starts_at, span.ends_at)
