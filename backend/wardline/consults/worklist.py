"""The list: which consults are on a page of it, and their cards."""

import uuid
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from wardline.access.current_user import CurrentUser
from wardline.consults.choices import ConsultSort, StateFilter
from wardline.consults.page_key import PageKey
from wardline.consults.picking import picking
from wardline.consults.reach import reach_of, readable_among
from wardline.consults.reading import record_read
from wardline.consults.schemas import MAX_PAGE_LENGTH, SearchConsults
from wardline.consults.search import ListQuery, RowEstimates, estimate_statement, read_estimates
from wardline.core.db.statements import AnyConnection, CompiledStatement, fetch_all
from wardline.core.text.search_words import query_words

_BUCKETS: Final = {
    StateFilter.PENDING: ("pending",),
    StateFilter.NEW: ("pending",),
    StateFilter.COMPLETED: ("completed",),
    StateFilter.CANCELLED: ("cancelled",),
    StateFilter.ALL: ("pending", "completed", "cancelled"),
}


class SearchPage(NamedTuple):
    """`next` is the start of the next page; None on the last page."""

    rows: list[Any]
    next: PageKey | None


class Worklist:
    def __init__(self, connection: AnyConnection, card_statement: CompiledStatement) -> None:
        """`card_statement` is the one of `wardline.consult_views.cards`."""
        self.connection = connection
        self._card_statement = card_statement

    async def search(self, user: CurrentUser, request: SearchConsults) -> SearchPage:
        """One page of cards: ids are picked first, then joined."""
        length = min(request.length, MAX_PAGE_LENGTH)
        picked = await self._pick(self._query(user, request, length))
        ids = [str(row.id) for row in picked[:length]]
        found = {row.id: row for row in await self.cards(user, ids)}
        shown = [found[consult_id] for consult_id in ids if consult_id in found]
        return SearchPage(shown, _key_of(request.sort, picked[length - 1]) if len(picked) > length else None)

    async def _pick(self, query: ListQuery | None) -> Sequence[Any]:
        """The ids of a page and of the first consult after it, in order, each with its sort key."""
        if query is None:
            return []
        chosen = picking(query, await self._estimates(query))
        return await fetch_all(self.connection, chosen.compiled, chosen.parameters, custom_plan=True)

    async def _estimates(self, query: ListQuery) -> RowEstimates | None:
        if not query.words:
            return None
        ((plan,),) = await fetch_all(self.connection, *estimate_statement(query.words), custom_plan=True)
        return read_estimates(plan)

    async def cards(self, user: CurrentUser, consult_ids: Sequence[uuid.UUID | str]) -> Sequence[Any]:
        """Those of these consults that the user may view, in no order; `card` is the JSON of a card."""
        if not consult_ids:
            return []
        found = await fetch_all(self.connection, self._card_statement, readable_among(user, consult_ids))
        for row in found:
            record_read(self.connection, row)
        return found

    def _query(self, user: CurrentUser, request: SearchConsults, length: int) -> ListQuery | None:
        """The request limited to the user's reach; None if nothing can match.

        With the toggle on and no location chosen, users who are checked in get the lines they are checked in to, and
        others get their own locations and what they created, acknowledged or completed.
        """
        reach, chosen = reach_of(user), request.filter
        line_ids = reach.line_ids & frozenset(chosen.service_lines) if chosen.service_lines else reach.line_ids
        location_ids: list[int] | None = sorted(set(chosen.locations)) or None
        person_id = None
        if location_ids is None and chosen.assigned_locations_toggle_on:
            if user.is_checked_in:
                line_ids &= user.checked_in_line_ids
            else:
                location_ids, person_id = sorted(user.location_ids), user.id
        words = query_words(chosen.search_string)
        if not (line_ids and reach.organization_ids) or (chosen.search_string and not words):
            return None
        return ListQuery(
            organization_ids=reach.organization_ids,
            line_ids=sorted(line_ids),
            buckets=_BUCKETS[chosen.state],
            sort=request.sort,
            location_ids=location_ids,
            person_id=person_id,
            words=words,
            start=request.start,
            length=length,
            after=PageKey.read(request.after) if request.after is not None else None,
        )


def _key_of(sort: ConsultSort, picked: Any) -> PageKey:
    return PageKey(sort, getattr(picked, "rank", 0), picked.created_at, picked.id)
