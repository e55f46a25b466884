"""How a page of the list is picked out of any number of consults.

The list is taken to pieces that one index holds in the list's order (one line or one location, in one state), and the
database merges the pieces as far as the page goes. So a page costs what it shows, however long the past is, and no
guess of how rare something is decides between reading little and reading everything. Two things are guessed, by the
database from its statistics: whether a person's few organizations are better read by themselves, and whether a name is
so rare that all who bear it are looked up first.

These statements are planned for their values each time (`wardline.core.db.statements`).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ARRAY,
    BindParameter,
    ColumnElement,
    DateTime,
    Integer,
    Label,
    Select,
    Text,
    Uuid,
    any_,
    bindparam,
    func,
    literal_column,
    or_,
    select,
    tuple_,
    union_all,
)
from sqlalchemy.dialects.postgresql import TSQUERY
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.types import TypeEngine

from wardline.consults.choices import ConsultSort
from wardline.consults.models import NAME_LIMIT, RANK_DOWN, RANK_UP, Consult
from wardline.consults.search import Bearers, Wanted, beginnings
from wardline.core.db.statements import CompiledStatement, array_literal, compile_statement

FEW_LOCATIONS: Final = 8
"""So many locations are read one by one; of more, the lines' consults are read and those elsewhere passed over."""

_Key = Label[Any] | InstrumentedAttribute[Any]
_KEYS: Final[dict[ConsultSort, tuple[_Key, ...]]] = {
    ConsultSort.PRIORITY_HIGH_TO_LOW: (RANK_UP.label("rank"), Consult.created_at, Consult.id),
    ConsultSort.PRIORITY_LOW_TO_HIGH: (RANK_DOWN.label("rank"), Consult.created_at, Consult.id),
    ConsultSort.OLDEST_FIRST: (Consult.created_at, Consult.id),
    ConsultSort.NEWEST_FIRST: (Consult.created_at, Consult.id),
}
_DOWNWARDS: Final = ConsultSort.NEWEST_FIRST
"""All other sorts count upwards in each of their keys."""
_PERSONS: Final = (Consult.created_by_id, Consult.acknowledged_by_id, Consult.completed_by_id)
_HAS_LONG_NAME: Final = func.char_length(Consult.listed_words) >= literal_column(str(NAME_LIMIT))
_BEARS_ALL: Final = Consult.name_vector.op("@@")(bindparam("name", type_=TSQUERY()))
_BEARS_RAREST: Final = func.strip(Consult.name_vector).op("@@")(bindparam("rarest", type_=TSQUERY()))
"""Makes use of the index of words, which is over the stripped ones, so that nothing else does."""


class Picking(NamedTuple):
    """A statement and its parameters. Its columns are `rank` (sorted by priority only), `created_at` and `id`."""

    shape: "_Shape"
    parameters: dict[str, Any]

    @property
    def statement(self) -> Select[*tuple[Any, ...]]:
        return _statement(self.shape)

    @property
    def written(self) -> CompiledStatement:
        return _written(self.shape)


def picking(wanted: Wanted, bearers: Bearers | None) -> Picking:
    """`bearers` of the wanted words, None when there are none."""
    locations = list(wanted.location_ids or ())
    by_location = wanted.location_ids is not None and len(locations) <= FEW_LOCATIONS
    shape = _Shape(
        sort=wanted.sort,
        lines=0 if by_location else len(wanted.line_ids),
        locations=len(locations) if by_location else 0,
        buckets=len(wanted.buckets),
        has_locations=wanted.location_ids is not None,
        has_person=wanted.person_id is not None,
        words=len(wanted.words),
        looks_up=bearers is not None and bearers.are_looked_up(wanted),
        is_after=wanted.after is not None,
    )
    parameters: dict[str, Any] = {
        "organizations": array_literal(wanted.organization_ids),
        "lines": array_literal(wanted.line_ids),
        "locations": array_literal(locations),
        "buckets": list(wanted.buckets),
        "person": wanted.person_id,
        "start": wanted.start,
        "length": wanted.length + 1,
        "reach": wanted.reach,
    }
    for name, values in {"lines": wanted.line_ids, "locations": locations, "buckets": wanted.buckets}.items():
        parameters |= {f"{name}_{n}": value for n, value in enumerate(values)}
    if bearers is not None:
        parameters |= {f"word_{n}": f"%'{word}%" for n, word in enumerate(wanted.words)}
        parameters["name"] = beginnings(wanted.words)
        parameters["rarest"] = beginnings([min(zip(bearers.by_word, wanted.words, strict=True))[1]])
    if wanted.after is not None:
        parameters |= {"rank": wanted.after.rank, "created_at": wanted.after.created_at, "id": wanted.after.id}
    return Picking(shape, parameters)


