"""Errors about transfers. Those about someone who was first say who it was, if that is known."""

from datetime import datetime

from wardline.consults.errors import named
from wardline.core.errors import Conflict, NotFound
from wardline.people.schemas import Person
from wardline.transfers.choices import Ending
from wardline.transfers.schemas import OFFERS_LIMIT


class TransferNotFound(NotFound):
    code = "transfer_not_found"
    message = "This transfer does not exist, or you do not have access to it."


class TransferExists(Conflict):
    """Details: requestedByUser {id, username, firstName, lastName}, createdAt."""

    code = "transfer_exists"
    message = "A transfer has already been requested for this consult."

    def __init__(self, by: Person | None, at: datetime) -> None:
        super().__init__(**named(by, requestedByUser=by, createdAt=at))


class PatientDischarged(Conflict):
    code = "patient_discharged"
    message = "This patient has been discharged."


class TransferAlreadyAcknowledged(Conflict):
    """Details: acknowledgedByUser (as above), acknowledgedAt."""

    code = "transfer_already_acknowledged"
    message = "Someone else acknowledged this transfer first."

    def __init__(self, by: Person | None, at: datetime | None) -> None:
        super().__init__(**named(by, acknowledgedByUser=by, acknowledgedAt=at))


class TransferAlreadyCompleted(Conflict):
    """Details: resolvedByUser (as above), resolvedAt."""

    code = "transfer_already_completed"
    message = "This transfer is already completed."

    def __init__(self, by: Person | None, at: datetime | None) -> None:
        super().__init__(**named(by, resolvedByUser=by, resolvedAt=at))


class TransferClosed(Conflict):
    """Details: closedAt, closedReason and, if it is known, closedByUser (as above)."""

    code = "transfer_closed"

    def __init__(self, reason: Ending, by: Person | None, at: datetime | None) -> None:
        message = f"This transfer is closed: {reason.label.lower()}."
        super().__init__(message, **named(by, closedByUser=by), closedAt=at, closedReason=reason.value)


class TransferAssigned(Conflict):
    """Details: assignee (as above)."""

    code = "transfer_assigned"
    message = "Someone else is handling this transfer."

    def __init__(self, assignee: Person | None) -> None:
        super().__init__(**named(assignee, assignee=assignee))


class TransferNotAcknowledged(Conflict):
    code = "transfer_not_acknowledged"
    message = "Acknowledge this transfer first."


class OfferChanged(Conflict):
    """Details: declinedByUser (as above), declinedAt, of the latest facility that declined."""

    code = "offer_changed"
    message = "Someone else has already asked another facility."

    def __init__(self, by: Person | None, at: datetime | None) -> None:
        super().__init__(**named(by, declinedByUser=by, declinedAt=at))


class OffersFull(Conflict):
    code = "offers_full"
    message = f"A transfer can be offered to up to {OFFERS_LIMIT} facilities. Document the rest in a comment."
