"""Parses JSON bodies and refuses everything that parsers understand differently (decision 0031).

The standard library accepts more than RFC 8259 allows: duplicate keys, NaN, numbers that no double holds, lone
surrogates, and as much nesting as the stack allows. It would also build an object for each of the 300,000 lists that
fit into a megabyte, so the values in a body are counted before anything is built.
"""

import json
import re
from contextlib import suppress
from itertools import accumulate
from typing import Any, Final

import orjson

from wardline.core.errors import FieldError, ValidationFailed
from wardline.core.forms import messages

DEPTH_LIMIT: Final = 32
"""How deeply lists and objects may be nested; our own bodies go to 8."""
VALUES_LIMIT: Final = 4_000
"""How many keys and values a body may have in total; a location with all its rooms has 1,600."""
KEYS_LIMIT: Final = 200
"""How many keys one object may have."""
KEY_LENGTH_LIMIT: Final = 100
"""An error response names unknown fields, and must not be as long as the request."""
INTEGER_LIMIT: Final = 2**53 - 1
"""Browsers round larger integers."""
_MAX_INTEGER_LENGTH: Final = len(str(INTEGER_LIMIT)) + 1
_BODY: Final = "body"


class _NotStrict(Exception):
    """A violation; `field` is a path, or the whole body."""

    def __init__(self, message: str, field: str = _BODY) -> None:
        super().__init__(message)
        self.field = field


def read_json(body: bytes, *, max_values: int = VALUES_LIMIT) -> Any:
    """The value of the body, with at most so many keys and values.

    Raises `ValidationFailed` with the invalid field, never with its content.
    """
    try:
        _check_size(body, max_values)
        value = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_float,
            parse_constant=_constant,
        )
        if _ESCAPED_SURROGATE.search(body):
            _check_text(value)
    except _NotStrict as violation:
        raise ValidationFailed(errors=[FieldError(violation.field, str(violation))]) from None
    except ValueError:
        raise ValidationFailed(errors=[FieldError(_BODY, messages.NOT_JSON)]) from None
    return value


_OPENING: Final = b"[{"
_BRACKETS: Final = b"[]{}"
_SEPARATORS: Final = b",:[{"
"""One of these precedes each key and each value, except the outermost."""
_NO_BRACKETS: Final = bytes(set(range(256)).difference(_BRACKETS))
_STEP: Final = {bracket: 1 if bracket in _OPENING else -1 for bracket in _BRACKETS}
_ESCAPED_SURROGATE: Final = re.compile(rb"\\u[dD][89a-fA-F]")
"""UTF-8 has no surrogates, so a lone one is always escaped."""


def _check_size(body: bytes, max_values: int) -> None:
    """Counts values and nesting in a few passes over the bytes, all in C, without parsing.

    The result is exact for JSON; for anything else, up to the point where a parser would stop.
    """
    if _count(body, _SEPARATORS) <= DEPTH_LIMIT:
        return
    # Without escaped quotes and backslashes, every second part between quotes is text.
    plain = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    if plain.count(b'"') > 2 * (max_values + 1):
        raise _NotStrict(messages.TOO_MANY_VALUES)
    outside = b"".join(plain.split(b'"')[::2])
    brackets = outside.translate(None, _NO_BRACKETS)
    if max(accumulate(map(_STEP.__getitem__, brackets[: 2 * max_values])), default=0) > DEPTH_LIMIT:
        raise _NotStrict(messages.TOO_DEEP)
    if _count(outside, _SEPARATORS) > max_values:
        raise _NotStrict(messages.TOO_MANY_VALUES)


def _count(text: bytes, characters: bytes) -> int:
    return sum(map(text.count, characters))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise _NotStrict(messages.TWICE, _duplicate(pairs))
    if len(fields) > KEYS_LIMIT:
        raise _NotStrict(messages.TOO_MANY_VALUES)
    if max(map(len, fields), default=0) > KEY_LENGTH_LIMIT:
        raise _NotStrict(messages.UNKNOWN_FIELD)
    return fields


def _duplicate(pairs: list[tuple[str, Any]]) -> str:
    """The first repeated key, if it can be quoted."""
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            return key if _is_valid_unicode(key) and len(key) <= KEY_LENGTH_LIMIT else _BODY
        seen.add(key)
    return _BODY


def _integer(text: str) -> int:
    if len(text) > _MAX_INTEGER_LENGTH or abs(number := int(text)) > INTEGER_LIMIT:
        raise _NotStrict(messages.NUMBER_TOO_LARGE)
    return number


def _float(text: str) -> float:
    number = float(text)
    if number in {float("inf"), float("-inf")}:
        raise _NotStrict(messages.NUMBER_TOO_LARGE)
    return number


def _constant(_: str) -> float:
    raise _NotStrict(messages.NOT_JSON)


def _check_text(value: Any) -> None:
    with suppress(TypeError):
        orjson.dumps(value)  # Refuses lone surrogates, in a tenth of the time.
        return
    path = _path_of_invalid_text(value, ())
    if path is not None:
        raise _NotStrict(messages.NOT_UNICODE, ".".join(path) or _BODY)


def _path_of_invalid_text(value: Any, path: tuple[str, ...]) -> tuple[str, ...] | None:
    """The first text with a lone surrogate; for a key, the object that has it. `DEPTH_LIMIT` bounds the recursion."""
    if isinstance(value, str):
        return None if _is_valid_unicode(value) else path
    if not isinstance(value, dict | list):
        return None
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(key, str) and not _is_valid_unicode(key):
            return path
        found = _path_of_invalid_text(inner, (*path, str(key)))
        if found is not None:
            return found
    return None


def _is_valid_unicode(text: str) -> bool:
    """Whether it has no lone surrogate, which UTF-8 cannot encode."""
    return text.isascii() or _SURROGATE.search(text) is None


_SURROGATE: Final = re.compile("[\ud800-\udfff]")
