"""The list: which consults are on a page of it, and their cards."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import orjson

from wardline.access.current_user import CurrentUser
from wardline.consults.cards import CardStatements
from wardline.consults.choices import ConsultSort, StateFilter
from wardline.consults.errors import ConsultNotFound
from wardline.consults.picking import filter_parameters, picking
from wardline.consults.reach import reach_of, readable_among
from wardline.consults.reading import record_touched
from wardline.consults.schemas import MAX_PAGE_LENGTH, ListRequest, ReadCards, SearchConsults
from wardline.consults.search import ListQuery, RowEstimates, estimate_statement, read_estimates
from wardline.consults.sort_key import SortKey
from wardline.core.db.statements import AnyConnection, fetch_all
from wardline.core.text.search_words import query_words

_BUCKETS: Final = {
    StateFilter.PENDING: ("pending",),
    StateFilter.NEW: ("pending",),
    StateFilter.COMPLETED: ("completed",),
    StateFilter.CANCELLED: ("cancelled",),
    StateFilter.ALL: ("pending", "completed", "cancelled"),
}


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
    def __init__(self, connection: AnyConnection, statements: CardStatements) -> None:
        """`statements` are those of `wardline.consult_views.cards`."""
        self.connection = connection
        self._statements = statements

    async def search(self, user: CurrentUser, request: SearchConsults) -> SearchPage:
        """One page of cards: ids are picked first, then joined."""
        length = min(request.length, MAX_PAGE_LENGTH)
        picked = await self._pick(page_query(user, request, length))
        keys = [sort_key_of(request.sort, row) for row in picked[:length]]
        card_of = {row.id: row.card for row in await self.cards(user, [key.id for key in keys])}
        listed = [ListedCard(card, key) for key in keys if (card := card_of.get(str(key.id))) is not None]
        return SearchPage(listed, keys[-1] if len(picked) > length else None)

    async def _pick(self, query: ListQuery) -> Sequence[Any]:
        """The ids of a page and of the first consult after it, in order, each with its sort key."""
        if query.is_empty:
            return []
        picked = picking(query, await self._estimates(query))
        return await fetch_all(self.connection, picked.compiled, picked.parameters, custom_plan=True)

    async def _estimates(self, query: ListQuery) -> RowEstimates | None:
        if not query.words:
            return None
        ((plan,),) = await fetch_all(self.connection, *estimate_statement(query.words), custom_plan=True)
        return read_estimates(plan)

    async def cards(self, user: CurrentUser, consult_ids: Sequence[uuid.UUID | str]) -> Sequence[Any]:
        """The given consults that the user may view, in no particular order; `card` is the JSON of a card."""
        if not consult_ids:
            return []
        rows = await fetch_all(self.connection, self._statements.by_id, readable_among(user, consult_ids))
        for row in rows:
            record_touched(self.connection, row, emr_id=row.emr_id)
        return rows

    async def listed(self, user: CurrentUser, request: ReadCards) -> list[ListedCard]:
        """The requested consults that are in the list now, in no particular order.

        Raises:
            ConsultNotFound: the user may view none of the consults, in the list or not.
        """
        parameters = readable_among(user, request.ids) | filter_parameters(list_query(user, request))
        rows = await fetch_all(self.connection, self._statements.listed[request.sort], parameters)
        if not rows:
            raise ConsultNotFound
        in_list = [row for row in rows if row.card is not None]
        for row in in_list:
            record_touched(self.connection, row, emr_id=row.emr_id)
        return [ListedCard(row.card, sort_key_of(request.sort, row)) for row in in_list]


def page_query(user: CurrentUser, request: SearchConsults, length: int) -> ListQuery:
    after = SortKey.parse(request.after) if request.after is not None else None
    return replace(list_query(user, request), start=request.start, length=length, after=after)


def list_query(user: CurrentUser, request: ListRequest) -> ListQuery:
    """The list's filter, within the user's reach.

    With the toggle on and no location chosen, a user who is checked in gets the lines they are checked in to; other
    users get their own locations and what they created, acknowledged or completed.
    """
    reach, filters = reach_of(user), request.filter
    line_ids = reach.lines_among(filters.service_lines)
    location_ids: list[int] | None = sorted(set(filters.locations)) or None
    person_id = None
    if location_ids is None and filters.assigned_locations_toggle_on:
        if user.is_checked_in:
            line_ids &= user.checked_in_line_ids
        else:
            location_ids, person_id = sorted(user.location_ids), user.id
    words = query_words(filters.search_string)
    if filters.search_string and not words:
        line_ids = frozenset()
    return ListQuery(
        organization_ids=reach.organization_ids,
        line_ids=sorted(line_ids),
        buckets=_BUCKETS[filters.state],
        sort=request.sort,
        location_ids=location_ids,
        person_id=person_id,
        words=words,
    )


def sort_key_of(sort: ConsultSort, row: Any) -> SortKey:
    """From a row with an `id` and the sort's `sort_columns`."""
    consult_id = row.id if isinstance(row.id, uuid.UUID) else uuid.UUID(row.id)
    return SortKey(sort, getattr(row, "rank", 0), row.created_at, consult_id)
