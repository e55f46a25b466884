"""Which regular expressions a unit may have for its patient number.

The expression of a unit's patient number runs here and in every browser, on what a person types. So it must mean the
same in both languages, and no input may make it slow: an upper bound on the ways in which a backtracking matcher can
try to match a text of up to 255 characters is worked out from the expression, and a large one is refused.
"""

import re
import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

MOST_WAYS: Final = 10_000
LONGEST_VALUE: Final = 255
_ENOUGH_ROUNDS: Final = MOST_WAYS.bit_length()
DEEPEST_GROUP: Final = 20
_SAMPLE: Final = frozenset(chr(code) for code in range(0x250)) | frozenset("٣あ漢€😀")
"""With the characters that an expression names, these stand for all: it treats those left out alike."""
_SYNTAX: Final = frozenset("^$\\.*+?()[]{}|/")
_CLASS_SYNTAX: Final = frozenset("()[]{}/-\\|")
_COUNT: Final = re.compile(r"\{([0-9]{1,3})(?:(,)([0-9]{1,3})?)?\}")
_ASCII_ONLY: Final = {"d": "[0-9]", "w": "[A-Za-z0-9_]", "s": "a blank"}

Characters: TypeAlias = frozenset[str]


class UnsuitablePattern(ValueError):
    """The text says what is wrong with the expression."""


@dataclass(frozen=True, slots=True)
class _One:
    """Exactly one of `characters`."""

    characters: Characters


@dataclass(frozen=True, slots=True)
class _Sequence:
    parts: tuple["_Part", ...]


@dataclass(frozen=True, slots=True)
class _Choice:
    options: tuple["_Part", ...]


@dataclass(frozen=True, slots=True)
class _Repeat:
    part: "_Part"
    least: int
    most: int


_Part: TypeAlias = _One | _Sequence | _Choice | _Repeat


def check_pattern(pattern: str) -> str:
    """The expression as it is, or UnsuitablePattern."""
    tree = _Parser(pattern).parse()
    try:
        re.compile(pattern)
    except re.error as error:
        raise UnsuitablePattern(f"the expression is wrong: {error.msg}") from None
    if _ways(tree, frozenset()) > MOST_WAYS:
        raise UnsuitablePattern(
            "the expression can take very long: parts that repeat must not be able to match the same characters in turn"
        )
    return pattern


class _Parser:
    """The part of the syntax that Python and browsers read alike."""

    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self._sample = _SAMPLE | frozenset(pattern)
        self._at = 0
        self._depth = 0

    def parse(self) -> _Part:
        if self._text.startswith("^"):
            self._at = 1
        tree = self._choice()
        if self._peek() == "$" and self._at == len(self._text) - 1:
            self._at += 1
        if self._at != len(self._text):
            self._refuse(f"unexpected {self._peek()!r}")
        return tree

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _take(self) -> str:
        sign = self._peek()
        self._at += 1
        return sign

    def _refuse(self, what: str) -> None:
        raise UnsuitablePattern(f"the expression is wrong at character {min(self._at, len(self._text)) + 1}: {what}")

    def _choice(self) -> _Part:
        options = [self._sequence()]
        while self._peek() == "|":
            self._at += 1
            options.append(self._sequence())
        return options[0] if len(options) == 1 else _Choice(tuple(options))

    def _sequence(self) -> _Part:
        parts: list[_Part] = []
        while self._peek() and self._peek() not in "|)$":
            parts.append(self._counted(self._atom()))
        return _Sequence(tuple(parts))

    def _counted(self, part: _Part) -> _Part:
        counts = {"?": (0, 1), "*": (0, LONGEST_VALUE), "+": (1, LONGEST_VALUE)}
        sign = self._peek()
        if sign in counts and sign:
            self._at += 1
            least, most = counts[sign]
        elif match := _COUNT.match(self._text, self._at):
            self._at = match.end()
            least = int(match[1])
            most = int(match[3]) if match[3] else LONGEST_VALUE if match[2] else least
        else:
            return part
        if least > most or most > LONGEST_VALUE:
            self._refuse(f"a count is at most {LONGEST_VALUE}, the smaller number first")
        if self._peek() and self._peek() in "?+*{":
            self._refuse("a repetition is not repeated again")
        return _Repeat(part, least, most)

    def _atom(self) -> _Part:
        sign = self._take()
        if sign == "(":
            return self._group()
        if sign == "[":
            return self._class()
        if sign == ".":
            return _One(self._sample - {"\n"})
        if sign == "\\":
            return _One(frozenset(self._escaped(_SYNTAX)))
        if sign in _SYNTAX:
            self._at -= 1
            self._refuse(f"{sign!r} stands for itself only as '\\{sign}'")
        return _One(frozenset(sign))

    def _group(self) -> _Part:
        self._depth += 1
        if self._depth > DEEPEST_GROUP:
            self._refuse("groups stand in each other too deeply")
        if self._peek() == "?":
            self._at += 1
            if self._take() != ":":
                self._refuse("only plain groups and (?: ) can be used")
        inner = self._choice()
        if self._take() != ")":
            self._refuse("')' is missing")
        self._depth -= 1
        return inner

    def _escaped(self, allowed: Iterable[str]) -> str:
        sign = self._take()
        if sign in _ASCII_ONLY and sign:
            self._refuse(f"'\\{sign}' means other characters in a browser than here; write {_ASCII_ONLY[sign]}")
        if sign not in allowed or not sign:
            self._refuse(f"'\\{sign}' cannot be used")
        return sign

    def _class(self) -> _Part:
        negated = self._peek() == "^"
        self._at += negated
        found: set[str] = set()
        while self._peek() != "]":
            first = self._class_sign()
            if self._peek() == "-":
                self._at += 1
                last = self._class_sign()
                if first > last:
                    self._refuse(f"the range {first}-{last} runs backwards")
                found |= {sign for sign in self._sample if first <= sign <= last}
            else:
                found.add(first)
        self._at += 1
        if not found:
            self._refuse("[] matches nothing")
        return _One(self._sample - found if negated else frozenset(found))

    def _class_sign(self) -> str:
        sign = self._take()
        if not sign:
            self._refuse("']' is missing")
        if sign == "\\":
            return self._escaped(_CLASS_SYNTAX | _SYNTAX)
        if sign in _CLASS_SYNTAX or (sign in string.punctuation and sign == self._peek()):
            self._at -= 1
            self._refuse(f"between [ and ] {sign!r} stands for itself only as '\\{sign}', and once")
        return sign


