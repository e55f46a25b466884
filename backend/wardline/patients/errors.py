"""Errors about patients."""

from collections.abc import Sequence

from wardline.core.errors import Conflict
from wardline.patients.choices import IdentityPart


class NothingToConfirm(Conflict):
    code = "nothing_to_confirm"
    message = "There is nothing to confirm about this patient right now."


class RecordChanged(Conflict):
    """The record has changed since the confirming user saw it."""

    code = "record_changed"
    message = "The hospital's record has changed since you opened it. Compare the records again before you confirm."


class RecordDiffers(Conflict):
    """The hospital's record has a different person under the id in a request."""

    code = "record_differs"

    def __init__(self, parts: Sequence[IdentityPart]) -> None:
        differing = " and ".join(_in_sentence(part.label) for part in parts)
        super().__init__(f"The hospital's record has a different {differing} under this ID. Choose the patient again.")


def _in_sentence(label: str) -> str:
    """In lowercase, except for abbreviations such as ID."""
    return " ".join(word if word.isupper() else word.lower() for word in label.split())
