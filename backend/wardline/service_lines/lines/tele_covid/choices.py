"""Tele-COVID's closed lists."""

from wardline.core.choices import Choice


class CovidCompletionType(Choice):
    VIDEO = "video", "Video"
    PHONE = "phone", "Phone"
    CANCELLED = "cancelled", "Cancelled"
