"""Why a period or a hold cannot be changed."""

from wardline.core.errors import Conflict, FieldError, Forbidden, ValidationFailed


class KeptElsewhere(Forbidden):
    code = "kept_elsewhere"
    message = "This is kept for all organizations together, and you do not administer all of them."


class PeriodTooShort(ValidationFailed):
    def __init__(self, minimum_days: int) -> None:
        super().__init__(errors=[FieldError("days", f"Enter at least {minimum_days:,} days.")])


class NoSuchConsult(ValidationFailed):
    def __init__(self) -> None:
        super().__init__(errors=[FieldError("consultId", "The organization has no consult with this ID.")])


class HoldEnded(Conflict):
    code = "hold_ended"
    message = "Someone else has ended this hold in the meantime."
