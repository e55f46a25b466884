"""How a page of the list is picked out of any number of consults.

The list is split into pieces that an index can return in the list's order, and the database merges the pieces up to the
end of the page. So the cost of a page depends only on its length, not on the number of old consults, and one plan fits
all values. A piece is

- one line's or one location's consults in one state, or those of one person; names are filtered, or
- the consults in one state whose patient's names have a word that begins with the given letters (`ConsultName`); lines,
  locations, and the rest of the names are filtered.

Names are found by the second kind, except by a single letter, which many names share, and at a few locations.
"""

from collections.abc import Iterable, Iterator, Sequence
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
    all_,
    and_,
    any_,
    bindparam,
    cast,
    exists,
    func,
    literal_column,
    or_,
    select,
    tuple_,
    union_all,
)
from sqlalchemy.types import TypeEngine

from wardline.consults.choices import ConsultSort
from wardline.consults.list_query import ListQuery
from wardline.consults.models import LAST, NAME_LIMIT, PREFIX_LENGTH, Consult, ConsultName
from wardline.consults.sort_key import DESCENDING
from wardline.core.db.statements import array_literal

FEW_LOCATIONS: Final = 8
"""Up to this many locations are read one by one. For more, the lines' consults are read and others skipped."""


class Shape(NamedTuple):
    """Everything that determines the text of a statement; the rest are parameters."""

    sort: ConsultSort
    buckets: int
    lines: int
    """How many are read one by one; 0 if the locations or the names are."""
    locations: int
    has_locations: bool
    has_person: bool
    has_name: bool
    by_prefix: bool
    """Whether the name is found by its first letters; if not, only names too long for the list's indexes are."""
    is_after: bool


def _integer(name: str) -> BindParameter[int]:
    return bindparam(name, type_=Integer)


def _integers(name: str) -> BindParameter[Sequence[int]]:
    return bindparam(name, type_=ARRAY(Integer))


_PATTERNS: Final = all_(bindparam("patterns", type_=ARRAY(Text)))
_LAST: Final = literal_column(str(LAST), Integer)
_NAME_LIMIT: Final[ColumnElement[int]] = literal_column(str(NAME_LIMIT))
_OF_PERSON: Final = tuple(
    column == _integer("person")
    for column in (Consult.created_by_id, Consult.acknowledged_by_id, Consult.completed_by_id)
)
_AT_LOCATIONS: Final = Consult.location_id == any_(_integers("locations"))
_ON_LINES: Final = Consult.service_line_id == any_(_integers("lines"))
_IN_BUCKETS: Final = Consult.bucket == any_(bindparam("buckets", type_=ARRAY(Text)))
_IN_ORGANIZATIONS: Final = Consult.organization_id == any_(_integers("organizations"))
HAS_WORDS: Final = cast(Consult.name_vector, Text).like(_PATTERNS)
"""Whether the patient's names have all words that begin with the given letters (`word_patterns`)."""
BELONGS: Final = and_(
    _IN_ORGANIZATIONS,
    _ON_LINES,
    _IN_BUCKETS,
    or_(_integers("locations").is_(None), _AT_LOCATIONS, *_OF_PERSON),
    HAS_WORDS,
)
"""Whether a consult is in the list."""


def sort_columns(sort: ConsultSort) -> tuple[ColumnElement[Any], ...]:
    """What a list is sorted by before the id: `rank` (sorted by priority only) and `created_at`."""
    return _keys(sort, Consult)[:-1]


def order_by(sort: ConsultSort, keys: Iterable[ColumnElement[Any]]) -> list[ColumnElement[Any]]:
    return [key.desc() if sort is DESCENDING else key.asc() for key in keys]


def filter_parameters(query: ListQuery) -> dict[str, Any]:
    """For `BELONGS` and for the statement that picks a page."""
    return {
        "organizations": array_literal(query.organization_ids),
        "lines": array_literal(query.line_ids),
        "locations": None if query.location_ids is None else array_literal(query.location_ids),
        "buckets": array_literal(query.buckets),
        "person": query.person_id,
        "patterns": word_patterns(query.words),
    }


def word_patterns(words: Iterable[str]) -> str:
    """Patterns for names as the database writes them: each word, of letters and digits only, in single quotes."""
    return array_literal(f"%'{word}%" for word in words)


