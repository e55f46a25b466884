"""A transfer without its form and without names, as its policies, its card and its consult's response need it."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from wardline.transfers.models import Transfer

COLUMNS: Final = (
    Transfer.id,
    Transfer.state,
    Transfer.created_at,
    Transfer.assignee_id,
    Transfer.acknowledged_at,
    Transfer.resolved_at,
    Transfer.closed_at,
    Transfer.closed_reason,
)


@dataclass(frozen=True, slots=True)
class TransferSummary:
    """Its fields are the columns of the same names."""

    id: uuid.UUID
    state: str
    created_at: datetime
    assignee_id: int | None
    acknowledged_at: datetime | None
    resolved_at: datetime | None
    closed_at: datetime | None
    closed_reason: str | None


def summary_of(row: Any) -> TransferSummary:
    """`row` has all `COLUMNS`."""
    return TransferSummary(**{column.key: getattr(row, column.key) for column in COLUMNS})
