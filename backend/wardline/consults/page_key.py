"""The cursor of a page of the list: the sort key of its last consult, as an opaque string without patient data."""

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
"""The index of the sort, the rank, microseconds since 1970, the consult's id."""
_LENGTH: Final = 40
_SORTS: Final = tuple(ConsultSort)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class PageKey:
    """`rank` is the one that `wardline.consults.picking` sorts by; 0 if the sort is by date only."""

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
        """Raises ValueError for anything that `str` did not produce."""
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
