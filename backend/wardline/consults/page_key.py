"""Where a page of the list ended: what its last consult is sorted by, as one word for the caller to bring back.

Callers are not meant to read it, and it says nothing of a patient.
"""

import base64
import struct
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, Final

from pydantic import AfterValidator, WithJsonSchema

from wardline.consults.choices import ConsultSort
from wardline.core.forms import messages

_PACKED: Final = struct.Struct(">BiQ16s")
"""The sort's place among the sorts, the rank, microseconds since 1970, the consult's id."""
_LENGTH: Final = 40
_SORTS: Final = tuple(ConsultSort)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class PageKey:
    """`rank` counts as `wardline.consults.picking` sorts by it; 0 where the sort is by date only."""

    sort: ConsultSort
    rank: int
    created_at: datetime
    id: uuid.UUID

    def __str__(self) -> str:
        microseconds = (self.created_at - _EPOCH) // timedelta(microseconds=1)
        packed = _PACKED.pack(_SORTS.index(self.sort), self.rank, microseconds, self.id.bytes)
        return base64.urlsafe_b64encode(packed).decode()

    @classmethod
    def read(cls, text: str) -> "PageKey":
        """Raises ValueError for what `str` has not written."""
        try:
            sort, rank, microseconds, consult_id = _PACKED.unpack(base64.b64decode(text, altchars=b"-_", validate=True))
            created_at = _EPOCH + timedelta(microseconds=microseconds)
            return cls(_SORTS[sort], rank, created_at, uuid.UUID(bytes=consult_id))
        except (ValueError, struct.error, IndexError, OverflowError):
            raise ValueError(messages.INVALID) from None


def _read(text: str) -> str:
    PageKey.read(text)
    return text


PageKeyText = Annotated[
    str, AfterValidator(_read), WithJsonSchema({"type": "string", "minLength": _LENGTH, "maxLength": _LENGTH})
]
