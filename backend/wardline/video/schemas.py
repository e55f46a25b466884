"""Wire types of the ways into video rooms."""

from wardline.core.api import ReadModel


class RoomAnswer(ReadModel):
    """`data` is the room's address; null where the installation names none for this provider."""

    data: str | None
