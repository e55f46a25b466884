"""Tele-hospitalist's closed lists."""

from wardline.core.choices import Choice


class HospitalistCompletionType(Choice):
    VIDEO = "video", "Video"
    PHONE = "phone", "Phone"
    CANCELLED = "cancelled", "Cancelled"
