"""Rate limits per user and operation, counted in this process and, through reports, in all of an installation's."""

import math
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from wardline.core.errors import ProductError


class TooManyRequests(ProductError):
    status: ClassVar[int] = 429
    code: ClassVar[str] = "too_many_requests"
    message: ClassVar[str] = "Too many requests in a short time. Please wait a moment and try again."

    def __init__(self, retry_after: int) -> None:
        super().__init__()
        self.retry_after = retry_after


MINUTE_SECONDS: Final = 60
REPORTS_PER_LIMIT: Final = 20
"""How often a process reports a caller who uses up the limit; each may allow this fraction of it too much."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """How many requests of one kind a process has allowed a caller since its last report."""

    operation: str
    caller: str
    requests: int


class RateLimiter:
    """At most `per_minute` of each kind of request by each caller, over a sliding minute; 0 for no limit.

    A process that has allowed a caller a twentieth of the limit calls `report`, so that the others can `add` it. So a
    limit holds for all processes together, but for that twentieth, and callers far below it cost nothing.
    """

    def __init__(self, per_minute: int) -> None:
        self.report: Callable[[Allowed], None] | None = None
        self._limit = RateLimitItemPerMinute(per_minute) if per_minute else None
        self._storage = MemoryStorage()
        self._windows = SlidingWindowCounterRateLimiter(self._storage)
        self._requests_per_report = max(1, per_minute // REPORTS_PER_LIMIT)
        self._unreported: Counter[tuple[str, str]] = Counter()
        self._unreported_since = time.monotonic()

    def hit(self, operation: str, caller: str) -> None:
        """Count one request. Raises `TooManyRequests` if it is over the limit."""
        if self._limit is None:
            return
        if not self._windows.hit(self._limit, operation, caller):
            reset_time = self._windows.get_window_stats(self._limit, operation, caller).reset_time
            raise TooManyRequests(max(1, math.ceil(reset_time - time.time())))
        if self.report is not None:
            self._count_for_report(operation, caller, self.report)

    def add(self, allowed: Allowed) -> None:
        """Count requests that another process has allowed, also beyond the limit, which `hit` would not."""
        if self._limit is not None:
            self._storage.acquire_sliding_window_entry(
                self._limit.key_for(allowed.operation, allowed.caller),
                limit=sys.maxsize,
                expiry=self._limit.get_expiry(),
                amount=allowed.requests,
            )

    def _count_for_report(self, operation: str, caller: str, report: Callable[[Allowed], None]) -> None:
        if time.monotonic() - self._unreported_since > MINUTE_SECONDS:
            # Most callers are far below the limit. Those who are not start one report anew.
            self._unreported.clear()
            self._unreported_since = time.monotonic()
        self._unreported[operation, caller] += 1
        if self._unreported[operation, caller] >= self._requests_per_report:
            report(Allowed(operation, caller, self._unreported.pop((operation, caller))))
