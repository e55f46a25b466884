"""Closed lists about on-call duty."""

from wardline.core.forms.choices import Choice


class CheckInSubject(Choice):
    """What a user on call answers, by the permissions of the role."""

    CONSULT = "consult", "Consult"
    TRANSFER = "transfer", "Transfer"
