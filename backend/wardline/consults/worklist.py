"""The list: which consults are on a page of it, and their cards."""

import uuid
from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson

from wardline.access.current_user import CurrentUser
from wardline.audit.recorded_reads import RecordedReader
from wardline.audit.recording import touched
from wardline.consults.choices import ConsultSort
from wardline.consults.errors import ConsultNotFound
from wardline.consults.list_query import list_query, page_length, page_query
from wardline.consults.list_statements import ListStatements
from wardline.consults.picking import filter_parameters, picking
from wardline.consults.reach import readable_among
from wardline.consults.schemas import ReadCards, SearchConsults
from wardline.consults.sort_key import SortKey
from wardline.core.db.statements import AnyConnection, Execution, fetch_all


class ListedCard(NamedTuple):
    card: str
    """The JSON of a `ConsultCard`."""
    sort_key: SortKey

    def as_json(self) -> orjson.Fragment:
        """A `ListedConsult`: the database's text with one more member, which avoids parsing each card to add it."""
        return orjson.Fragment(f'{self.card.removesuffix("}")},"sortKey":"{self.sort_key}"}}')


class SearchPage(NamedTuple):
    """`next` is the sort key of the last consult, None on the last page."""

    cards: list[ListedCard]
    next: SortKey | None


class Worklist:
    def __init__(self, connection: AnyConnection, statements: ListStatements) -> None:
        """`statements` are those of `wardline.consult_views.cards`."""
        self.connection = connection
        self._statements = statements

    async def search(self, reader: RecordedReader, request: SearchConsults) -> SearchPage:
        """One page of cards."""

        def page_for(user: CurrentUser) -> Execution:
            shape, parameters = picking(page_query(user, request))
            return self._statements.page(shape), parameters | {"shown": length}

        length = page_length(request)
        rows = await reader.fetch_all(page_for)
        listed = _listed(request.sort, rows[:length])
        return SearchPage(listed, listed[-1].sort_key if len(rows) > length else None)

    async def cards(self, user: CurrentUser, consult_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, str]:
        """The JSON of the cards of those given consults that the user may view."""
        if not consult_ids:
            return {}
        rows = await fetch_all(self.connection, self._statements.by_id, readable_among(user, consult_ids))
        for row in rows:
            touched(self.connection).row(row)
        return {row.consult_id: row.card for row in rows}

    async def listed(self, reader: RecordedReader, request: ReadCards) -> list[ListedCard]:
        """The requested consults that are in the list now, in no particular order.

        Raises:
            ConsultNotFound: the user may view none of the consults, in the list or not.
        """

        def cards_for(user: CurrentUser) -> Execution:
            parameters = readable_among(user, request.ids) | filter_parameters(list_query(user, request))
            return self._statements.listed[request.sort], parameters

        rows = await reader.fetch_all(cards_for)
        if not rows:
            raise ConsultNotFound
        return _listed(request.sort, [row for row in rows if row.card is not None])


def _listed(sort: ConsultSort, rows: Sequence[Any]) -> list[ListedCard]:
    return [ListedCard(row.card, sort_key_of(sort, row)) for row in rows]


def sort_key_of(sort: ConsultSort, row: Any) -> SortKey:
    """From a row with a `consult_id` and the sort's `sort_columns`."""
    return SortKey(sort, getattr(row, "rank", 0), row.created_at, row.consult_id)
