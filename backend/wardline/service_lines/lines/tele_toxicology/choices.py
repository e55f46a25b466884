"""Enumerations of tele-toxicology."""

from wardline.core.forms.choices import Choice


class ToxicologyCompletionType(Choice):
    VIDEO = "video", "Video"
    PHONE_WITH_PROVIDER = "phone only with provider", "Phone Only with Provider"
    PHONE_AND_NOTE = "phone with provider plus written note", "Phone with Provider Plus Written Note"
    CANCELLED = "cancelled", "Cancelled"


class ToxicologyCondition(Choice):
    """The record's flags, in the order of the form."""

    ENVENOMATION = "isEnvenomation", "Drug Toxicity or Envenomation"
    ADDICTION = "isAddictionRelated", "Addiction Related"
    OTHER = "isOther", "Other"
