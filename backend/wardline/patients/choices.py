"""Closed lists about patients."""

from wardline.core.choices import Choice


class Sex(Choice):
    MALE = "male", "Male"
    FEMALE = "female", "Female"
    OTHER = "other", "Other"
    UNKNOWN = "unknown", "Unknown"


class EncounterStatus(Choice):
    IN_PROGRESS = "in-progress", "In Progress"
    FINISHED = "finished", "Discharged"
