"""Tele-neuro's closed lists."""

from wardline.core.choices import Choice


class NeuroCompletionType(Choice):
    VIDEO = "video", "Video"
    PHONE = "phone", "Phone"
    CANCELLED = "cancelled", "Cancelled"
