"""Who is expected on call, from rotations in layers and the changes made to them. Pure functions."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from operator import attrgetter
from zoneinfo import ZoneInfo

from wardline.call_schedules.choices import ChangeKind
from wardline.call_schedules.spans import Span, merged, without
from wardline.call_schedules.turns import Rotation, Turn, turns


@dataclass(frozen=True, slots=True)
class Change:
    """What departs from the rotations in `span`; see `ChangeKind` for what its people mean."""

    id: int
    kind: ChangeKind
    span: Span
    user_id: int | None
    replaced_user_id: int | None


@dataclass(frozen=True, slots=True)
class Source:
    """What turns come from: a rotation, or a calendar kept elsewhere."""

    name: str
    layer: int
    turns: Sequence[Turn]


@dataclass(frozen=True, slots=True)
class Shift:
    """Somebody is expected on call.

    `rotation` is the name of the rotation or imported calendar, and `change_id` the last change that led to this.
    """

    span: Span
    user_id: int
    rotation: str | None
    change_id: int | None


def shifts(
    rotations: Iterable[Rotation],
    changes: Iterable[Change],
    *,
    zone: ZoneInfo,
    holidays: Collection[date],
    within: Span,
    imported: Iterable[Source] = (),
) -> list[Shift]:
    """All shifts in `within`, ordered by begin and person. Changes apply one after another, in the given order.

    `imported` are calendars, in layers like the rotations; their turns are in `within`.
    """
    rotating = [Source(each.name, each.layer, list(turns(each, within, zone, holidays))) for each in rotations]
    found = list(_of_layers([*rotating, *imported]))
    for change in changes:
        part = change.span.part_within(within)
        if part is not None:
            found = _changed(found, change, part)
    return sorted(found, key=lambda shift: (shift.span, shift.user_id))


def _of_layers(sources: Iterable[Source]) -> Iterator[Shift]:
    """Their shifts, without what a higher layer covers. Two of one layer may overlap."""
    covered: list[Span] = []
    by_layer = groupby(sorted(sources, key=attrgetter("layer"), reverse=True), attrgetter("layer"))
    for _, of_layer in by_layer:
        found = [
            Shift(left, turn.user_id, source.name, None)
            for source in of_layer
            for turn in source.turns
            for left in without([turn.span], covered)
        ]
        yield from found
        covered = merged([*covered, *(shift.span for shift in found)])


def _changed(found: Sequence[Shift], change: Change, part: Span) -> list[Shift]:
    """`found` after the change, which concerns only `part` of the time."""
    match change.kind:
        case ChangeKind.ADD:
            return [*found, *_added(found, change, [part])]
        case ChangeKind.REMOVE:
            return list(_cut(found, part, only=change.replaced_user_id))
        case ChangeKind.ONLY:
            kept = list(_cut(found, part, only=None))
            return [*kept, *_added(kept, change, [part])]
        case ChangeKind.REPLACE:
            taken = [
                replace(shift, span=common)
                for shift in found
                if shift.user_id == change.replaced_user_id and (common := shift.span.part_within(part)) is not None
            ]
            kept = list(_cut(found, part, only=change.replaced_user_id))
            return [*kept, *(new for each in taken for new in _added(kept, change, [each.span], each.rotation))]


def _cut(found: Iterable[Shift], part: Span, *, only: int | None) -> Iterator[Shift]:
    """`found` without `part`, of everybody or of one person."""
    for shift in found:
        if only is not None and shift.user_id != only:
            yield shift
        else:
            yield from (replace(shift, span=left) for left in without([shift.span], [part]))


def _added(
    found: Iterable[Shift], change: Change, spans: Sequence[Span], rotation: str | None = None
) -> Iterator[Shift]:
    """The change's person in these spans, except where they are on call anyway."""
    if change.user_id is None:
        return
    own = merged(shift.span for shift in found if shift.user_id == change.user_id)
    yield from (Shift(left, change.user_id, rotation, change.id) for left in without(spans, own))
