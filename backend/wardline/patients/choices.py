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
    """Whether a patient whose request has an id from the hospital's record is the person who has that id there."""

    WAITING = "waiting", "Not yet verified against the record"
    """The record has not responded yet; the check is repeated automatically."""
    MISMATCH = "mismatch", "Does not match the record"
    """The record has a different name, birth date or number under this id."""
    NOT_FOUND = "not-found", "Not in the record"
    """The record has no one under this id."""
    UNVERIFIABLE = "unverifiable", "Cannot be verified against the record"
    """The record lacks data that has to be compared, or there is no record."""
    VERIFIED = "verified", "Verified against the record"
    CONFIRMED = "confirmed", "Confirmed by an administrator"
    """By an administrator, with a reason."""


ESTABLISHED: Final = (Verification.VERIFIED, Verification.CONFIRMED)
"""The id is known to be this person's."""


class IdentityPart(Choice):
    """The data that identifies a patient."""

    NAME = "name", "Name"
    BIRTH_DATE = "birth-date", "Date of Birth"
    NUMBER = "number", "ID Number"
