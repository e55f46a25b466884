"""Enumerations of tele-triage."""

from wardline.core.forms.choices import Choice


class TriageJobDescription(Choice):
    """The requester's job, if they are not on call."""

    ED_TECH = "ED Tech"
    NURSE = "RN/LPN"
