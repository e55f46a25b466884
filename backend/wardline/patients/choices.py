"""Closed lists about patients."""

from typing import Final

from wardline.core.forms.choices import Choice


class Sex(Choice):
    MALE = "male", "Male"
    FEMALE = "female", "Female"
    OTHER = "other", "Other"
    UNKNOWN = "unknown", "Unknown"


class EncounterStatus(Choice):
    IN_PROGRESS = "in-progress", "In Progress"
    FINISHED = "finished", "Discharged"


class Verification(Choice):
    """Whether a patient who is said to come from the hospital's record is the person whom its id stands for there."""

    WAITING = "waiting", "Not verified with the record yet"
    """The record has not answered yet; it is asked again by itself."""
    MISMATCH = "mismatch", "Does not match the record"
    """The record has another name, birth date or number under this id."""
    NOT_FOUND = "not-found", "Not in the record"
    """The record has nobody under this id."""
    UNVERIFIABLE = "unverifiable", "Cannot be verified with the record"
    """The record lacks what would have to be compared, or there is none that could be asked."""
    VERIFIED = "verified", "Verified with the record"
    CONFIRMED = "confirmed", "Confirmed by a person"
    """An administrator has said so, with a reason."""


ESTABLISHED: Final = (Verification.VERIFIED, Verification.CONFIRMED)
"""The id stands for this person, so that it may be relied upon."""


class IdentityPart(Choice):
    """What a patient is recognized by."""

    NAME = "name", "Name"
    BIRTH_DATE = "birth-date", "Date of Birth"
    NUMBER = "number", "Number"
