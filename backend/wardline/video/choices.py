"""Closed lists about meetings and video rooms."""

from wardline.core.forms.choices import Choice


class VideoAction(Choice):
    """The ways to join a consult's meeting and video rooms."""

    JOIN_CHIME = "joinChime", "Join Video Call"
    JOIN_VIDYO = "joinVidyo", "Join Vidyo"
    JOIN_BLUESTREAM = "joinBluestream", "Join Bluestream"
    JOIN_CORE_VIDEO = "joinCoreVideo", "Join Core Video"


class MeetingState(Choice):
    """The state of a call as its overlay shows it; browsers set the first one on their own."""

    CONNECTING = "connecting", "Connecting"
    CONNECTED = "connected", "Connected"
    ENDED = "ended", "Ended"
