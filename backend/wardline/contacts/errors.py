"""Why a contact cannot be added, changed or used."""

from typing import ClassVar

from wardline.core.errors import Conflict, ProductError


class ContactExists(Conflict):
    code = "contact_exists"
    message = "You have already added this contact."


class TooManyContacts(Conflict):
    code = "too_many_contacts"
    message = "You have reached the maximum number of contacts. Remove one first."


class ContactsChangedMeanwhile(Conflict):
    code = "contacts_changed"
    message = "Your contacts have changed in the meantime. Check the list and save again."


class PushServiceNotAllowed(Conflict):
    code = "push_service_not_allowed"
    message = "This browser's push service is not allowed here. Please contact the help desk."


class TooManyMessages(ProductError):
    """Over the limit of codes or tests, which protects whoever has the number."""

    status: ClassVar[int] = 429
    code: ClassVar[str] = "too_many_messages"
    message: ClassVar[str] = "Too many messages were sent in a short time. Please wait and try again."

    def __init__(self, retry_after: int) -> None:
        super().__init__()
        self.retry_after = retry_after


class NothingToTest(Conflict):
    code = "nothing_to_test"
    message = "You have no verified contact."
