"""Errors about locked screens."""

from wardline.core.errors import NotSignedIn


class DutyOver(NotSignedIn):
    """Also for a token that has never existed."""

    code = "duty_over"
    message = "You are no longer on call on this screen."


class DutyExpired(NotSignedIn):
    """The owner is still on call, but has not signed in on this screen for too long."""

    code = "duty_expired"
    message = "This screen was locked for 12 hours and no longer rings."
