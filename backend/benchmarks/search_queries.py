"""The users of the list in the search benchmark, and its twelve named queries."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from many_consults import ORGANIZATIONS, Person, names

_ALL: Final = [f"large-{n}" for n in range(1, ORGANIZATIONS + 1)]
_LONG_NAME: Final = 8


@dataclass(frozen=True)
class Caller:
    name: str
    person: Person
    is_scope_on: bool
    """Whether the list is limited to the caller's own consults, as it is initially."""


_NURSE: Final = Person("large-nurse", "Bedside Provider", ["large-1"], units=["large-10-2", "large-12-1"], lines=None)
CALLERS: Final = (
    Caller(
        "specialist on call",
        Person(
            "large-neurologist",
            "Virtual Provider",
            _ALL[:3],
            units=[],
            lines=["tele-stroke", "tele-stroke-regional", "acute-stroke", "tele-neuro"],
            on_call_for="tele-stroke",
        ),
        is_scope_on=True,
    ),
    Caller("nurse, own units", _NURSE, is_scope_on=True),
    Caller("nurse, everything", _NURSE, is_scope_on=False),
    Caller(
        "all organizations", Person("large-overseer", "Virtual Provider", _ALL, units=[], lines=None), is_scope_on=False
    ),
)
PEOPLE: Final = tuple({caller.person.username: caller.person for caller in CALLERS}.values())


@dataclass(frozen=True)
class Query:
    name: str
    sort: str
    filter: dict[str, Any]

    def body(self, caller: Caller, **page: Any) -> dict[str, Any]:
        """The body of the request; `page` has its start, length or after."""
        filters = self.filter | {"assignedLocationsToggleOn": caller.is_scope_on}
        return {"sort": self.sort, "filter": filters, **page}


def named_queries(lines: dict[str, int], units: dict[str, int]) -> tuple[Query, ...]:
    """The twelve named queries, from ids by codes."""
    family = names()[0]
    long_name = next(name for name in family[20:] if len(name) >= _LONG_NAME)[:_LONG_NAME]
    stroke_line = [lines["tele-stroke"]]
    three_locations = [units[code] for code in ("large-3-1", "large-12-1", "large-20-3")]
    four_locations = [units[code] for code in ("large-5-1", "large-9-2", "large-10-2", "large-15-4")]
    high, low, oldest, newest = "priorityHighToLow", "priorityLowToHigh", "oldestFirst", "newestFirst"
    return (
        Query("pending, high to low", high, {"state": "pending"}),
        Query("pending, oldest first", oldest, {"state": "pending"}),
        Query("completed, high to low", high, {"state": "completed"}),
        Query("all, low to high", low, {"state": "all"}),
        Query("all, newest first", newest, {"state": "all"}),
        Query("one line, high to low", high, {"state": "all", "serviceLines": stroke_line}),
        Query("three locations, newest first", newest, {"state": "all", "locations": three_locations}),
        Query("name, one letter", high, {"state": "all", "searchString": family[20][:1]}),
        Query("name, three letters", high, {"state": "all", "searchString": family[20][:3]}),
        Query("name, eight letters", high, {"state": "all", "searchString": long_name}),
        Query(
            "cancelled, two lines, low to high",
            low,
            {"state": "cancelled", "serviceLines": [*stroke_line, lines["acute-stroke"]]},
        ),
        Query(
            "completed, four locations, two lines, one letter, oldest first",
            oldest,
            {
                "state": "completed",
                "serviceLines": [*stroke_line, lines["tele-neuro"]],
                "locations": four_locations,
                "searchString": family[20][:1],
            },
        ),
    )


def other_queries(lines: dict[str, int], units: dict[str, int]) -> Iterator[Query]:
    """Every combination of a selection of states, sorts, lines, locations and names."""
    family = names()[0]
    codes = sorted(unit for unit in units if unit.startswith("large-"))
    chosen_lines = ([], [lines["tele-psych"]], [lines["tele-stroke"], lines["tele-hospitalist"], lines["tele-covid"]])
    chosen_units = ([], codes[7:8], codes[30:130:20], codes[::6])
    chosen_names = ("", family[3][:1], family[60][:2], family[60][:3], f"{family[9][:2]} {family[300][:1]}")
    for state in ("pending", "completed", "cancelled", "all"):
        for sort in ("priorityHighToLow", "priorityLowToHigh", "oldestFirst", "newestFirst"):
            for line_ids in chosen_lines:
                for unit_codes in chosen_units:
                    for name in chosen_names:
                        locations = [units[code] for code in unit_codes]
                        filters = {
                            "state": state,
                            "serviceLines": line_ids,
                            "locations": locations,
                            "searchString": name,
                        }
                        yield Query("another", sort, filters)
