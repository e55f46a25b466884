"""Rate limits of processes that tell each other what they allow."""

import time

import pytest

from wardline.core.security.rate_limits import Allowed, RateLimiter, TooManyRequests

LIMIT = 40
MINUTE = 1_800_000_000
"""The beginning of one, by the clock."""


def hit_until_refused(limiter: RateLimiter) -> int:
    """How many requests were allowed."""
    for allowed in range(10 * LIMIT):
        try:
            limiter.hit("searchConsults", "1")
        except TooManyRequests:
            return allowed
    raise AssertionError("there is no limit")


def test_what_others_allowed_counts_although_the_limit_is_reached_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """A caller who keeps both processes at the limit must not get twice as much from then on."""
    monkeypatch.setattr(time, "time", lambda: MINUTE)
    limiter = RateLimiter(LIMIT)
    assert hit_until_refused(limiter) == LIMIT
    limiter.add(Allowed("searchConsults", "1", LIMIT))
    monkeypatch.setattr(time, "time", lambda: MINUTE + 60 + 25)
    assert hit_until_refused(limiter) == 0
    monkeypatch.setattr(time, "time", lambda: MINUTE + 60 + 45)
    assert hit_until_refused(limiter) == LIMIT // 2, "of 80 requests, those of the last quarter of a minute still count"


@pytest.fixture
def reported(monkeypatch: pytest.MonkeyPatch) -> tuple[RateLimiter, list[Allowed]]:
    """A limiter that reports every second request, and its reports."""
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    limiter, reports = RateLimiter(LIMIT), list[Allowed]()
    limiter.report = reports.append
    return limiter, reports


def test_a_twentieth_of_the_limit_is_reported_at_a_time(reported: tuple[RateLimiter, list[Allowed]]) -> None:
    limiter, reports = reported
    for _ in range(5):
        limiter.hit("searchConsults", "1")
    limiter.hit("searchConsults", "2")
    limiter.hit("addUpdate", "1")
    assert reports == [Allowed("searchConsults", "1", 2), Allowed("searchConsults", "1", 2)]


def test_a_caller_far_below_the_limit_is_never_reported(
    reported: tuple[RateLimiter, list[Allowed]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One request a minute, although two of them would be enough for a report."""
    limiter, reports = reported
    for minute in range(4):
        monkeypatch.setattr(time, "monotonic", lambda minute=minute: 61.0 * minute)
        limiter.hit("searchConsults", "1")
    assert reports == []
    limiter.hit("searchConsults", "1")
    assert reports == [Allowed("searchConsults", "1", 2)]
