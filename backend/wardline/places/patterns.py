"""Validates the regular expression of a unit's patient number.

The expression runs here and in every browser, on user input. So it must mean the same in both languages, and no input
may make it slow: an upper bound on the number of ways in which a backtracking matcher can match a text of up to 255
characters is computed from the expression, which is refused if the bound is high (docs/decisions/0034).
"""

import re
import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NoReturn, TypeAlias

MAX_WAYS: Final = 10_000
MAX_LENGTH: Final = 255
_MAX_ROUNDS: Final = MAX_WAYS.bit_length()
MAX_DEPTH: Final = 20
_SAMPLE: Final = frozenset(chr(code) for code in range(0x250)) | frozenset("٣あ漢€😀")
"""Together with the characters in an expression, these represent all others, which it treats alike."""
_SYNTAX: Final = frozenset("^$\\.*+?()[]{}|/")
_CLASS_SYNTAX: Final = frozenset("()[]{}/-\\|")
_COUNT: Final = re.compile(r"\{([0-9]{1,3})(?:(,)([0-9]{1,3})?)?\}")
_ASCII_ONLY: Final = {"d": "[0-9]", "w": "[A-Za-z0-9_]", "s": "a space"}

Characters: TypeAlias = frozenset[str]


class UnsuitablePattern(ValueError):
    """The message describes what is wrong with the expression."""


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
    minimum: int
    maximum: int


_Part: TypeAlias = _One | _Sequence | _Choice | _Repeat


def check_pattern(pattern: str) -> str:
    """Return the expression unchanged, or raise UnsuitablePattern."""
    tree = _Parser(pattern).parse()
    try:
        re.compile(pattern)
    except re.error as error:
        raise UnsuitablePattern(f"the expression is invalid: {error.msg}") from None
    if _count_ways(tree, frozenset()) > MAX_WAYS:
        raise UnsuitablePattern(
            "the expression can be very slow: adjacent or nested repetitions must not match the same characters"
        )
    return pattern


class _Parser:
    """Parses the syntax that means the same in Python and JavaScript."""

    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self._sample = _SAMPLE | frozenset(pattern)
        self._position = 0
        self._depth = 0

    def parse(self) -> _Part:
        if self._text.startswith("^"):
            self._position = 1
        tree = self._choice()
        if self._peek() == "$" and self._position == len(self._text) - 1:
            self._position += 1
        if self._position != len(self._text):
            self._refuse(f"unexpected {self._peek()!r}", self._position)
        return tree

    def _peek(self) -> str:
        return self._text[self._position : self._position + 1]

    def _next(self) -> str:
        character = self._peek()
        self._position += 1
        return character

    def _refuse(self, reason: str, position: int) -> NoReturn:
        raise UnsuitablePattern(f"the expression is invalid at character {position + 1}: {reason}")

    def _choice(self) -> _Part:
        options = [self._sequence()]
        while self._peek() == "|":
            self._position += 1
            options.append(self._sequence())
        return options[0] if len(options) == 1 else _Choice(tuple(options))

    def _sequence(self) -> _Part:
        parts: list[_Part] = []
        while self._peek() and self._peek() not in "|)$":
            parts.append(self._counted(self._atom()))
        return _Sequence(tuple(parts))

    def _counted(self, part: _Part) -> _Part:
        start = self._position
        counts = {"?": (0, 1), "*": (0, MAX_LENGTH), "+": (1, MAX_LENGTH)}
        character = self._peek()
        if character in counts and character:
            self._position += 1
            minimum, maximum = counts[character]
        elif match := _COUNT.match(self._text, self._position):
            self._position = match.end()
            minimum = int(match[1])
            maximum = int(match[3]) if match[3] else MAX_LENGTH if match[2] else minimum
        else:
            return part
        if minimum > maximum or maximum > MAX_LENGTH:
            self._refuse(f"a count must be at most {MAX_LENGTH}, with the smaller number first", start)
        if self._peek() and self._peek() in "?+*{":
            self._refuse("a repetition cannot be repeated", self._position)
        return _Repeat(part, minimum, maximum)

    def _atom(self) -> _Part:
        start = self._position
        character = self._next()
        if character == "(":
            return self._group()
        if character == "[":
            return self._class()
        if character == ".":
            return _One(self._sample - {"\n"})
        if character == "\\":
            return _One(frozenset(self._escaped(_SYNTAX)))
        if character in _SYNTAX:
            self._refuse(f"{character!r} must be written as '\\{character}'", start)
        return _One(frozenset(character))

    def _group(self) -> _Part:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self._refuse("groups are nested too deeply", self._position - 1)
        if self._peek() == "?":
            self._position += 1
            if self._next() != ":":
                self._refuse("only plain groups and (?: ) can be used", self._position - 1)
        inner = self._choice()
        if self._next() != ")":
            self._refuse("')' is missing", self._position - 1)
        self._depth -= 1
        return inner

    def _escaped(self, allowed: Iterable[str]) -> str:
        """The character after a backslash that was just read."""
        start = self._position - 1
        character = self._next()
        if character in _ASCII_ONLY and character:
            self._refuse(f"'\\{character}' means something else in a browser; write {_ASCII_ONLY[character]}", start)
        if character not in allowed or not character:
            self._refuse(f"'\\{character}' cannot be used", start)
        return character

    def _class(self) -> _Part:
        negated = self._peek() == "^"
        self._position += negated
        characters: set[str] = set()
        while self._peek() != "]":
            start = self._position
            first = self._class_character()
            if self._peek() == "-":
                self._position += 1
                last = self._class_character()
                if first > last:
                    self._refuse(f"the range {first}-{last} is reversed", start)
                characters |= {character for character in self._sample if first <= character <= last}
            else:
                characters.add(first)
        self._position += 1
        if not characters:
            self._refuse("[] matches nothing", self._position - 1)
        return _One(self._sample - characters if negated else frozenset(characters))

    def _class_character(self) -> str:
        start = self._position
        character = self._next()
        if not character:
            self._refuse("']' is missing", start)
        if character == "\\":
            return self._escaped(_CLASS_SYNTAX | _SYNTAX)
        if character in _CLASS_SYNTAX or (character in string.punctuation and character == self._peek()):
            self._refuse(f"between [ and ], {character!r} must be written as '\\{character}', and only once", start)
        return character


