"""What an event is: a name on the socket and ids, never patient data."""

from typing import ClassVar, Final

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

EVENT_BATCH: Final = "events:gathered"
"""The name of a message that is several events, each a pair of its name and its data, in the order they happened."""


class ServerEvent(BaseModel):
    """A past-tense fact that clients hear; they fetch what they may see over HTTP."""

    model_config = ConfigDict(
        alias_generator=to_camel, validate_by_name=True, serialize_by_alias=True, extra="forbid", frozen=True
    )

    name: ClassVar[str]


class Resync(ServerEvent):
    """Events may have been missed: fetch again what is shown."""

    name = "connection:resync"


class UserUpdated(ServerEvent):
    """What this user may see or do, or has set, is different now; told to all screens of the user's own."""

    name = "user:updated"

    user_id: int
