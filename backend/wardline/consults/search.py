"""The query of a page of the list, and how a name is best found in it."""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import text

from wardline.consults.choices import ConsultSort
from wardline.consults.sort_key import SortKey
from wardline.core.db.statements import CompiledStatement, compile_statement

LOOKUP_COST: Final = 12
"""How many entries of a covering index are skipped in the time of one lookup by a word."""


@dataclass(frozen=True, slots=True)
class ListQuery:
    """The filter, sort and position of a page. Organizations and lines are within the caller's reach."""

    organization_ids: Collection[int]
    line_ids: Sequence[int]
    buckets: Sequence[str]
    sort: ConsultSort
    location_ids: Sequence[int] | None
    """None for all. With `person_id`, an empty list means no location."""
    person_id: int | None
    """Adds consults that this user requested, acknowledged or completed."""
    words: Sequence[str]
    """Beginnings of words of the patient's name (`wardline.core.text.search_words`), all of which must match."""
    start: int = 0
    length: int = 0
    after: SortKey | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing can match, regardless of the data."""
        return not (self.organization_ids and self.line_ids)

    @property
    def reach(self) -> int:
        """How many rows of the list the page needs, with one more that shows whether there is a next page."""
        return self.start + self.length + 1


class RowEstimates(NamedTuple):
    """How many consults the database expects: in total, and with each of the words in the patient's name."""

    consults: float
    by_word: Sequence[float]

    def favor_lookup(self, query: ListQuery) -> bool:
        """Whether looking up the rarest word costs less than scanning the list until the page is full."""
        share = math.prod(rows / self.consults for rows in self.by_word)
        # Each piece of the list is scanned up to its first match.
        scanned = query.reach + len(query.buckets) * len(query.line_ids)
        return min(self.by_word) * LOOKUP_COST < min(scanned / share, self.consults)


def prefix_query(words: Iterable[str]) -> str:
    """A ``tsquery`` for names that have a word with each of these prefixes, which are letters and digits only."""
    return " & ".join(f"'{word}':*" for word in words)


def estimate_statement(words: Sequence[str]) -> tuple[CompiledStatement, dict[str, str]]:
    """Explains a statement without running it: `RowEstimates` come from the plan's row estimates.

    It declares a cursor, because a cursor never gets a parallel plan, whose estimates are per process.
    """
    return _estimate_statement(len(words)), {f"word_{n}": prefix_query([word]) for n, word in enumerate(words)}


@lru_cache
def _estimate_statement(words: int) -> CompiledStatement:
    word_queries = (
        f"select 1 from consults where name_vector @@ cast(:word_{n} as tsquery)"  # noqa: S608 - names of parameters
        for n in range(words)
    )
    statement = " union all ".join(["select 1 from consults", *word_queries])
    return compile_statement(text(f"explain (format json) declare estimates cursor for {statement}"))


def read_estimates(plan: Any) -> RowEstimates:
    consults, *by_word = (max(part["Plan Rows"], 1) for part in plan[0]["Plan"]["Plans"])
    return RowEstimates(consults, by_word)
