"""Errors about sign-offs."""

from datetime import datetime
from typing import Any

from wardline.core.errors import Conflict, Forbidden, NotFound, ProductError
from wardline.core.forms import messages
from wardline.people.schemas import Person
from wardline.signoff.schemas import ADDENDA_LIMIT, LockHolder


class WrongServiceLine(ProductError):
    code = "wrong_service_line"
    message = "Consults for this service line use a different sign-off form."


class OtherConsult(ProductError):
    code = "other_consult"
    message = "The request refers to two different consults."


class NotCompleted(Conflict):
    code = "not_completed"
    message = "Complete this consult first."


class AlreadySignedOff(Conflict):
    """Details: signatory {id, username, firstName, lastName}, signedOffAt."""

    code = "already_signed_off"
    message = "This consult is already signed off."

    def __init__(self, signatory: Person | None, at: datetime | None) -> None:
        details: dict[str, Any] = {"signatory": signatory, "signedOffAt": at} if signatory is not None else {}
        super().__init__(**details)


class CancelledWithoutNote(Forbidden):
    code = "cancelled"
    message = "A cancelled consult has no sign-off note."


class NotSigned(Conflict):
    code = "not_signed"
    message = "This consult has no signed note."


class NothingSigned(NotFound):
    code = "nothing_signed"
    message = "This consult has no signed note."


class FaxesNotSetUp(Conflict):
    code = "faxes_not_set_up"
    message = "Faxing has not been set up."


class FaxOutdated(Conflict):
    code = "fax_outdated"
    message = "This note has changed since it was faxed. Send a new fax."


class NoSuchVersion(NotFound):
    code = "no_such_version"
    message = "This version of the note does not exist."


class DocumentFailed(ProductError):
    """Not a subclass of `Unavailable`, because a job does not count attempts that fail with that."""

    status = 503
    code = "document_failed"
    message = "The document for this note could not be created. Our support team has been notified."
    retry_after = 60


class NothingToAddTo(ProductError):
    """`NotSigned` or `MarkedInError` on a lock request, where 409 always means another editor."""

    code = "nothing_to_add_to"
    message = "Only a signed note that is not marked in error can be addended or marked in error."


class MarkedInError(Conflict):
    code = "marked_in_error"
    message = "This note is marked in error."


class AddendaFull(Conflict):
    code = "addenda_full"
    message = f"A note can have up to {ADDENDA_LIMIT} addenda. Document the rest in the hospital's record."


class NoMedipacId(Forbidden):
    code = "no_medipac_id"
    message = messages.NO_MEDIPAC_ID


class LockedByAnother(Conflict):
    """Details: lockedUser {firstName, lastName}, lockedAt."""

    code = "locked_by_another"
    message = "Someone else is editing this note."

    def __init__(self, holder: LockHolder, at: datetime | None) -> None:
        super().__init__(lockedUser=holder, lockedAt=at)


class NotLocked(Conflict):
    code = "not_locked"
    message = "Open this note for editing first."


class OpenElsewhere(Conflict):
    code = "open_elsewhere"
    message = "You are editing this note in another window."


class OutrunSave(Conflict):
    code = "outrun_save"
    message = "A newer version from this window has already been saved."
