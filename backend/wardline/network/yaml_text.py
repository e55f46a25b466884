"""Writes plain data as YAML in block style.

A YAML library takes a minute for 50,000 people, because it decides anew for each string how it could be written. Here,
a string that cannot be anything else is written as it is, and all others in double quotes.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

_PLAIN: Final = re.compile(r"[A-Za-z(][A-Za-z0-9_./()+@&'-]*(?:,? [A-Za-z0-9_./()+@&'-]+)*")
"""Without colons and number signs, which may begin something else."""
_WORDS: Final = frozenset({"true", "false", "yes", "no", "on", "off", "y", "n", "null"})
"""Values of another type, in YAML of any version."""
_UNPRINTABLE: Final = re.compile("[^ -~\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


def yaml_text(data: Mapping[Any, Any]) -> str:
    """A document of mappings with strings or integers as keys, lists, strings, numbers, booleans and None."""
    return "".join(f"{line}\n" for line in _lines(data))


def _lines(value: Mapping[Any, Any] | list[Any]) -> Iterator[str]:
    """The lines of what is not empty."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            if _is_block(each):
                yield f"{_scalar(key)}:"
                indent = "  " if isinstance(each, Mapping) else ""
                for line in _lines(each):
                    yield indent + line
            else:
                yield f"{_scalar(key)}: {_scalar(each)}"
        return
    for each in value:
        if _is_block(each):
            start = "- "
            for line in _lines(each):
                yield start + line
                start = "  "
        else:
            yield f"- {_scalar(each)}"


def _is_block(value: Any) -> bool:
    return isinstance(value, Mapping | list) and bool(value)


def _scalar(value: Any) -> str:
    if not isinstance(value, str):
        return json.dumps(value)
    if _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return _UNPRINTABLE.sub(lambda found: f"\\U{ord(found[0]):08x}", json.dumps(value, ensure_ascii=False))
