"""Tele-triage's closed lists."""

from wardline.core.choices import Choice


class TriageCompletionType(Choice):
    VIDEO = "video", "Video"
    PHONE = "phone", "Phone"
    CANCELLED = "cancelled", "Cancelled"


class TriageJobDescription(Choice):
    """Who asks, where the person is not on call."""

    ED_TECH = "ED Tech"
    NURSE = "RN/LPN"
