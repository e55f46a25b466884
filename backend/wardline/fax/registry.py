"""Who sends an installation's faxes."""

from collections.abc import Mapping
from typing import Final

from wardline.fax.contract import FaxProvider, FaxRefused, FaxReport, NotTheProvider
from wardline.settings import Settings

FAX: Final = "fax"
"""The channel's name in the outbox."""


class NoFax:
    """The `FaxProvider` of an installation without one."""

    async def send(self, number: str, pdf: bytes, reference: str) -> str:  # noqa: ARG002
        raise FaxRefused("not set up")

    async def ask(self, fax_id: str) -> FaxReport | None:  # noqa: ARG002
        raise FaxRefused("not set up")

    def read_report(self, headers: Mapping[str, str], body: bytes) -> FaxReport | None:  # noqa: ARG002
        raise NotTheProvider

    async def aclose(self) -> None:
        """Nothing is held."""


def fax_provider_for(settings: Settings) -> FaxProvider:  # noqa: ARG001
    """The caller closes it."""
    return NoFax()
