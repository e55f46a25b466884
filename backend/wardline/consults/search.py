"""What a page of the list is picked from, and how a name is best found in it."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import text

from wardline.consults.choices import ConsultSort
from wardline.consults.page_key import PageKey
from wardline.core.db.statements import CompiledStatement, compile_statement

LOOKING_UP: Final = 12
"""How many consults that an index shows can be passed over in the time that it takes to look one up by a word."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a page is picked from. Organizations and lines are within the caller's reach."""

    organization_ids: Iterable[int]
    line_ids: Sequence[int]
    buckets: Sequence[str]
    sort: ConsultSort
    location_ids: Sequence[int] | None
    """None for all; with a person an empty list is none."""
    person_id: int | None
    """Adds to the locations what this person asked for, acknowledged or completed."""
    words: Sequence[str]
    """Beginnings of words of the patient's name (`wardline.core.text.search_words`), all of which must fit."""
    start: int
    length: int
    after: PageKey | None

    @property
    def reach(self) -> int:
        """How far into the list the page goes, with the one row that shows whether there is more."""
        return self.start + self.length + 1


class Bearers(NamedTuple):
    """How many consults the database expects: all in all, and with each of the words in the patient's name."""

    consults: float
    by_word: Sequence[float]

    def are_looked_up(self, wanted: Wanted) -> bool:
        """Whether looking up who bears the rarest word takes less than walking along the list until enough are met."""
        share = math.prod(bearers / self.consults for bearers in self.by_word)
        # Each piece of the list is walked along until its first is met.
        to_meet = wanted.reach + len(wanted.buckets) * len(wanted.line_ids)
        return min(self.by_word) * LOOKING_UP < min(to_meet / share, self.consults)


def beginnings(words: Iterable[str]) -> str:
    """A ``tsquery`` for names in which, for each of these, a word begins with it; they hold letters and digits only."""
    return " & ".join(f"'{word}':*" for word in words)


def expecting(words: Sequence[str]) -> tuple[CompiledStatement, dict[str, str]]:
    """Asks for a plan that is never carried out: its expected rows are the `Bearers`, known without counting any.

    It is that of a cursor, which is never planned for several processes; they would share the rows among them.
    """
    return _expecting(len(words)), {f"word_{n}": beginnings([word]) for n, word in enumerate(words)}


@lru_cache
def _expecting(words: int) -> CompiledStatement:
    of_words = (
        f"select 1 from consults where name_vector @@ cast(:word_{n} as tsquery)"  # noqa: S608 - names of parameters
        for n in range(words)
    )
    statement = " union all ".join(["select 1 from consults", *of_words])
    return compile_statement(text(f"explain (format json) declare bearers cursor for {statement}"))


def read_bearers(plan: Any) -> Bearers:
    consults, *by_word = (max(part["Plan Rows"], 1) for part in plan[0]["Plan"]["Plans"])
    return Bearers(consults, by_word)
