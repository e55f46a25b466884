"""Errors about pages."""

from typing import Final

from wardline.consults.errors import named
from wardline.core.errors import Conflict, FieldError, NotFound, ValidationFailed
from wardline.paging.choices import EndReason
from wardline.people.schemas import Person

NOT_ON_CALL: Final = "This person is not on call for the service line anymore."


class PageNotFound(NotFound):
    code = "page_not_found"
    message = "This page does not exist, or it is not yours."


class PageEnded(Conflict):
    """Details: endReason, a value of `EndReason`."""

    code = "page_ended"
    message = "Nobody is being paged about this anymore."

    def __init__(self, reason: EndReason) -> None:
        super().__init__(endReason=reason)


class PageDeclined(Conflict):
    code = "page_declined"
    message = "You have already declined this."


class ResponsibleChanged(Conflict):
    """Details, if it is known: responsible {id, username, firstName, lastName}."""

    code = "responsible_changed"
    message = "Someone else is responsible for this consult now."

    def __init__(self, responsible: Person | None) -> None:
        super().__init__(**named(responsible, responsible=responsible))


class NotOnCall(ValidationFailed):
    """Whoever is to take the consult over cannot be paged about it."""

    def __init__(self) -> None:
        super().__init__(errors=[FieldError("userId", NOT_ON_CALL)])