def picking(query: ListQuery) -> tuple[Shape, dict[str, Any]]:
    """The shape of the statement that picks a page, and its parameters."""
    longest = max(query.words, key=len, default="")
    locations = list(query.location_ids or ())
    by_location = query.location_ids is not None and len(locations) <= FEW_LOCATIONS
    by_prefix = not by_location and (len(longest) > 1 or not longest.isascii())
    shape = Shape(
        sort=query.sort,
        buckets=len(query.buckets),
        # Without any line, one that does not exist: the statement needs a piece.
        lines=0 if by_location or by_prefix else max(1, len(query.line_ids)),
        locations=len(locations) if by_location else 0,
        has_locations=query.location_ids is not None,
        has_person=query.person_id is not None,
        has_name=bool(query.words),
        by_prefix=by_prefix,
        is_after=query.after is not None,
    )
    parameters = filter_parameters(query) | {
        "prefix": longest[: PREFIX_LENGTH if by_prefix else 1],
        "start": query.start,
        # The next consult shows whether there is a next page.
        "length": query.length + 1,
        "reach": query.start + query.length + 1,
        "lines_0": None,
    }
    for name, values in {"lines": query.line_ids, "locations": locations, "buckets": query.buckets}.items():
        parameters |= {f"{name}_{n}": value for n, value in enumerate(values)}
    if query.after is not None:
        parameters |= {"rank": query.after.rank, "created_at": query.after.created_at, "id": query.after.id}
    return shape, parameters


def page_of(shape: Shape) -> Select[*tuple[Any, ...]]:
    """Columns are `rank` (sorted by priority only), `created_at` and `id`, in the list's order."""
    pieces = [*_pieces_by_prefix(shape), *_pieces(shape)]
    # The limit lets the database read each piece in order and stop, instead of reading all of it.
    merged = union_all(*(piece.limit(_integer("reach")) for piece in pieces)).subquery("pieces")
    page = select(*merged.c).order_by(*order_by(shape.sort, merged.c))
    # Only the pieces of one user overlap.
    page = page.distinct() if shape.has_person else page
    return page.limit(_integer("length")).offset(_integer("start"))


_Table = type[Consult] | type[ConsultName]


def _keys(sort: ConsultSort, table: _Table) -> tuple[Label[Any], ...]:
    consult_id = Consult.id if table is Consult else ConsultName.consult_id
    by_date = (table.created_at.label("created_at"), consult_id.label("id"))
    if sort is ConsultSort.PRIORITY_HIGH_TO_LOW:
        return (func.coalesce(table.sort_rank, _LAST).label("rank"), *by_date)
    if sort is ConsultSort.PRIORITY_LOW_TO_HIGH:
        return (func.coalesce(-table.sort_rank, _LAST).label("rank"), *by_date)
    return by_date


def _piece(shape: Shape, table: _Table, *conditions: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    keys = _keys(shape.sort, table)
    piece = select(*keys).where(table.organization_id == any_(_integers("organizations")), *conditions)
    if shape.is_after:
        piece = piece.where(_is_after(shape.sort, keys))
    return piece.order_by(*order_by(shape.sort, keys))


def _pieces(shape: Shape) -> Iterator[Select[*tuple[Any, ...]]]:
    if shape.by_prefix:
        return
    at_locations = [_AT_LOCATIONS] if shape.has_locations else []
    is_listed = func.char_length(Consult.listed_words) < _NAME_LIMIT
    names = [Consult.listed_words.like(_PATTERNS), is_listed] if shape.has_name else []
    for n in range(shape.buckets):
        bucket = Consult.bucket == bindparam(f"buckets_{n}", type_=Text())
        for line in range(shape.lines):
            on_line = Consult.service_line_id == _integer(f"lines_{line}")
            yield _piece(shape, Consult, on_line, bucket, *at_locations, *names)
        for location in range(shape.locations):
            at_location = Consult.location_id == _integer(f"locations_{location}")
            yield _piece(shape, Consult, at_location, bucket, _ON_LINES, *names)
    for is_person in _OF_PERSON if shape.has_person else ():
        yield _piece(shape, Consult, is_person, _ON_LINES, _IN_BUCKETS, *names)


def _pieces_by_prefix(shape: Shape) -> Iterator[Select[*tuple[Any, ...]]]:
    if not shape.has_name:
        return
    conditions = [
        ConsultName.prefix == bindparam("prefix", type_=Text()),
        ConsultName.listed_words.like(_PATTERNS),
        ConsultName.service_line_id == any_(_integers("lines")),
    ]
    if not shape.by_prefix:
        conditions.append(func.char_length(ConsultName.listed_words) >= _NAME_LIMIT)
    if shape.has_locations:
        at_locations = ConsultName.location_id == any_(_integers("locations"))
        of_person = exists().where(Consult.id == ConsultName.consult_id, or_(*_OF_PERSON))
        conditions.append(or_(at_locations, of_person) if shape.has_person else at_locations)
    for n in range(shape.buckets):
        bucket = ConsultName.bucket == bindparam(f"buckets_{n}", type_=Text())
        yield _piece(shape, ConsultName, bucket, *conditions)


def _is_after(sort: ConsultSort, keys: Sequence[Label[Any]]) -> ColumnElement[bool]:
    types: dict[str, TypeEngine[Any]] = {"rank": Integer(), "created_at": DateTime(timezone=True), "id": Uuid()}
    after = tuple_(*(bindparam(key.name, type_=types[key.name]) for key in keys))
    current = tuple_(*(key.element for key in keys))
    return current < after if sort is DESCENDING else current > after
