"""What a check of the auditor returns."""

import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.paging.choices import AlarmKind

MAX_FAULTS: Final = 100
"""Of each kind, the oldest; more would only show that the fault is a general one."""


@dataclass(frozen=True, slots=True)
class Fault:
    """`subject` and the ids are as in `PagingAlarm`."""

    kind: AlarmKind
    subject: str = ""
    consult_id: uuid.UUID | None = None
    user_id: int | None = None


Check: TypeAlias = Callable[[AsyncSession], Awaitable[Sequence[Fault]]]
