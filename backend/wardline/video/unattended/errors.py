"""Errors about unattended patient mode."""

from wardline.core.errors import Forbidden, NotSignedIn


class OnCallHere(Forbidden):
    code = "on_call"
    message = "You are on call. Unattended patient mode is for a device at the bedside."


class UnattendedModeOver(NotSignedIn):
    """The token is genuine, but the mode has ended for it."""

    code = "unattended_mode_over"
    message = "Unattended patient mode has ended on this device."
