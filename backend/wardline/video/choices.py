"""Closed lists about meetings and video rooms."""

from wardline.core.forms.choices import Choice


class VideoAction(Choice):
    """The ways to join a consult's meeting and video rooms."""

    JOIN_CHIME = "joinChime", "Join Video Call"
    JOIN_VIDYO = "joinVidyo", "Join Vidyo"
    JOIN_BLUESTREAM = "joinBluestream", "Join Bluestream"
    JOIN_CORE_VIDEO = "joinCoreVideo", "Join Core Video"


class MediaProblem(Choice):
    """Why no sound and picture arrive from another attendee; shown as a code to help desks."""

    NO_CONNECTION = "noConnection", "No connection"
    NO_MEDIA = "noMedia", "Connected, but no sound or picture"
    CONNECTION_LOST = "connectionLost", "Connection lost"


class CallQuality(Choice):
    """From the best to the worst."""

    GOOD = "good", "Good"
    FAIR = "fair", "Fair"
    POOR = "poor", "Poor"


class CallOutcome(Choice):
    """How a meeting went, once it has ended."""

    CONNECTED = "connected", "Connected"
    FAILED = "failed", "Failed"
    UNMET = "unmet", "Nobody Met"


class GuestKind(Choice):
    """What somebody without an account is in a call for."""

    INTERPRETER = "interpreter", "Interpreter"
    SPECIALIST = "specialist", "Specialist"
    FAMILY = "family", "Family"
    OTHER = "other", "Other Guest"


class GuestState(Choice):
    """How far somebody has come who was invited to a meeting by a link."""

    INVITED = "invited", "Invited"
    WAITING = "waiting", "Asks to Join"
    ADMITTED = "admitted", "Let In"
    REFUSED = "refused", "Declined"
    LEFT = "left", "Left"
    ENDED = "ended", "Ended"
    """Their invitation was taken back, they were removed, or the meeting is over."""


class MeetingState(Choice):
    """The state of a call as its overlay shows it; browsers set the first one on their own."""

    CONNECTING = "connecting", "Connecting"
    CONNECTED = "connected", "Connected"
    ENDED = "ended", "Ended"
