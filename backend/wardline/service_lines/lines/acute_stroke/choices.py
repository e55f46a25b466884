"""Acute stroke's closed lists."""

from wardline.core.choices import Choice


class AcuteStrokeCompletionType(Choice):
    PHONE = "phone", "Phone"
    VIDEO = "video", "Video"
    CANCELLED = "cancelled", "Cancelled"
