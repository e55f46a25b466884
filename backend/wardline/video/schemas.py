"""Wire types of meetings and of other providers' rooms."""

import uuid
from typing import Annotated, Any, Final, Literal

from pydantic import Discriminator, Field, Strict, Tag

from wardline.core.forms.fields import SentId, Text
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.people.schemas import Viewer
from wardline.video.choices import CallQuality, GuestKind, MediaProblem, MeetingState

DESCRIPTION_LIMIT: Final = 50_000
"""In characters; current browsers use about 8,000."""
CANDIDATE_LIMIT: Final = 1_000
GUEST_NAME_LIMIT: Final = 80
MAX_SIGNALS: Final = 50
"""Per request; more follow in the next one."""
MAX_PROBLEMS: Final = 12
"""No meeting has more attendees."""
MAX_RECEIVED: Final = 100
"""How many signals are returned per request, so that the next one can acknowledge all of them."""

PublisherId = Annotated[int, Field(ge=1, le=2**53 - 1), Strict()]
"""Of Janus: an integer that JavaScript can represent."""


class RoomResponse(ReadModel):
    """`data` is the room's address; null if the installation has none for this provider."""

    data: str | None


class JoinMeeting(ApiModel):
    """`external_meeting_id` from a device in unattended patient mode only, which joins the meeting of its token."""

    consult_id: uuid.UUID
    external_meeting_id: uuid.UUID | None = None


class IceServer(ReadModel):
    """A relay in the format that browsers expect (RTCIceServer of WebRTC)."""

    urls: list[str]
    username: str
    credential: str


class MediaPlacement(ReadModel):
    """A media server, and where the meeting is on it; an attendee enters with their `join_token`.

    Each other provider is a variant with a `provider` and addresses of its own.
    """

    provider: Literal["janus"]
    signaling_url: str
    room: int
    pin: str


class MeetingToJoin(ReadModel):
    """`ice_transport_policy` is ``relay`` if the site forbids connections that bypass its relays.

    Without a `media_placement`, browsers connect to each other, and exchange signals through `attendMeeting`.
    `media_generation` counts how often that has changed.
    """

    meeting_id: uuid.UUID
    external_meeting_id: uuid.UUID
    ice_servers: list[IceServer]
    ice_transport_policy: Literal["all", "relay"]
    media_placement: MediaPlacement | None
    media_generation: int


class AttendeeToJoin(ReadModel):
    """`join_token`: the attendee's secret for the media server; None without one."""

    attendee_id: uuid.UUID
    join_token: str | None


class JoinInfo(ReadModel):
    meeting: MeetingToJoin
    attendee: AttendeeToJoin


class JoinResponse(ReadModel):
    join_info: JoinInfo


class DeleteMeeting(ApiModel):
    external_meeting_id: uuid.UUID
    consult_id: uuid.UUID


class Description(ApiModel):
    """A session description of one browser (RFC 8866), an offer or an answer.

    `peer` is the number of the browser's end of this connection; it changes when that end is replaced. `round` is the
    number of the offer, and the same in its answer.
    """

    type: Literal["offer", "answer"]
    sdp: Annotated[Text, Field(max_length=DESCRIPTION_LIMIT)]
    peer: SentId
    round: SentId


class Candidate(ApiModel):
    """A way to reach a browser (RTCIceCandidateInit of WebRTC)."""

    type: Literal["candidate"]
    candidate: Annotated[Text, Field(max_length=CANDIDATE_LIMIT)]
    sdp_mid: Annotated[Text, Field(max_length=CANDIDATE_LIMIT)] | None = None
    sdp_m_line_index: Annotated[int, Field(strict=True, ge=0, le=65_535)] | None = None
    username_fragment: Annotated[Text, Field(max_length=CANDIDATE_LIMIT)] | None = None


def _kind(content: Any) -> str:
    """Returns a tag for an unknown or missing type, too, so that the error names that field."""
    kind = content.get("type") if isinstance(content, dict) else getattr(content, "type", None)
    return "tag:candidate" if kind == "candidate" else "tag:description"


_SCHEMAS: Final = {"answer": "Description", "candidate": "Candidate", "offer": "Description"}
Content = Annotated[
    Annotated[Description, Tag("tag:description")] | Annotated[Candidate, Tag("tag:candidate")],
    Discriminator(_kind),
    Field(
        json_schema_extra={
            "discriminator": {
                "propertyName": "type",
                "mapping": {kind: f"#/components/schemas/{name}" for kind, name in _SCHEMAS.items()},
            }
        }
    ),
]


