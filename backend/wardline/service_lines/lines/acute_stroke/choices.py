"""Enumerations of acute stroke."""

from wardline.core.forms.choices import Choice


class AcuteStrokeCompletionType(Choice):
    PHONE = "phone", "Phone"
    VIDEO = "video", "Video"
    CANCELLED = "cancelled", "Cancelled"
