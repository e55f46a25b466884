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
FOUR_DIGIT_YEAR: Final = "Enter the year with four digits."
TIME_OF_DAY: Final = "Enter a time, for example 14:30."
DATE_AND_TIME: Final = "Enter the date and the time."
SKIPPED_TIME: Final = "The clocks skip this time on that day. Enter another time."
ONLY_UNKNOWN: Final = "Unknown cannot be combined with another answer."
CALL_LENGTH_MINIMUM: Final = "Must be at least one minute"
CALL_LENGTH_MAXIMUM: Final = "Must be at most 1440 minutes"
STROKE_SCALE_RANGE: Final = "Stroke Scale needs to be within the range of 0-42"
ENUMBER_LENGTH: Final = "Must be between 1 and 11 characters long"
DIGITS_ONLY: Final = "Digits only."
HELP_DESK: Final = "Contact Help Desk."
EHR_OFFLINE: Final = "The EHR is currently offline"


def catalogue() -> dict[str, str]:
    """Every message by its name, for the contract."""
    return {name: value for name, value in globals().items() if name.isupper() and isinstance(value, str)}
