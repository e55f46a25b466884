"""Closed lists about emergency access."""

from wardline.core.forms.choices import Choice


class EmergencyReason(Choice):
    """Why somebody has to read what they could not read otherwise."""

    TREATING = "treating", "I am treating this patient now"
    ASKED = "asked", "A colleague asked me to help with this patient"
    COVERING = "covering", "I am standing in for a colleague who cannot be reached"
    OTHER = "other", "Another reason"


class EmergencyEnd(Choice):
    """What ended an emergency access."""

    USER = "user", "Ended by the user"
    SIGN_OUT = "signOut", "Ended by signing out"
    TIME = "time", "Time was over"


class EmergencyVerdict(Choice):
    """What a reviewer found."""

    JUSTIFIED = "justified", "Justified"
    UNJUSTIFIED = "unjustified", "Not justified"
    FOLLOW_UP = "followUp", "Needs follow-up"
