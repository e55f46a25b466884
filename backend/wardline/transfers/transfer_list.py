"""The transfer list: which transfers are on a page of it, with the cards of their consults.

There are few transfers compared to consults, and their rows have what the list filters by, so one statement per sort
order is enough; only names are searched in the consults. The cards are those of the consults that the caller may view.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import ARRAY, ColumnElement, Integer, any_, bindparam, cast, literal_column, or_, select

from wardline.access.current_user import CurrentUser
from wardline.consults.choices import ConsultSort
from wardline.consults.models import Consult
from wardline.consults.picking import HAS_WORDS, word_patterns
from wardline.consults.reach import reach_of
from wardline.consults.schemas import MAX_PAGE_LENGTH
from wardline.consults.worklist import Worklist
from wardline.core.db.statements import AnyConnection, CompiledStatement, array_literal, compile_statement, fetch_all
from wardline.core.text.search_words import query_words
from wardline.transfers.choices import TransferStateFilter
from wardline.transfers.models import Transfer
from wardline.transfers.schemas import SearchTransfers
from wardline.transfers.summary import COLUMNS, TransferSummary, summary_of

_ORDERS: Final[dict[ConsultSort, tuple[ColumnElement[Any], ...]]] = {
    ConsultSort.PRIORITY_HIGH_TO_LOW: (
        Transfer.sort_rank.asc().nulls_last(),
        Transfer.created_at.asc(),
        Transfer.id.asc(),
    ),
    ConsultSort.PRIORITY_LOW_TO_HIGH: (
        Transfer.sort_rank.desc().nulls_last(),
        Transfer.created_at.asc(),
        Transfer.id.asc(),
    ),
    ConsultSort.OLDEST_FIRST: (Transfer.created_at.asc(), Transfer.id.asc()),
    ConsultSort.NEWEST_FIRST: (Transfer.created_at.desc(), Transfer.id.desc()),
}


@cache
def _page(sort: ConsultSort, bucket: str | None, *, is_named: bool) -> CompiledStatement:
    locations = cast(bindparam("locations"), ARRAY(Integer))
    page = (
        select(Transfer.consult_id, *COLUMNS)
        .where(
            Transfer.organization_id == any_(bindparam("organizations", type_=ARRAY(Integer))),
            Transfer.service_line_id == any_(bindparam("lines", type_=ARRAY(Integer))),
            or_(locations.is_(None), Transfer.location_id == any_(locations)),
        )
        .order_by(*_ORDERS[sort])
        .limit(bindparam("length", type_=Integer))
        .offset(bindparam("start", type_=Integer))
    )
    if bucket is not None:
        # Not a parameter, because there are few pending transfers, and many completed ones.
        page = page.where(Transfer.bucket == literal_column(f"'{bucket}'"))
    if is_named:
        page = page.join(Consult, Consult.id == Transfer.consult_id).where(HAS_WORDS)
    return compile_statement(page)


class ListedTransfer(NamedTuple):
    transfer: TransferSummary
    consult_card: str
    """As JSON."""


class TransferPage(NamedTuple):
    listed: list[ListedTransfer]
    has_more: bool


class TransferList:
    def __init__(self, connection: AnyConnection, worklist: Worklist) -> None:
        self.connection = connection
        self._worklist = worklist

    async def search(self, user: CurrentUser, request: SearchTransfers) -> TransferPage:
        """One page of the transfers whose consults the user may view."""
        length = min(request.length, MAX_PAGE_LENGTH)
        picked = await self._pick(user, request, length)
        cards = await self._worklist.cards(user, [row.consult_id for row in picked[:length]])
        listed = [
            ListedTransfer(summary_of(row), cards[row.consult_id]) for row in picked[:length] if row.consult_id in cards
        ]
        return TransferPage(listed, has_more=len(picked) > length)

    async def _pick(self, user: CurrentUser, request: SearchTransfers, length: int) -> list[Any]:
        """The page and the first transfer after it, in order."""
        words = query_words(request.filter.search_string)
        if request.filter.search_string and not words:
            return []
        statement, parameters = picking(user, request, words, length)
        return await fetch_all(self.connection, statement, parameters)


def picking(
    user: CurrentUser, request: SearchTransfers, words: Sequence[str], length: int
) -> tuple[CompiledStatement, dict[str, Any]]:
    """The statement that picks a page, and its parameters, within the user's reach."""
    reach, filters = reach_of(user), request.filter
    bucket = None if filters.state is TransferStateFilter.ALL else filters.state.value
    return _page(filters.sort, bucket, is_named=bool(words)), {
        "organizations": array_literal(reach.organization_ids),
        "lines": array_literal(reach.lines_among(filters.service_lines)),
        "locations": array_literal(filters.locations) if filters.locations else None,
        "patterns": word_patterns(words),
        "start": request.start,
        "length": length + 1,
    }
