"""Messages for users about fields; they reach the browser through the contract."""

from typing import Final

REQUIRED: Final = "This field is required."
PHONE: Final = "Enter a valid phone number."
EMAIL: Final = "Enter a valid e-mail address."
PHONE_TOO_LONG: Final = "Enter 10 digits without an extension."
TOO_LONG: Final = "Must be at most {max} characters long."
WHOLE_NUMBER: Final = "Whole numbers only"
NOT_JSON: Final = "The request is not valid JSON."
TOO_DEEP: Final = "The request is nested too deeply."
MORE_FAULTS: Final = "Some fields need attention. Showing the first {listed} of {total} problems."
TOO_MANY_VALUES: Final = "The request has too many fields or values."
NUMBER_TOO_LARGE: Final = "A number in the request is too large."
NOT_UNICODE: Final = "Must be valid Unicode text."
TWICE: Final = "Duplicate field."
UNKNOWN_FIELD: Final = "Unknown field."
INVALID: Final = "Enter a valid value."
SELECT_ONE: Final = "You must select at least one."
OTHER_REQUIRED: Final = "You must enter a value for Other."
OTHER_TOO_LONG: Final = "The Other field cannot exceed 255 characters."
SEND_WITHOUT: Final = "Press Emergency again to send without it."
FORM_BANNER: Final = "Resolve form errors to proceed"
NOT_IN_FUTURE: Final = "Must not be in the future."
NOT_BEFORE: Final = "Must not be before {min}."
REAL_DATE: Final = "Enter a valid date."
FOUR_DIGIT_YEAR: Final = "Enter the year with four digits."
TIME_OF_DAY: Final = "Enter a time, for example 14:30."
DATE_AND_TIME: Final = "Enter a date and time."
CODE: Final = "Use lowercase letters, digits, and single hyphens between them."
TIME_ZONE: Final = "Enter a time zone, for example America/New_York."
EACH_ONCE: Final = "Remove duplicates."
SKIPPED_TIME: Final = "This time does not exist on that date (daylight saving time). Enter another time."
ONLY_UNKNOWN: Final = "Unknown cannot be combined with another answer."
SECTION_TOO_LONG: Final = "This section of the note is too long."
CALL_LENGTH_MINIMUM: Final = "Must be at least one minute"
CALL_LENGTH_MAXIMUM: Final = "Must be at most 1440 minutes"
STROKE_SCALE_RANGE: Final = "Stroke Scale needs to be within the range of 0-42"
ENUMBER_LENGTH: Final = "Must be between 1 and 11 characters long"
DIGITS_ONLY: Final = "Digits only."
NO_MEDIPAC_ID: Final = "Your Medipac Provider ID is needed for sign off. Please contact your administrator."
NOTE_LOCKED: Final = (
    "This Signoff Note is currently being edited by {name}. To make edits please ask {name} to save their changes and "
    "close the Signoff Note."
)
NOTE_SIGNED: Final = "This Signoff Note for {name} is already signed off and can no longer be edited."
NOTE_IN_ERROR: Final = (
    "This Signoff Note will be marked in error. It should be identified as such in the EMR. This cannot be undone."
)
CANNOT_ADD: Final = "You cannot mark in error or addend this Signoff Note. Please contact your administrator."
HELP_DESK: Final = "Contact Help Desk."
EHR_OFFLINE: Final = "The EHR is currently offline"


def catalogue() -> dict[str, str]:
    """All messages by name, for the contract."""
    return {name: value for name, value in globals().items() if name.isupper() and isinstance(value, str)}
