"""Enumerations of tele-stroke."""

from wardline.core.forms.choices import Choice


class StrokeCompletionType(Choice):
    AUDIO = "audio", "Audio"
    VIDEO = "video", "Video"
    CANCELLED = "cancelled", "Cancelled"


class NotableSymptom(Choice):
    HEMIPARESIS = "Hemiparesis"
    APHASIA = "Aphasia"
    VISUAL_LOSS = "Visual Loss"
    NUMBNESS = "Numbness"


class BaselineFunctionalStatus(Choice):
    INDEPENDENT = "Independent"
    MINOR_ASSISTANCE = "Minor Assistance"
    HELP_TO_WALK = "Requires help but is able to walk independently"
    MOST_ADLS = "Requires assistance with most ADLs and walking"
    BEDBOUND = "Bedbound"
    UNKNOWN = "Unknown"
