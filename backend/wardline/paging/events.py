"""Live events about paging: ids only."""

import uuid

from wardline.realtime.events import ServerEvent


class PagesChanged(ServerEvent):
    """What waits for the user has changed; sent to their own screens."""

    name = "page:changed"

    consult_id: uuid.UUID


class PagingChanged(ServerEvent):
    """Someone was paged about the consult, or answered; sent to everyone who may view it."""

    name = "paging:changed"

    consult_id: uuid.UUID
