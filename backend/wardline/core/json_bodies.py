"""JSON as every reader understands it the same way; whatever readers disagree about is refused.

The standard library takes more than RFC 8259 promises: keys twice, NaN, numbers that no double holds, half of a
surrogate pair, and as much nesting as the stack bears.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

from wardline.core import messages
from wardline.core.errors import FieldError, ValidationFailed

DEPTH_LIMIT: Final = 32
"""How deep lists and objects may stand in each other; the product's own bodies go to 5."""
INTEGER_LIMIT: Final = 2**53 - 1
"""Whole numbers beyond it are another number to a browser."""
_LONGEST_INTEGER: Final = len(str(INTEGER_LIMIT)) + 1
_WHOLE: Final = "body"


class _NotStrict(Exception):
    """A part that is JSON to some readers only; `field` is a key or the whole body."""

    def __init__(self, message: str, field: str = _WHOLE) -> None:
        super().__init__(message)
        self.field = field


def read_json(body: bytes) -> Any:
    """The value that `body` says. Raises `ValidationFailed` with the field at fault, never with what stood in it."""
    try:
        value = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_float,
            parse_constant=_constant,
        )
        _check_depth_and_text(value)
    except _NotStrict as found:
        raise ValidationFailed(errors=[FieldError(found.field, str(found))]) from None
    except RecursionError:
        raise ValidationFailed(errors=[FieldError(_WHOLE, messages.TOO_DEEP)]) from None
    except ValueError:
        raise ValidationFailed(errors=[FieldError(_WHOLE, messages.NOT_JSON)]) from None
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _NotStrict(messages.TWICE, key if is_sound(key) else _WHOLE)
        found[key] = value
    return found


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


def is_sound(text: str) -> bool:
    """Whether it has no half of a surrogate pair, which UTF-8 cannot carry back."""
    return text.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in text)


_Place = tuple[Any, str, Any]
"""The place around it, its own key or number, and what is there; long keys would make a path for each very long."""


def _check_depth_and_text(value: Any) -> None:
    """Breadth first and without recursion, so that no nesting is too deep for the check itself."""
    level = list(_nested(None, "", value))
    for _ in range(DEPTH_LIMIT):
        level = [inner for place in level for inner in _inside(place)]
    if level:
        raise _NotStrict(messages.TOO_DEEP)


def _inside(place: _Place) -> Iterator[_Place]:
    value = place[2]
    if isinstance(value, dict):
        if not all(map(is_sound, value)):
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
    elif isinstance(value, str) and not is_sound(value):
        raise _NotStrict(messages.NOT_UNICODE, _path((around, key, value)))


def _path(place: _Place) -> str:
    keys: list[str] = []
    around: _Place | None = place
    while around is not None:
        keys.append(around[1])
        around = around[0]
    return ".".join(filter(None, reversed(keys))) or _WHOLE
