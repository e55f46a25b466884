"""The e-mail to the privacy officer. It has nothing about the patient, and nothing that the user typed."""

from datetime import datetime

SUBJECT = "Emergency access was used in Wardline"


def mail(
    *, name: str, username: str, organization: str, reason: str, since: datetime, until: datetime, link: str
) -> str:
    """Times are in UTC, because the reader's zone is not known."""
    return (
        f"{name} ({username}) opened consults of a patient of {organization} that they cannot open otherwise.\n\n"
        f"Reason: {reason}\n"
        f"From {since:%B} {since.day}, {since:%Y, %H:%M} UTC, until {until:%H:%M} UTC at the latest.\n\n"
        f"Everything they read is in the audit trail. Please make sure that someone reviews it:\n{link}\n"
    )
