"""What Wardline needs from a fax provider."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


class NotFaxed(Exception):
    """Not sent this time; `reason` is a code or a few fixed words, never text from the provider."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class FaxRefused(NotFaxed):
    """It failed, and a retry would not help: a wrong number, a busy line, an interrupted transmission."""


class FaxDelayed(NotFaxed):
    """The provider does not respond. Retry; it may have the fax already."""


class FaxUnanswered(FaxDelayed):
    """The document was sent, but the response was lost; the provider may have accepted it."""


class FaxUnknown(NotFaxed):
    """The provider has no fax with this id: either no longer, or not yet."""


class InvalidFaxCallback(Exception):
    """A status callback without a valid signature, or an outdated one."""


@dataclass(frozen=True, slots=True)
class FaxOutcome:
    """The outcome of a fax that the provider accepted; `refusal` is the reason if it failed.

    `reference` is the fax's, if the provider returns it.
    """

    fax_id: str
    delivered: bool
    refusal: str | None = None
    reference: str | None = None


class FaxProvider(Protocol):
    async def send(self, number: str, pdf: bytes, reference: str) -> str:
        """Send a document. Returns the provider's id of the fax.

        `number` is a US number such as (555) 010-0100. `reference` (20 characters of A-Z and 0-9) is the same for each
        attempt. If the provider has a fax with this reference that did not fail, its id is returned and nothing is
        sent.

        Raises:
            FaxRefused, FaxDelayed, FaxUnanswered
        """
        ...

    async def find(self, number: str, reference: str) -> str | None:
        """The provider's id of a fax with this reference to this number that did not fail, or None.

        Raises:
            FaxDelayed
        """
        ...

    async def check_status(self, fax_id: str) -> FaxOutcome | None:
        """The outcome of a fax, or None while it is in progress.

        Raises:
            FaxDelayed, FaxUnknown
        """
        ...

    def read_callback(self, headers: Mapping[str, str], body: bytes) -> FaxOutcome | None:
        """The outcome in a status callback from the provider, or None if it is not a final one.

        `headers` have lower-case names, `body` is as received.

        Raises:
            InvalidFaxCallback
        """
        ...

    async def aclose(self) -> None:
        """Close connections. The provider cannot be used afterwards."""
        ...
