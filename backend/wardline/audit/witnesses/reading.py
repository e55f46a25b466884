"""Reads a witness's file, to compare the chain with it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import orjson

from wardline.audit.checkpoints import Checkpoint
from wardline.audit.witnesses.contract import ENTRY

_LAST_POSITION: Final = 2**63 - 1
_HASH_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class WitnessedEntry:
    """An entry's position and hash. It is not signed, so it is as trustworthy as the place where it was stored."""

    position: int
    hash: bytes


def read(lines: Iterable[bytes]) -> Iterator[WitnessedEntry | Checkpoint]:
    """The entries and checkpoints in these lines, one at a time. Other lines and malformed ones are skipped."""
    for line in lines:
        record = _entry(line) or Checkpoint.read(line)
        if record is not None:
            yield record


def _entry(line: bytes) -> WitnessedEntry | None:
    try:
        data = orjson.loads(line)
        if not isinstance(data, dict) or data.get("kind") != ENTRY:
            return None
        position, link_hash = data["position"], bytes.fromhex(data["hash"])
    except (ValueError, KeyError, TypeError):
        return None
    if type(position) is not int or not 0 < position <= _LAST_POSITION or len(link_hash) != _HASH_BYTES:
        return None
    return WitnessedEntry(position, link_hash)
