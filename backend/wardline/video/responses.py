"""Responses that users, devices and guests get alike."""

import uuid
from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession
from starlette.datastructures import State

from wardline.people.schemas import Viewer
from wardline.video.choices import MeetingState
from wardline.video.janus.availability import MediaServers
from wardline.video.join_info import join_info
from wardline.video.meetings import Presence
from wardline.video.models import Attendee, Guest, Meeting
from wardline.video.relay import Relay
from wardline.video.schemas import (
    Attendance,
    AttendeeRead,
    GuestName,
    JoinResponse,
    SignalRead,
)


async def join_response(
    session: AsyncSession, attendee_id: uuid.UUID, relay: Relay, media: MediaServers
) -> JoinResponse:
    attendee = await session.get_one(Attendee, attendee_id)
    meeting = await session.get_one(Meeting, attendee.meeting_id)
    return JoinResponse(join_info=join_info(meeting, attendee, relay, media))


def attendance(presence: Presence, providers: State, knocking: Sequence[Guest] = ()) -> Attendance:
    """`providers` is the application's state, with its relay and its media server."""
    relay, media = providers.relay, providers.media
    own, moved = presence.own, presence.moved
    return Attendance(
        state=MeetingState.CONNECTED if presence.is_open else MeetingState.ENDED,
        attendees=[_attendee(attendee) for attendee in presence.attendees],
        removed=list(presence.removed),
        knocking=[GuestName.model_validate(guest) for guest in knocking],
        signals=[
            SignalRead(id=signal.id, sender=signal.sender_id, content=signal.content) for signal in presence.signals
        ],
        callbacks=list(presence.callbacks),
        ringing=presence.ringing,
        ice_servers=relay.renewed_for(own) if own is not None else None,
        moved=join_info(moved, own, relay, media) if own is not None and moved is not None else None,
    )


def _attendee(attendee: Attendee) -> AttendeeRead:
    return AttendeeRead(
        attendee_id=attendee.id,
        user=Viewer.model_validate(attendee.user) if attendee.user is not None else None,
        guest=GuestName.model_validate(attendee.guest) if attendee.guest is not None else None,
        unattended=attendee.standalone_token_id is not None,
        gives_consults=attendee.gives_consults or False,
        publisher_id=attendee.publisher_id,
    )
