"""Closed lists about sign-off notes."""

from wardline.core.choices import Choice


class DocType(Choice):
    NOTE = "Note"
    ADDENDUM = "Addendum"
    ERROR = "Error"


class DocStatus(Choice):
    """Follows from what came after: only the newest signed version is current."""

    DRAFT = "Draft"
    CURRENT = "Current"
    SUPERSEDED = "Superseded"
