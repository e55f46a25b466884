"""What is told about meetings."""

import uuid

from wardline.realtime.events import ServerEvent


class MeetingChanged(ServerEvent):
    """Somebody joined or left a consult's meeting, or it ended."""

    name = "consult:meeting-changed"

    consult_id: uuid.UUID


class MeetingSignalled(ServerEvent):
    """There is something to fetch for an attendee; told to the attendee's own screens."""

    name = "meeting:signalled"

    meeting_id: uuid.UUID
