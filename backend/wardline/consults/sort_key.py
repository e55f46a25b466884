"""A consult's position in a list: its sort values, as text that sorts the same way.

Callers compare two keys of one sort as text and send a page's last one back to get the next page. Keys are
opaque to callers and contain nothing about a patient.
"""

import struct
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, Final

from pydantic import AfterValidator, WithJsonSchema

from wardline.consults.choices import ConsultSort
from wardline.core.forms import messages

_PACKED: Final = struct.Struct(">BIQ16s")
"""The sort's index, the rank shifted to be positive, microseconds since 1970, the consult's id."""
_LENGTH: Final = 2 * _PACKED.size
_SORTS: Final = tuple(ConsultSort)
_RANK_SHIFT: Final = 2**31
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
DESCENDING: Final = ConsultSort.NEWEST_FIRST
"""All other sorts are ascending in every key."""


@dataclass(frozen=True, slots=True)
class SortKey:
    """`rank` is the one that `wardline.consults.picking` sorts by; 0 where the sort is by date only."""

    sort: ConsultSort
    rank: int
    created_at: datetime
    id: uuid.UUID

    def __str__(self) -> str:
        microseconds = (self.created_at - _EPOCH) // timedelta(microseconds=1)
        packed = _PACKED.pack(_SORTS.index(self.sort), self.rank + _RANK_SHIFT, microseconds, self.id.bytes)
        return (_inverted(packed) if self.sort is DESCENDING else packed).hex()

    @classmethod
    def parse(cls, text: str) -> "SortKey":
        """Raise ValueError for anything that `str` does not return."""
        try:
            packed = bytes.fromhex(text)
            if packed[0] == _SORTS.index(DESCENDING):
                packed = _inverted(packed)
            sort, rank, microseconds, consult_id = _PACKED.unpack(packed)
            created_at = _EPOCH + timedelta(microseconds=microseconds)
            key = cls(_SORTS[sort], rank - _RANK_SHIFT, created_at, uuid.UUID(bytes=consult_id))
        except (ValueError, struct.error, IndexError, OverflowError):
            raise ValueError(messages.INVALID) from None
        if str(key) != text:
            raise ValueError(messages.INVALID)
        return key


def _inverted(packed: bytes) -> bytes:
    """Inverts all bits but the sort's, so that the latest consult has the lowest text."""
    return packed[:1] + bytes(255 - byte for byte in packed[1:])


def _parsed(text: str) -> str:
    SortKey.parse(text)
    return text


SortKeyText = Annotated[
    str, AfterValidator(_parsed), WithJsonSchema({"type": "string", "minLength": _LENGTH, "maxLength": _LENGTH})
]
