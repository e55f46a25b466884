"""Reads `expected_results.md`: one expected result for each operation, person, duty, place and state."""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

TABLE_FILE: Final = Path(__file__).with_name("expected_results.md")

SIGNED_OUT, NO_ACCOUNT, NO_ROLE = "Signed out", "No account", "No role"
STRANGERS: Final = (SIGNED_OUT, NO_ACCOUNT)
OFF_DUTY, ANOTHER_LINE, THE_LINE = "off duty", "on another line", "on the line"
ELSEWHERE: Final = (OFF_DUTY, ANOTHER_LINE)
DUTIES: Final = (*ELSEWHERE, THE_LINE)
OWN, FOREIGN_LINE, OTHER_ORGANIZATION = "own organization", "own organization, another line", "other organization"
PLACES: Final = (OWN, FOREIGN_LINE, OTHER_ORGANIZATION)
OPEN: Final = ("new", "acknowledged", "discharged")
LOCKED: Final = ("completed", "cancelled")
STATES: Final = OPEN + LOCKED
ALLOWED: Final = "allowed"


class Situation(NamedTuple):
    """What a result may depend on besides the operation and the role; the state is blank if there is no consult."""

    duty: str
    place: str
    state: str


@dataclass(frozen=True, slots=True)
class Call:
    """One row: an operation of the contract with one kind of body."""

    operation: str
    variation: str
    about: str
    words: Mapping[str, str]
    """The word for the expected result, by person."""

    def __str__(self) -> str:
        return f"{self.operation} ({self.variation})" if self.variation else self.operation


@dataclass(frozen=True, slots=True)
class Event:
    name: str
    sender: str
    words: Mapping[str, str]
    """Which of them get the event, or cause it, by role."""


class Rule(NamedTuple):
    """One line about a word; an empty condition matches everything."""

    word: str
    reach: str
    places: tuple[str, ...]
    duties: tuple[str, ...]
    states: tuple[str, ...]
    result: str

    def fits(self, situation: Situation, *, in_reach: bool) -> bool:
        return (
            self.reach in {"", "in" if in_reach else "out"}
            and (not self.places or situation.place in self.places)
            and (not self.duties or situation.duty in self.duties)
            and (not self.states or situation.state in self.states)
        )


class ExpectedResults:
    def __init__(self, text: str) -> None:
        tables = dict(_tables(text))
        self.reach = {(row["Consult of"], duty): row[duty] == "in" for row in tables["Reach"] for duty in DUTIES}
        self.people = list(tables["Calls"][0])[3:]
        self.calls = [
            Call(row["Call"], row["With"], row["About"], {person: row[person] for person in self.people})
            for row in tables["Calls"]
        ]
        self.rules = [
            Rule(
                row["Word"],
                row["Reach"],
                (row["Place"],) if row["Place"] else (),
                _several(row["Duty"]),
                _several(row["State"]),
                row["Result"],
            )
            for row in tables["Words"]
        ]
        self.roles = list(tables["Events"][0])[2:]
        self.events = [
            Event(row["Event"], row["From"], {role: row[role] for role in self.roles}) for row in tables["Events"]
        ]

    def cells(self, call: Call, duty: str, *, everywhere: bool = True) -> Iterator[tuple[str, Situation, Rule]]:
        """Everyone in every situation of this duty, with the line that has the expected result.

        Unknown users call about one consult or place. If no line about the word distinguishes states, one open and one
        locked consult are enough for each person, place and duty, with the states in turn. Unless `everywhere`, people
        with the same word share the situations other than at home on the line: each is tested with one of them. And
        where off duty and on another line have the same result, one of the two is tested, in turn. Calls about neither
        a consult nor a place are tested on the line only, if no line about the word distinguishes duties.
        """
        turn = itertools.count()
        for person, word in call.words.items():
            for place in PLACES if call.about and person not in STRANGERS else (OWN,):
                for number, state in enumerate(self._states(call, person, Situation(duty, place, ""), turn)):
                    situation = Situation(duty, place, state)
                    if everywhere or self._is_tested(call, person, situation, number):
                        yield person, situation, self.rule(word, situation)

    def _states(self, call: Call, person: str, situation: Situation, turn: Iterator[int]) -> tuple[str, ...]:
        if call.about != "consult":
            return ("",)
        if person in STRANGERS:
            return ("new",)
        expected = {self.rule(call.words[person], situation._replace(state=state)) for state in STATES}
        if len(expected) > 1:
            return STATES
        number = next(turn)
        return OPEN[number % len(OPEN)], LOCKED[number % len(LOCKED)]

    def rule(self, word: str, situation: Situation) -> Rule:
        """The line that defines `word` in this situation."""
        in_reach = self.reach[situation.place, situation.duty]
        return next(rule for rule in self.rules if rule.word == word and rule.fits(situation, in_reach=in_reach))

    def _is_tested(self, call: Call, person: str, situation: Situation, number: int) -> bool:
        """Whether it is this situation's and this person's turn; `number` is that of the state."""
        if person in STRANGERS:
            return situation.duty == THE_LINE
        if situation[:2] == (THE_LINE, OWN):
            return True
        word = call.words[person]
        if not call.about:
            return len({self.rule(word, situation._replace(duty=duty)) for duty in DUTIES}) > 1
        place = PLACES.index(situation.place)
        if situation.duty != THE_LINE:
            elsewhere = {self.rule(word, situation._replace(duty=duty)) for duty in ELSEWHERE}
            # By pairs of states, so that each duty has its turn with each of two people.
            if len(elsewhere) == 1 and situation.duty != ELSEWHERE[(number // 2 + place) % len(ELSEWHERE)]:
                return False
        sharing = [other for other, its in call.words.items() if its == word and other not in STRANGERS]
        turn = number + place + DUTIES.index(situation.duty) * len(PLACES)
        return turn % len(sharing) == sharing.index(person)


@cache
def expected_results() -> ExpectedResults:
    return ExpectedResults(TABLE_FILE.read_text(encoding="utf-8"))


def _tables(text: str) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """The rows of the table below each heading that has one, by heading."""
    for section in text.split("\n## ")[1:]:
        heading, *lines = section.splitlines()
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
        columns, _, *body = rows
        yield heading, [dict(zip(columns, row, strict=True)) for row in body]


def _several(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split(",")) if cell else ()
