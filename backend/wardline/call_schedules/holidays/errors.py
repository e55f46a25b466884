"""Why the holidays cannot be saved."""

from wardline.core.errors import Conflict


class HolidaysSavedMeanwhile(Conflict):
    code = "holidays_saved"
    message = "Someone else has saved the holidays in the meantime. Look at their version and enter your change again."
