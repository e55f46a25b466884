"""How requests to another system have ended, as one process remembers it for administrators."""

from dataclasses import dataclass
from datetime import datetime

from wardline.core import clock


@dataclass(slots=True)
class Outcomes:
    """`failure` is a few fixed words, never text of the other system."""

    succeeded_at: datetime | None = None
    failed_at: datetime | None = None
    failure: str | None = None

    @property
    def is_failing(self) -> bool:
        """Whether the latest one failed."""
        return self.failed_at is not None and (self.succeeded_at is None or self.failed_at >= self.succeeded_at)

    def succeeded(self) -> None:
        self.succeeded_at = clock.now()

    def failed(self, reason: str) -> None:
        self.failed_at, self.failure = clock.now(), reason
