"""Closed lists about coverage."""

from wardline.core.forms.choices import Choice


class CoverageStatus(Choice):
    """Who would be told if somebody requested a consult of a line now."""

    NOBODY = "nobody", "Nobody on Call"
    SCREEN_ONLY = "screenOnly", "On Screen Only"
    """Those who are told of every request have no verified contact: they learn of one only on an open screen."""
    ESCALATION_ONLY = "escalationOnly", "Escalation Only"
    COVERED = "covered", "Covered"
    CLOSED = "closed", "Closed"
