"""Words of meetings."""

from wardline.core.forms.choices import Choice


class MeetingState(Choice):
    """How far somebody's call is, as its overlay says; a browser knows the first by itself."""

    CONNECTING = "connecting", "Connecting"
    CONNECTED = "connected", "Connected"
    ENDED = "ended", "Ended"
