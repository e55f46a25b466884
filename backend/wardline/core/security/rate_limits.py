"""Rate limits per user and operation, counted in this process."""

import math
import time
from typing import ClassVar

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


class RateLimiter:
    """At most `per_minute` of each kind of request by each caller, over a sliding minute; 0 for no limit."""

    def __init__(self, per_minute: int) -> None:
        self._limit = RateLimitItemPerMinute(per_minute) if per_minute else None
        self._windows = SlidingWindowCounterRateLimiter(MemoryStorage())

    def hit(self, operation: str, caller: str) -> None:
        """Count one request. Raises `TooManyRequests` if it is over the limit."""
        if self._limit is None or self._windows.hit(self._limit, operation, caller):
            return
        reset_time = self._windows.get_window_stats(self._limit, operation, caller).reset_time
        raise TooManyRequests(max(1, math.ceil(reset_time - time.time())))
