"""What anyone who joins a meeting needs to connect to the others."""

from wardline.video.janus.availability import MediaServers
from wardline.video.janus.rooms import JANUS
from wardline.video.models import Attendee, Meeting
from wardline.video.relay import Relay
from wardline.video.schemas import AttendeeToJoin, JoinInfo, MediaPlacement, MeetingToJoin


def join_info(meeting: Meeting, attendee: Attendee, relay: Relay, media: MediaServers) -> JoinInfo:
    """The relays of the site, and the meeting's place at the media server if it is there."""
    janus = media.janus if meeting.media == JANUS else None
    placement = None
    if janus is not None:
        placement = MediaPlacement(
            provider="janus",
            signaling_url=janus.signaling_url,
            room=janus.room_of(meeting.id),
            pin=janus.pin_of(meeting.id),
        )
    to_join = MeetingToJoin(
        meeting_id=meeting.id,
        external_meeting_id=meeting.external_id,
        ice_servers=relay.servers_of(attendee),
        ice_transport_policy=relay.policy,
        media_placement=placement,
        media_generation=meeting.media_generation,
    )
    join_token = janus.token_of(attendee.id) if janus is not None else None
    return JoinInfo(meeting=to_join, attendee=AttendeeToJoin(attendee_id=attendee.id, join_token=join_token))
