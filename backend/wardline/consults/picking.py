"""The statement that picks a page of the list out of any number of consults.

The list is split into pieces (one line or one location, in one state) that an index can return in the list's order, and
the database merges the pieces up to the end of the page. So the cost of a page depends only on its length, not on the
number of old consults, and no row estimate decides between reading little and reading everything. The database
estimates two things from its statistics: whether to read a user's few organizations separately, and whether a name is
so rare that its consults are looked up first.

These statements get a custom plan each time (`wardline.core.db.statements`).
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
    and_,
    any_,
    bindparam,
    cast,
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
from wardline.consults.search import ListQuery, RowEstimates, prefix_query
from wardline.consults.sort_key import DESCENDING
from wardline.core.db.statements import CompiledStatement, array_literal, compile_statement

FEW_LOCATIONS: Final = 8
"""Up to this many locations are read one by one. For more, the lines' consults are read and others skipped."""


def _integer(name: str) -> BindParameter[int]:
    return bindparam(name, type_=Integer)


def _integers(name: str) -> BindParameter[Sequence[int]]:
    return bindparam(name, type_=ARRAY(Integer))


_Key = Label[Any] | InstrumentedAttribute[Any]
_KEYS: Final[dict[ConsultSort, tuple[_Key, ...]]] = {
    ConsultSort.PRIORITY_HIGH_TO_LOW: (RANK_UP.label("rank"), Consult.created_at, Consult.id),
    ConsultSort.PRIORITY_LOW_TO_HIGH: (RANK_DOWN.label("rank"), Consult.created_at, Consult.id),
    ConsultSort.OLDEST_FIRST: (Consult.created_at, Consult.id),
    ConsultSort.NEWEST_FIRST: (Consult.created_at, Consult.id),
}
_IN_ORGANIZATIONS: Final = Consult.organization_id == any_(_integers("organizations"))
_ON_LINES: Final = Consult.service_line_id == any_(_integers("lines"))
_AT_LOCATIONS: Final = Consult.location_id == any_(_integers("locations"))
_IN_BUCKETS: Final = Consult.bucket == any_(bindparam("buckets", type_=ARRAY(Text)))
_OF_PERSON: Final = tuple(
    column == _integer("person")
    for column in (Consult.created_by_id, Consult.acknowledged_by_id, Consult.completed_by_id)
)
_HAS_LONG_NAME: Final = func.char_length(Consult.listed_words) >= literal_column(str(NAME_LIMIT))
_HAS_ALL_WORDS: Final = Consult.name_vector.op("@@")(bindparam("name", type_=TSQUERY()))
_HAS_RAREST_WORD: Final = func.strip(Consult.name_vector).op("@@")(bindparam("rarest", type_=TSQUERY()))
"""Uses the index of words, which is on the stripped vector; no other condition does."""
BELONGS: Final = and_(
    _IN_ORGANIZATIONS,
    _ON_LINES,
    _IN_BUCKETS,
    or_(_integers("locations").is_(None), _AT_LOCATIONS, *_OF_PERSON),
    or_(cast(bindparam("name"), TSQUERY()).is_(None), _HAS_ALL_WORDS),
)
"""Whether a consult is in the list. One text for all filters, so that the database plans it once (`cards.py`)."""


class Picking(NamedTuple):
    """A statement and its parameters. Its columns are `rank` (sorted by priority only), `created_at` and `id`."""

    shape: "_Shape"
    parameters: dict[str, Any]

    @property
    def statement(self) -> Select[*tuple[Any, ...]]:
        return _statement(self.shape)

    @property
    def compiled(self) -> CompiledStatement:
        return _compiled(self.shape)


def sort_columns(sort: ConsultSort) -> tuple[_Key, ...]:
    """What a list is sorted by before the id: `rank` (sorted by priority only) and `created_at`."""
    return _KEYS[sort][:-1]


def filter_parameters(query: ListQuery) -> dict[str, Any]:
    """For `BELONGS` and for the statement that picks a page."""
    return {
        "organizations": array_literal(query.organization_ids),
        "lines": array_literal(query.line_ids),
        "locations": None if query.location_ids is None else array_literal(query.location_ids),
        "buckets": array_literal(query.buckets),
        "person": query.person_id,
        "name": prefix_query(query.words) or None,
    }