class _Shape(NamedTuple):
    """All that decides how a statement is written; everything else is a parameter."""

    sort: ConsultSort
    lines: int
    """How many are read one by one; 0 when it is the locations that are."""
    locations: int
    buckets: int
    has_locations: bool
    has_person: bool
    words: int
    looks_up: bool
    is_after: bool


@lru_cache(maxsize=1_000)
def _statement(shape: _Shape) -> Select[*tuple[Any, ...]]:
    pieces = [_piece(shape, conditions) for conditions in _pieces(shape)]
    page = pieces[0]
    if len(pieces) > 1:
        # Each piece ends where the page ends at the latest, so that the database reads it in order and not as a whole.
        merged = union_all(*(piece.limit(_integer("reach")) for piece in pieces)).subquery("pieces")
        page = select(*merged.c).order_by(*_ordered(shape.sort, merged.c.values()))
        page = page.distinct() if shape.has_person else page
    return page.limit(_integer("length")).offset(_integer("start"))


@lru_cache(maxsize=1_000)
def _written(shape: _Shape) -> CompiledStatement:
    return compile_statement(_statement(shape))


def _piece(shape: _Shape, conditions: list[ColumnElement[bool]]) -> Select[*tuple[Any, ...]]:
    keys = _KEYS[shape.sort]
    piece = select(*keys).where(Consult.organization_id == any_(_integers("organizations")), *conditions)
    if shape.is_after:
        piece = piece.where(_comes_after(shape.sort))
    return piece.order_by(*_ordered(shape.sort, keys))


def _pieces(shape: _Shape) -> Iterator[list[ColumnElement[bool]]]:
    """The conditions that make each piece one; of nobody's list but a person's two overlap."""
    lines = Consult.service_line_id == any_(_integers("lines"))
    buckets = Consult.bucket == any_(bindparam("buckets", type_=ARRAY(Text)))
    locations = [Consult.location_id == any_(_integers("locations"))] if shape.has_locations else []
    persons = [column == _integer("person") for column in _PERSONS] if shape.has_person else []
    if shape.words:
        # The few with long names are looked at one by one; the indexes show only the beginning of their words.
        few = _BEARS_RAREST if shape.looks_up else _HAS_LONG_NAME
        yield [lines, buckets, *([or_(*locations, *persons)] if persons else locations), few, _BEARS_ALL]
    if shape.looks_up:
        return
    named: list[ColumnElement[bool]] = [~_HAS_LONG_NAME] if shape.words else []
    named += [Consult.listed_words.like(bindparam(f"word_{n}", type_=Text())) for n in range(shape.words)]
    for n in range(shape.buckets):
        bucket = Consult.bucket == bindparam(f"buckets_{n}", type_=Text())
        for line in range(shape.lines):
            yield [Consult.service_line_id == _integer(f"lines_{line}"), bucket, *locations, *named]
        for location in range(shape.locations):
            yield [lines, Consult.location_id == _integer(f"locations_{location}"), bucket, *named]
    for person in persons:
        yield [person, lines, buckets, *named]


def _comes_after(sort: ConsultSort) -> ColumnElement[bool]:
    keys = _KEYS[sort]
    types: dict[str, TypeEngine[Any]] = {"rank": Integer(), "created_at": DateTime(timezone=True), "id": Uuid()}
    given = tuple_(*(bindparam(key.key, type_=types[str(key.key)]) for key in keys))
    found = tuple_(*(key.element if isinstance(key, Label) else key for key in keys))
    return found < given if sort is _DOWNWARDS else found > given


def _ordered(sort: ConsultSort, keys: Iterable[ColumnElement[Any] | _Key]) -> list[ColumnElement[Any]]:
    return [key.desc() if sort is _DOWNWARDS else key.asc() for key in keys]


def _integer(name: str) -> BindParameter[int]:
    return bindparam(name, type_=Integer)


def _integers(name: str) -> BindParameter[Sequence[int]]:
    return bindparam(name, type_=ARRAY(Integer))
