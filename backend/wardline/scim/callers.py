"""Who calls, and about which organization."""

from dataclasses import dataclass, field

from wardline.network.applying import Author
from wardline.network.models import Source


@dataclass(frozen=True, slots=True)
class Caller:
    """A client with its organization, the only one of which it sees and changes anything."""

    client: str
    subject_is_external_id: bool
    organization_id: int
    organization: str
    """The organization's code."""
    left_out: list[str] = field(default_factory=list)
    """What the request asked for and was not done, in sentences for administrators."""

    def author(self, reason: str | None = None) -> Author:
        return Author(Source.SCIM, client=self.client, reason=reason)
