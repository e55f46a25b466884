"""Events: a name and ids, never patient data."""

from typing import ClassVar, Final

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

EVENT_BATCH: Final = "events:gathered"
"""The name of a message with several events, each a pair of its name and its data, in order."""
MISSED_EVENTS: Final = "events:missed"
"""The same for the events since a page was opened, sent before the response that accepts its socket."""


class ServerEvent(BaseModel):
    """Something that happened. Clients then fetch the data that they may view over HTTP."""

    model_config = ConfigDict(
        alias_generator=to_camel, validate_by_name=True, serialize_by_alias=True, extra="forbid", frozen=True
    )

    name: ClassVar[str]


class Resync(ServerEvent):
    """Events may have been missed; the client must refetch what it shows."""

    name = "connection:resync"


class UserUpdated(ServerEvent):
    """The user's permissions or settings changed; sent to all of the user's own sockets."""

    name = "user:updated"

    user_id: int
