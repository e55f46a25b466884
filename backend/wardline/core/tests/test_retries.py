"""The one schedule that every retry follows."""

import pytest

from wardline.core.retries import RESTART, STABLE_SECONDS, Backoff, Restarts


def test_waits_double_up_to_the_longest() -> None:
    assert [Backoff(0.5, 8).wait(failures) for failures in (0, 1, 2, 3, 4, 5, 100_000)] == [0.5, 1, 2, 4, 8, 8, 8]


@pytest.mark.parametrize(("age", "wait"), [(0, 4), (3.9, 4), (4, 4), (61.2, 61), (300, 300), (10**9, 300)])
def test_the_wait_at_an_age_is_as_long_as_the_age(age: float, wait: int) -> None:
    assert Backoff(4, 300).wait_at_age(age) == wait


def test_attempts_count_the_first() -> None:
    assert [Backoff(1, 1, attempts=3).is_over(failures) for failures in range(4)] == [False, False, True, True]
    assert not Backoff(1, 1).is_over(10**6)


def test_what_keeps_ending_is_restarted_less_and_less_often_until_it_has_run_for_long() -> None:
    restarts = Restarts(RESTART)
    ran = [1, 1, STABLE_SECONDS, 1, STABLE_SECONDS + 1, 1]
    assert [restarts.pause(seconds) for seconds in ran] == [0.2, 0.4, 0.8, 1.6, 0.2, 0.4]
