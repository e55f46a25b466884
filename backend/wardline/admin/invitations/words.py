"""The e-mail of an invitation. It says nothing about patients."""

from collections.abc import Sequence
from datetime import datetime

SUBJECT = "Your invitation to Wardline"


def mail(*, by: str, organizations: Sequence[str], username: str, link: str, expires_at: datetime) -> str:
    """`by` is who invites. Times are in UTC, because the reader's zone is not known."""
    until = f"{expires_at:%A, %B} {expires_at.day}, {expires_at:%Y, %H:%M} UTC"
    return (
        f"{by} invites you to Wardline{_of(organizations)}.\n\n"
        "Wardline connects staff at the bedside with remote specialists. An account is ready for you. Your username "
        f"is {username}.\n\n"
        f"Open this link to sign in for the first time:\n{link}\n\n"
        f"The invitation is good until {until}. If it has expired, ask {by} for a new one.\n\n"
        "The link is only for you. Do not forward it. If you did not expect this message, ignore it."
    )


def _of(organizations: Sequence[str]) -> str:
    if not organizations:
        return ""
    *first, last = organizations
    return f" for {', '.join(first)} and {last}" if first else f" for {last}"
