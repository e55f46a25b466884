"""The statements that read lists: a page with its cards, and cards by their ids."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Integer,
    Select,
    Text,
    and_,
    bindparam,
    case,
    cast,
    exists,
    func,
    literal_column,
    or_,
    select,
)

from wardline.audit.recorded_reads import recorded_read
from wardline.consults.cards import card_json, emr_id
from wardline.consults.choices import ConsultSort
from wardline.consults.models import Consult
from wardline.consults.picking import BELONGS, Shape, order_by, page_of, sort_columns
from wardline.consults.reach import READABLE_AMONG
from wardline.consults.schemas import OwnCard
from wardline.core.db.statements import CompiledStatement, compile_statement
from wardline.directory.loading import IS_CURRENT

MAX_SHAPES: Final = 1_000
"""How many statements for pages are kept; a hospital's users need a few dozen."""

_IS_CONFIRMED: Final = or_(bindparam("is_confirmed", type_=Boolean), IS_CURRENT)


class ListStatements:
    """Statements whose rows have a `consult_id` and the JSON of its `card`."""

    def __init__(self, card: type[OwnCard], added: Mapping[str, ColumnElement[Any]]) -> None:
        """`added` are the columns of the fields that other domains add to `card`."""
        self._card = cast(card_json(card, added), Text)
        self.page = lru_cache(MAX_SHAPES)(self._page)
        """For a `RecordedReader`: a page in order, of which `shown` are recorded; the sort's `sort_columns` follow."""
        self.by_id: Final = compile_statement(self._among(self._card.label("card")))
        """Those of some consults that a user may view (`readable_among`), in no particular order, with their ids."""
        self.listed: Final[Mapping[ConsultSort, CompiledStatement]] = {sort: self._listed(sort) for sort in ConsultSort}
        """The same for a `RecordedReader`; `card` is null outside the list, and the sort's `sort_columns` follow it.

        Nothing is recorded if the user may view none of them.
        """

    def _page(self, shape: Shape) -> CompiledStatement:
        page = page_of(shape).cte("page")
        keys = [column for column in page.c if column.key != "id"]
        position = func.row_number().over(order_by=order_by(shape.sort, page.c)).label("position")
        rows = _select(self._card.label("card"), *keys, position).join(page, page.c.id == Consult.id).cte("listed")
        shown = rows.c.position <= bindparam("shown", type_=Integer)
        read = recorded_read(rows, shown=shown, only_if=_IS_CONFIRMED)
        return compile_statement(read.order_by(rows.c.position))

    def _listed(self, sort: ConsultSort) -> CompiledStatement:
        in_list = case((BELONGS, self._card)).label("card")
        rows = self._among(in_list, *sort_columns(sort)).cte("listed")
        readable = exists(select(literal_column("1")).select_from(rows))
        return compile_statement(
            recorded_read(rows, shown=rows.c.card.is_not(None), only_if=and_(readable, _IS_CONFIRMED))
        )

    def _among(self, *columns: ColumnElement[Any]) -> Select[*tuple[Any, ...]]:
        return _select(*columns).where(*READABLE_AMONG)


def _select(*columns: ColumnElement[Any]) -> Select[*tuple[Any, ...]]:
    return select(
        Consult.id.label("consult_id"),
        Consult.patient_id,
        Consult.organization_id,
        emr_id().label("emr_id"),
        *columns,
    )
