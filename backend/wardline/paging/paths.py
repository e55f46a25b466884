"""Where a page leads."""

import uuid

from wardline.paging.choices import EscalationKind


def path_of(kind: str, consult_id: uuid.UUID, *, lists_consults: bool, lists_transfers: bool) -> str:
    """The path in the application of what a user was paged about; the flags say which lists the user has.

    A consult opens only in a list that the user has: a coordinator has that of transfers alone.
    """
    is_in_transfers = lists_transfers and (kind == EscalationKind.TRANSFER or not lists_consults)
    return f"/{'transfer' if is_in_transfers else 'consult'}/{consult_id}"
