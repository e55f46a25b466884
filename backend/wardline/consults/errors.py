"""Situations about consults that have a name."""

from wardline.consults.timeline.schemas import COMMENTS_LENGTH_LIMIT, COMMENTS_LIMIT
from wardline.core.errors import Conflict, Forbidden, NotFound


class ConsultNotFound(NotFound):
    code = "consult_not_found"
    message = "This consult does not exist, or you do not have access to it."


class RoomNotFound(NotFound):
    code = "room_not_found"
    message = "This location has no video room."


class OnCallElsewhere(Forbidden):
    code = "on_call_elsewhere"
    message = "You are on call for another service line. Go off call to join calls on this one."


class NotCheckedIn(Forbidden):
    code = "not_checked_in"
    message = "Go on call for this consult's service line first."


class CheckedIn(Forbidden):
    code = "checked_in"
    message = "Go off call before you cancel a consult."


class AlreadyAcknowledged(Conflict):
    """Details: acknowledgedByUser {firstName, lastName, username}, acknowledgedAt."""

    code = "already_acknowledged"
    message = "Someone else acknowledged this consult first."


class AlreadyClosed(Conflict):
    """Details: completedByUser {firstName, lastName, username}, completedAt, completeType."""

    code = "already_closed"
    message = "This consult is already completed or cancelled."


class CommentsFull(Conflict):
    code = "comments_full"
    message = (
        f"A consult can have up to {COMMENTS_LIMIT:,} comments with {COMMENTS_LENGTH_LIMIT:,} characters in total."
        " Document the rest in the hospital's record."
    )


class PatientChanged(Conflict):
    code = "patient_changed"
    message = "Someone else has changed this patient."


class LocationNotRequestable(Forbidden):
    code = "location_not_requestable"
    message = "You cannot request consults for this location."


class ServiceLineNotRequestable(Forbidden):
    code = "service_line_not_requestable"
    message = "This service line cannot be requested for this location."


class OnlyThePhoneChanges(Forbidden):
    code = "only_the_phone_changes"
    message = "On this service line only the bedside phone number can be changed."


class CompletionTypeFixed(Conflict):
    code = "completion_type_fixed"
    message = "The completion type of this consult cannot be changed."
