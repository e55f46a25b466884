"""Live events about meetings."""

import uuid

from wardline.realtime.events import ServerEvent


class MeetingChanged(ServerEvent):
    """Someone joined or left a consult's meeting, or it ended: it may ring for whoever requested the consult."""

    name = "consult:meeting-changed"

    consult_id: uuid.UUID
    requester_id: int


class MeetingSignalled(ServerEvent):
    """There are signals for an attendee; published to the attendee's own screens."""

    name = "meeting:signalled"

    meeting_id: uuid.UUID
