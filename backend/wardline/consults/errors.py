"""Errors about consults."""

from datetime import datetime
from typing import Any

from wardline.consults.timeline.schemas import COMMENTS_LENGTH_LIMIT, COMMENTS_LIMIT
from wardline.core.clock import to_utc_text
from wardline.core.errors import Conflict, Forbidden, NotFound, ProductError
from wardline.people.schemas import Person


def named(by: Person | None, **details: Any) -> dict[str, Any]:
    """The details of a refusal that names a person, for example who was first; none if the person is unknown."""
    return details if by is not None else {}


class ConsultNotFound(NotFound):
    code = "consult_not_found"
    message = "This consult does not exist, or you do not have access to it."


class ConsultRemoved(ProductError):
    """Its organization no longer keeps it; `removedAt` says since when."""

    status = 410
    code = "consult_removed"
    message = "This consult is no longer kept. Your organization's retention period for it is over."

    def __init__(self, removed_at: datetime) -> None:
        super().__init__(removedAt=to_utc_text(removed_at))


class NotCheckedIn(Forbidden):
    code = "not_checked_in"
    message = "Go on call for this consult's service line first."


class CheckedIn(Forbidden):
    code = "checked_in"
    message = "Go off call before you cancel a consult."


class AlreadyAcknowledged(Conflict):
    """Details: acknowledgedByUser {id, username, firstName, lastName}, acknowledgedAt."""

    code = "already_acknowledged"
    message = "Someone else acknowledged this consult first."

    def __init__(self, by: Person | None, at: datetime | None) -> None:
        super().__init__(**named(by, acknowledgedByUser=by, acknowledgedAt=at))


class AlreadyClosed(Conflict):
    """Details, if it is known who closed it: completedByUser (as above), completedAt, completeType."""

    code = "already_closed"
    message = "This consult is already completed or cancelled."

    def __init__(self, by: Person | None, at: datetime | None, complete_type: str | None) -> None:
        super().__init__(**named(by, completedByUser=by, completedAt=at, completeType=complete_type))


class CommentsFull(Conflict):
    code = "comments_full"
    message = (
        f"A consult can have up to {COMMENTS_LIMIT:,} comments with {COMMENTS_LENGTH_LIMIT:,} characters in total,"
        " and this comment would exceed that. Document the rest in the hospital's record."
    )


class PatientChanged(Conflict):
    code = "patient_changed"
    message = "Someone else has changed this patient's information."


class LocationNotRequestable(Forbidden):
    code = "location_not_requestable"
    message = "You cannot request consults for this location."


class ServiceLineNotRequestable(Forbidden):
    code = "service_line_not_requestable"
    message = "This service line cannot be requested for this location."


class OnlyThePhoneChanges(Forbidden):
    code = "only_the_phone_changes"
    message = "For this service line, only the bedside phone number can be changed."


class CompletionTypeFixed(Conflict):
    code = "completion_type_fixed"
    message = "The completion type of this consult cannot be changed."