class SentSignal(ApiModel):
    """`number` is the sender's count; a repeated number is ignored."""

    number: SentId
    to: uuid.UUID
    content: Content


class ReportedProblem(ApiModel):
    """Nothing arrives from this attendee."""

    attendee_id: uuid.UUID
    problem: MediaProblem


class MediaReport(ApiModel):
    """What arrives from the other attendees, as the window measures it.

    `problems`: from whom nothing arrives. `quality`: the worse of both directions, null before there is a
    measurement. `is_relayed`: whether a relay forwards it, null without a connection.
    """

    flowing: bool
    problems: Annotated[list[ReportedProblem], Field(max_length=MAX_PROBLEMS)] = []
    quality: CallQuality | None = None
    is_relayed: bool | None = None


class Attend(ApiModel):
    """`heard`: the ids of signals that were received and need not be sent again.

    `media` is null while nobody else is there. `publisher_id` is the number that the media server has given to what
    this window publishes, as long as it does; the others receive only that, and what publishes without having been
    reported is soon disconnected. `media_generation`: of the `JoinInfo` that the window follows. `is_cut_off`: it
    does not reach the media server.
    """

    heard: Annotated[list[SentId], Field(max_length=MAX_RECEIVED)] = []
    signals: Annotated[list[SentSignal], Field(max_length=MAX_SIGNALS)] = []
    media: MediaReport | None = None
    publisher_id: PublisherId | None = None
    media_generation: Annotated[int, Field(ge=0, le=2**31 - 1), Strict()] = 0
    is_cut_off: bool = False


class GuestName(ReadModel):
    """Somebody without an account, as whoever invited them has named them."""

    id: uuid.UUID
    name: str
    kind: GuestKind


class AttendeeRead(ReadModel):
    """A window of a `user` or a `guest`; the other one is null.

    `unattended`: a device that `user` has left with the patient, and on which nobody is signed in.
    `gives_consults`: whether `user` does, and is at the window. An unattended device lets only them aim its camera.
    `publisher_id`: what the window publishes at the media server. Nothing else there is from them, whatever it is
    called.
    """

    attendee_id: uuid.UUID
    user: Viewer | None
    guest: GuestName | None
    unattended: bool
    gives_consults: bool
    publisher_id: int | None


class Callback(ReadModel):
    """Someone with whom the call does not work, with their number; null if none is known.

    `is_here`: the caller gets nothing from them; otherwise they get nothing from the caller.
    """

    attendee_id: uuid.UUID
    phone_number: str | None
    problem: MediaProblem
    is_here: bool


class Ringing(ReadModel):
    """Where a call rings in which the caller waits for the bedside.

    `heard_by` are the users whose screens sound, `seen_by` those whose screens show it and make no sound.
    """

    heard_by: list[Viewer]
    seen_by: list[Viewer]
    callback_number: str
    """The bedside's."""


class MeetingAttendee(Viewer):
    """A user in a meeting; `unattended` if only devices are that they have left there."""

    unattended: bool


class SignalRead(ReadModel):
    id: int
    sender: uuid.UUID
    content: Content


class Attendance(ReadModel):
    """The attendees, including the caller, in the order in which they joined; none once the meeting has ended."""

    state: MeetingState
    attendees: list[AttendeeRead]
    removed: list[uuid.UUID]
    """Attendees who may no longer take part; open connections to them are closed."""
    knocking: list[GuestName]
    """Guests who ask to be let in, whoever has waited longest first; only users are told."""
    signals: list[SignalRead]
    callbacks: list[Callback]
    """Of the attendees with whom the caller's sound and picture do not work, for signed-in users."""
    ringing: Ringing | None
    """Null unless the caller waits for someone at the bedside."""
    ice_servers: list[IceServer] | None
    """The relays with new credentials, for connections that begin or restart from now on; null while those from joining
    are good for a while."""
    moved: JoinInfo | None
    """Where audio and video go from now on, if that has changed since the `media_generation` of the request."""


class RingReport(ApiModel):
    """`is_silent`: the screen shows that the call rings, and makes no sound."""

    is_silent: bool


class NetworkCheck(ReadModel):
    """The relays that a browser tries before a call, with credentials that are good for a minute."""

    ice_servers: list[IceServer]


class WaitingCall(ReadModel):
    """Providers who wait in a consult's meeting for someone of the asking side, without a word about the patient."""

    meeting_id: uuid.UUID
    consult_id: uuid.UUID
    service_line_name: str
    location_name: str
    people: list[Viewer]
    """Who waits, each once, in the order in which they joined."""
    since: UtcDateTime
