"""Tele-ICU's closed lists."""

from wardline.core.choices import Choice


class IcuCompletionType(Choice):
    VIDEO = "video", "Video"
    PHONE = "phone", "Phone"
    CANCELLED = "cancelled", "Cancelled"
