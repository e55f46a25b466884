"""Where a page leads."""

import uuid

from wardline.paging.choices import EscalationKind


def path_of(kind: str, consult_id: uuid.UUID, *, lists_transfers: bool) -> str:
    """The path in the application of what a user was paged about; `lists_transfers` if they have that list."""
    is_transfer = kind == EscalationKind.TRANSFER and lists_transfers
    return f"/{'transfer' if is_transfer else 'consult'}/{consult_id}"