def _nullable(part: _Part) -> bool:
    match part:
        case _One():
            return False
        case _Sequence(parts):
            return all(map(_nullable, parts))
        case _Choice(options):
            return any(map(_nullable, options))
        case _Repeat(inner, minimum, _):
            return minimum == 0 or _nullable(inner)


def _first(part: _Part) -> Characters:
    """The characters that a match of the part can start with."""
    match part:
        case _One(characters):
            return characters
        case _Sequence(parts):
            return frozenset().union(*_leading(parts))
        case _Choice(options):
            return frozenset().union(*map(_first, options))
        case _Repeat(inner, _, maximum):
            return _first(inner) if maximum else frozenset()


def _leading(parts: Iterable[_Part]) -> Iterator[Characters]:
    for part in parts:
        yield _first(part)
        if not _nullable(part):
            return


def _count_ways(part: _Part, follow: Characters) -> int:
    """An upper bound on the number of ways to match a text; `follow` are the characters that may come after the part.

    A bound above `MAX_WAYS` is not exact.
    """
    match part:
        case _One():
            return 1
        case _Sequence(parts):
            return _count_sequence_ways(parts, follow)
        case _Choice(options):
            return _count_choice_ways(options, follow)
        case _Repeat(inner, minimum, maximum):
            return _count_repeat_ways(inner, minimum, maximum, follow)


def _count_sequence_ways(parts: tuple[_Part, ...], follow: Characters) -> int:
    ways = 1
    for part in reversed(parts):
        ways = min(ways * _count_ways(part, follow), MAX_WAYS + 1)
        follow = _first(part) | (follow if _nullable(part) else frozenset())
    return ways


def _count_choice_ways(options: tuple[_Part, ...], follow: Characters) -> int:
    """The maximum of the options if the next character decides between them, otherwise their sum."""
    ways = [_count_ways(option, follow) for option in options]
    first_characters = [_first(option) | (follow if _nullable(option) else frozenset()) for option in options]
    is_decided = sum(map(len, first_characters)) == len(frozenset().union(*first_characters))
    return max(ways) if is_decided else sum(ways)


def _count_repeat_ways(inner: _Part, minimum: int, maximum: int, follow: Characters) -> int:
    if maximum == 0:
        return 1
    once = _count_ways(inner, follow | _first(inner) if maximum > 1 else follow)
    if _nullable(inner) and maximum > 1:
        return MAX_WAYS + 1
    rounds: int = once ** min(maximum, _MAX_ROUNDS)
    is_decided = minimum == maximum or not (_first(inner) & follow)
    return min(rounds * (1 if is_decided else maximum - minimum + 1), MAX_WAYS + 1)