def _nullable(part: _Part) -> bool:
    match part:
        case _One():
            return False
        case _Sequence(parts):
            return all(map(_nullable, parts))
        case _Choice(options):
            return any(map(_nullable, options))
        case _Repeat(inner, least, _):
            return least == 0 or _nullable(inner)


def _first(part: _Part) -> Characters:
    """What a match of the part can begin with."""
    match part:
        case _One(characters):
            return characters
        case _Sequence(parts):
            return frozenset().union(*_leading(parts))
        case _Choice(options):
            return frozenset().union(*map(_first, options))
        case _Repeat(inner, _, most):
            return _first(inner) if most else frozenset()


def _leading(parts: Iterable[_Part]) -> Iterator[Characters]:
    for part in parts:
        yield _first(part)
        if not _nullable(part):
            return


def _ways(part: _Part, follow: Characters) -> int:
    """An upper bound on the ways to match some text; `follow` is what may come after the part.

    Beyond `MOST_WAYS` the bound says only that it is large.
    """
    match part:
        case _One():
            return 1
        case _Sequence(parts):
            return _sequence_ways(parts, follow)
        case _Choice(options):
            return _choice_ways(options, follow)
        case _Repeat(inner, least, most):
            return _repeat_ways(inner, least, most, follow)


def _sequence_ways(parts: tuple[_Part, ...], follow: Characters) -> int:
    ways = 1
    for part in reversed(parts):
        ways = min(ways * _ways(part, follow), MOST_WAYS + 1)
        follow = _first(part) | (follow if _nullable(part) else frozenset())
    return ways


def _choice_ways(options: tuple[_Part, ...], follow: Characters) -> int:
    """Where the next character decides between the options, the widest of them counts; else all of them do."""
    ways = [_ways(option, follow) for option in options]
    beginnings = [_first(option) | (follow if _nullable(option) else frozenset()) for option in options]
    decided = sum(map(len, beginnings)) == len(frozenset().union(*beginnings))
    return max(ways) if decided else sum(ways)


def _repeat_ways(inner: _Part, least: int, most: int, follow: Characters) -> int:
    if most == 0:
        return 1
    once = _ways(inner, follow | _first(inner) if most > 1 else follow)
    if _nullable(inner) and most > 1:
        return MOST_WAYS + 1
    rounds: int = once ** min(most, _ENOUGH_ROUNDS)
    decided = least == most or not (_first(inner) & follow)
    return min(rounds * (1 if decided else most - least + 1), MOST_WAYS + 1)
