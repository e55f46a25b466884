"""Tele-triage's closed lists."""

from wardline.core.forms.choices import Choice


class TriageJobDescription(Choice):
    """Who asks, where the person is not on call."""

    ED_TECH = "ED Tech"
    NURSE = "RN/LPN"
