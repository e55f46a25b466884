"""Errors about pages."""

from wardline.core.errors import Conflict, NotFound
from wardline.paging.choices import EndReason


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


class PolicyNotFound(NotFound):
    code = "policy_not_found"
    message = "This escalation policy does not exist."
