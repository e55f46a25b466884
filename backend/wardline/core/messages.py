"""The words a person reads at a field; they travel to the browser through the contract."""

from typing import Final

REQUIRED: Final = "This field is required."
PHONE: Final = "Enter a valid phone number."
PHONE_TOO_LONG: Final = "Only 10 digits fit; an extension cannot be stored."
TOO_LONG: Final = "Must be at most {max} characters long."
WHOLE_NUMBER: Final = "Whole numbers only"
NOT_JSON: Final = "The request is not valid JSON."
INVALID: Final = "Enter a valid value."
SELECT_ONE: Final = "You must select at least one."
OTHER_REQUIRED: Final = "You must enter a value for Other."
OTHER_TOO_LONG: Final = "The Other field cannot exceed 255 characters."
FORM_BANNER: Final = "Resolve form errors to proceed"
NOT_IN_FUTURE: Final = "Must not be in the future."
NOT_BEFORE: Final = "Must not be before {min}."
REAL_DATE: Final = "Enter a real date."
ONLY_UNKNOWN: Final = "Unknown cannot be combined with another answer."
CALL_LENGTH_MINIMUM: Final = "Must be at least one minute"
STROKE_SCALE_RANGE: Final = "Stroke Scale needs to be within the range of 0-42"
ENUMBER_LENGTH: Final = "Must be between 1 and 11 characters long"
HELP_DESK: Final = "Contact Help Desk."
EHR_OFFLINE: Final = "The EHR is currently offline"


def catalogue() -> dict[str, str]:
    """Every message by its name, for the contract."""
    return {name: value for name, value in globals().items() if name.isupper() and isinstance(value, str)}
