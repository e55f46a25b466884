"""The statements that read lists: a page with its cards, and cards by their ids."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, Text, case, cast, select

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

# The same for all rows, so that the database determines it once.
_IS_CURRENT: Final = select(IS_CURRENT).scalar_subquery().label("is_current")


class ListStatements:
    """Statements whose rows have a consult's ids as text, the `emr_id`, and the JSON of its `card`.

    Those for a `Caller` also have `is_current`.
    """

    def __init__(self, card: type[OwnCard], added: Mapping[str, ColumnElement[Any]]) -> None:
        """`added` are the columns of the fields that other domains add to `card`."""
        self._card = cast(card_json(card, added), Text)
        self.page = lru_cache(MAX_SHAPES)(self._page)
        """For a `Caller`: a page in its order, and the consult after it; the sort's `sort_columns` follow the card."""
        self.by_id: Final = compile_statement(self._among(self._card.label("card")))
        """Those of some consults that a user may view (`readable_among`), in no particular order."""
        in_list = case((BELONGS, self._card)).label("card")
        self.listed: Final[Mapping[ConsultSort, CompiledStatement]] = {
            sort: compile_statement(self._among(in_list, *sort_columns(sort), _IS_CURRENT)) for sort in ConsultSort
        }
        """The same for a `Caller`; `card` is null outside the list, and the sort's `sort_columns` follow it."""

    def _page(self, shape: Shape) -> CompiledStatement:
        page = page_of(shape).cte("page")
        keys = [column for column in page.c if column.key != "id"]
        statement = (
            _select(self._card.label("card"), *keys, _IS_CURRENT)
            .join(page, page.c.id == Consult.id)
            .order_by(*order_by(shape.sort, page.c))
        )
        return compile_statement(statement)

    def _among(self, *columns: ColumnElement[Any]) -> Select[*tuple[Any, ...]]:
        return _select(*columns).where(*READABLE_AMONG)


def _select(*columns: ColumnElement[Any]) -> Select[*tuple[Any, ...]]:
    return select(
        cast(Consult.id, Text).label("id"),
        cast(Consult.patient_id, Text).label("patient_id"),
        Consult.organization_id,
        emr_id().label("emr_id"),
        *columns,
    )
