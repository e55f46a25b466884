"""What Wardline needs from whoever sends its faxes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


class NotFaxed(Exception):
    """Not sent this time; `reason` is a code or a few fixed words, never what the provider wrote."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class FaxRefused(NotFaxed):
    """It did not go through, or never will: a wrong number, a busy line, a machine that broke off."""


class FaxDelayed(NotFaxed):
    """The provider cannot be asked now; it is to be tried again, and may have the fax already."""


class FaxUnanswered(FaxDelayed):
    """The document went out to the provider, who may have taken it; what was answered got lost."""


class FaxUnknown(NotFaxed):
    """The provider has no fax of this id: not any more, or not yet."""


class NotTheProvider(Exception):
    """A report that bears no valid signature, or an old one."""


@dataclass(frozen=True, slots=True)
class FaxReport:
    """What became of a fax that the provider took; `refusal` is the reason why it did not go through.

    `reference` is what the fax was sent under, where the provider repeats it.
    """

    fax_id: str
    delivered: bool
    refusal: str | None = None
    reference: str | None = None


class FaxProvider(Protocol):
    async def send(self, number: str, pdf: bytes, reference: str) -> str:
        """Hand a document over; answers the provider's id of the fax.

        `number` is a US number as people write it, (555) 010-0100. `reference` (20 signs of A-Z and 0-9) is the same at
        each attempt; where the provider has a fax of this reference that did not fail, its id is answered and nothing
        is sent. One that failed is sent anew.

        Raises:
            FaxRefused, FaxDelayed, FaxUnanswered
        """
        ...

    async def find(self, number: str, reference: str) -> str | None:
        """The provider's id of a fax of this reference to this number that did not fail, where it has one.

        Raises:
            FaxDelayed
        """
        ...

    async def ask(self, fax_id: str) -> FaxReport | None:
        """What became of a fax, None while it is under way.

        Raises:
            FaxDelayed, FaxUnknown
        """
        ...

    def read_report(self, headers: Mapping[str, str], body: bytes) -> FaxReport | None:
        """What a call from the provider reports; None where it says nothing final about a fax.

        `headers` by lower-case names, `body` as it came.

        Raises:
            NotTheProvider
        """
        ...

    async def aclose(self) -> None:
        """Let go of connections; the provider is not used afterwards."""
        ...
