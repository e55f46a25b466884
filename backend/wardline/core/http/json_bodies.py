"""JSON as every reader understands it the same way; whatever readers disagree about is refused.

The standard library takes more than RFC 8259 promises: keys twice, NaN, numbers that no double holds, half of a
surrogate pair, and as much nesting as the stack bears. It also makes an object of each of the 300,000 lists that fit
into a megabyte, so how much stands in a body is counted before anything is made of it.
"""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import accumulate
from typing import Any, Final

import orjson

from wardline.core.errors import FieldError, ValidationFailed
from wardline.core.forms import messages

DEPTH_LIMIT: Final = 32
"""How deep lists and objects may stand in each other; the product's own bodies go to 8."""
VALUES_LIMIT: Final = 4_000
"""How many keys and values a body may have altogether; a location with all its rooms has 1,600."""
KEYS_LIMIT: Final = 200
"""How many keys one object may have."""
KEY_LENGTH_LIMIT: Final = 100
"""A refusal names the fields that are not known, and is not to be as long as what was refused."""
INTEGER_LIMIT: Final = 2**53 - 1
"""Whole numbers beyond it are another number to a browser."""
_LONGEST_INTEGER: Final = len(str(INTEGER_LIMIT)) + 1
_WHOLE: Final = "body"


class _NotStrict(Exception):
    """A part that is JSON to some readers only; `field` is a key or the whole body."""

    def __init__(self, message: str, field: str = _WHOLE) -> None:
        super().__init__(message)
        self.field = field


def read_json(body: bytes, *, max_values: int = VALUES_LIMIT) -> Any:
    """The value that `body` says, of at most so many keys and values.

    Raises `ValidationFailed` with the field at fault, never with what stood in it.
    """
    try:
        _check_extent(body, max_values)
        value = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_float,
            parse_constant=_constant,
        )
        if _SURROGATE.search(body):
            _check_text(value)
    except _NotStrict as found:
        raise ValidationFailed(errors=[FieldError(found.field, str(found))]) from None
    except ValueError:
        raise ValidationFailed(errors=[FieldError(_WHOLE, messages.NOT_JSON)]) from None
    return value


_OPENING: Final = b"[{"
_BRACKETS: Final = b"[]{}"
_EACH: Final = b",:[{"
"""One of these stands before each key and each value, but for the outermost."""
_NO_BRACKETS: Final = bytes(set(range(256)).difference(_BRACKETS))
_STEP: Final = {sign: 1 if sign in _OPENING else -1 for sign in _BRACKETS}
_SURROGATE: Final = re.compile(rb"\\u[dD][89a-fA-F]")
"""Whatever is UTF-8 has no halves of a pair but those that are escaped."""


def _check_extent(body: bytes, max_values: int) -> None:
    """How much stands in it and how deep, found without making anything of it: a few passes over the bytes, all in C.

    It is right for JSON, and for anything else as far as a reader would come with it.
    """
    if _count(body, _EACH) <= DEPTH_LIMIT:
        return
    # A text's own quotes and backslashes go first, so that what stands between two quotes is a text.
    plain = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    if plain.count(b'"') > 2 * (max_values + 1):
        raise _NotStrict(messages.TOO_MANY_VALUES)
    outside = b"".join(plain.split(b'"')[::2])
    brackets = outside.translate(None, _NO_BRACKETS)
    if max(accumulate(map(_STEP.__getitem__, brackets[: 2 * max_values])), default=0) > DEPTH_LIMIT:
        raise _NotStrict(messages.TOO_DEEP)
    if _count(outside, _EACH) > max_values:
        raise _NotStrict(messages.TOO_MANY_VALUES)


def _count(text: bytes, signs: bytes) -> int:
    return sum(map(text.count, signs))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _NotStrict(messages.TWICE, _twice(pairs))
    if len(found) > KEYS_LIMIT:
        raise _NotStrict(messages.TOO_MANY_VALUES)
    if max(map(len, found), default=0) > KEY_LENGTH_LIMIT:
        raise _NotStrict(messages.UNKNOWN_FIELD)
    return found


def _twice(pairs: list[tuple[str, Any]]) -> str:
    """The first key that stood before."""
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            return key if is_valid_unicode(key) and len(key) <= KEY_LENGTH_LIMIT else _WHOLE
        seen.add(key)
    return _WHOLE


def _integer(text: str) -> int:
    if len(text) > _LONGEST_INTEGER or abs(number := int(text)) > INTEGER_LIMIT:
        raise _NotStrict(messages.NUMBER_TOO_LARGE)
    return number


def _float(text: str) -> float:
    number = float(text)
    if number in {float("inf"), float("-inf")}:
        raise _NotStrict(messages.NUMBER_TOO_LARGE)
    return number


def _constant(_: str) -> float:
    raise _NotStrict(messages.NOT_JSON)


def is_valid_unicode(text: str) -> bool:
    """Whether it has no half of a surrogate pair, which UTF-8 cannot carry back."""
    return text.isascii() or _HALF.search(text) is None


_HALF: Final = re.compile("[\ud800-\udfff]")


_Place = tuple[Any, str, Any]
"""The place around it, its own key or number, and what is there; long keys would make a path for each very long."""


def _check_text(value: Any) -> None:
    """Breadth first, so that what is named is the outermost text at fault; only where there is one."""
    with suppress(TypeError):
        orjson.dumps(value)  # Refuses such text in a tenth of the time.
        return
    level = list(_nested(None, "", value))
    while level:
        level = [inner for place in level for inner in _inside(place)]


def _inside(place: _Place) -> Iterator[_Place]:
    value = place[2]
    if isinstance(value, dict):
        if not all(map(is_valid_unicode, value)):
            raise _NotStrict(messages.NOT_UNICODE, _path(place))
        for key, part in value.items():
            yield from _nested(place, key, part)
    else:
        for number, part in enumerate(value):
            if isinstance(part, dict | list | str):
                yield from _nested(place, str(number), part)


def _nested(around: _Place | None, key: str, value: Any) -> Iterator[_Place]:
    if isinstance(value, dict | list):
        yield around, key, value
    elif isinstance(value, str) and not is_valid_unicode(value):
        raise _NotStrict(messages.NOT_UNICODE, _path((around, key, value)))


def _path(place: _Place) -> str:
    keys: list[str] = []
    around: _Place | None = place
    while around is not None:
        keys.append(around[1])
        around = around[0]
    return ".".join(filter(None, reversed(keys))) or _WHOLE
