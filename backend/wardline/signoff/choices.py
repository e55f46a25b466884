"""Closed lists about sign-off notes."""

from wardline.core.choices import Choice


class DocType(Choice):
    NOTE = "Note"


class DocStatus(Choice):
    CURRENT = "Current"
