"""Closed lists about roles."""

from wardline.core.forms.choices import Choice


class PermissionGroup(Choice):
    """What a permission is about."""

    REACH = "reach", "Access to consults"
    CONSULTS = "consults", "Consults"
    CALLS = "calls", "Video calls"
    NOTES = "notes", "Sign-off notes"
    TRANSFERS = "transfers", "Transfers"
    SERVICE = "service", "Running the service"
    OTHER = "other", "Other"