def picking(query: ListQuery, estimates: RowEstimates | None) -> Picking:
    """`estimates` of the query words, None when there are none."""
    locations = list(query.location_ids or ())
    by_location = query.location_ids is not None and len(locations) <= FEW_LOCATIONS
    shape = _Shape(
        sort=query.sort,
        lines=0 if by_location else len(query.line_ids),
        locations=len(locations) if by_location else 0,
        buckets=len(query.buckets),
        has_locations=query.location_ids is not None,
        has_person=query.person_id is not None,
        words=len(query.words),
        looks_up=estimates is not None and estimates.favor_lookup(query),
        is_after=query.after is not None,
    )
    parameters = filter_parameters(query) | {
        "start": query.start,
        "length": query.length + 1,
        "reach": query.reach,
    }
    for name, values in {"lines": query.line_ids, "locations": locations, "buckets": query.buckets}.items():
        parameters |= {f"{name}_{n}": value for n, value in enumerate(values)}
    if estimates is not None:
        parameters |= {f"word_{n}": f"%'{word}%" for n, word in enumerate(query.words)}
        parameters["rarest"] = prefix_query([min(zip(estimates.by_word, query.words, strict=True))[1]])
    if query.after is not None:
        parameters |= {"rank": query.after.rank, "created_at": query.after.created_at, "id": query.after.id}
    return Picking(shape, parameters)


class _Shape(NamedTuple):
    """Everything that determines the text of a statement; the rest are parameters."""

    sort: ConsultSort
    lines: int
    """How many are read one by one; 0 if the locations are."""
    locations: int
    buckets: int
    has_locations: bool
    has_person: bool
    words: int
    looks_up: bool
    is_after: bool


def _statement(shape: _Shape) -> Select[*tuple[Any, ...]]:
    pieces = [_piece(shape, conditions) for conditions in _pieces(shape)]
    page = pieces[0]
    if len(pieces) > 1:
        # The limit lets the database read each piece in order and stop, instead of reading all of it.
        merged = union_all(*(piece.limit(_integer("reach")) for piece in pieces)).subquery("pieces")
        page = select(*merged.c).order_by(*_order_by(shape.sort, merged.c.values()))
        page = page.distinct() if shape.has_person else page
    return page.limit(_integer("length")).offset(_integer("start"))


@lru_cache(maxsize=1_000)
def _compiled(shape: _Shape) -> CompiledStatement:
    return compile_statement(_statement(shape))


def _piece(shape: _Shape, conditions: list[ColumnElement[bool]]) -> Select[*tuple[Any, ...]]:
    keys = _KEYS[shape.sort]
    piece = select(*keys).where(_IN_ORGANIZATIONS, *conditions)
    if shape.is_after:
        piece = piece.where(_is_after(shape.sort))
    return piece.order_by(*_order_by(shape.sort, keys))


def _pieces(shape: _Shape) -> Iterator[list[ColumnElement[bool]]]:
    """The conditions of each piece. Pieces overlap only in the list of one user."""
    location_conditions = [_AT_LOCATIONS] if shape.has_locations else []
    person_conditions = list(_OF_PERSON) if shape.has_person else []
    if shape.words:
        # The few with long names are checked one by one, because the indexes have only the start of their words.
        rare_or_long = _HAS_RAREST_WORD if shape.looks_up else _HAS_LONG_NAME
        yield [
            _ON_LINES,
            _IN_BUCKETS,
            *([or_(*location_conditions, *person_conditions)] if person_conditions else location_conditions),
            rare_or_long,
            _HAS_ALL_WORDS,
        ]
    if shape.looks_up:
        return
    name_conditions: list[ColumnElement[bool]] = [~_HAS_LONG_NAME] if shape.words else []
    name_conditions += [Consult.listed_words.like(bindparam(f"word_{n}", type_=Text())) for n in range(shape.words)]
    for n in range(shape.buckets):
        bucket = Consult.bucket == bindparam(f"buckets_{n}", type_=Text())
        for line in range(shape.lines):
            yield [Consult.service_line_id == _integer(f"lines_{line}"), bucket, *location_conditions, *name_conditions]
        for location in range(shape.locations):
            yield [_ON_LINES, Consult.location_id == _integer(f"locations_{location}"), bucket, *name_conditions]
    for person in person_conditions:
        yield [person, _ON_LINES, _IN_BUCKETS, *name_conditions]


def _is_after(sort: ConsultSort) -> ColumnElement[bool]:
    keys = _KEYS[sort]
    types: dict[str, TypeEngine[Any]] = {"rank": Integer(), "created_at": DateTime(timezone=True), "id": Uuid()}
    after = tuple_(*(bindparam(key.key, type_=types[str(key.key)]) for key in keys))
    current = tuple_(*(key.element if isinstance(key, Label) else key for key in keys))
    return current < after if sort is DESCENDING else current > after


def _order_by(sort: ConsultSort, keys: Iterable[ColumnElement[Any] | _Key]) -> list[ColumnElement[Any]]:
    return [key.desc() if sort is DESCENDING else key.asc() for key in keys]
