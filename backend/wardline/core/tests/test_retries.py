"""The one schedule that every retry follows."""

import pytest

from wardline.core import retries
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


def test_the_schedules_are_those_of_the_architecture() -> None:
    """The table under "Background jobs", and how long a worker may be silent."""
    hour, day = 60 * 60, 24 * 60 * 60
    schedules = {
        "a job without the database": retries.DATABASE_DOWN,
        "the PDF of a note": retries.NOTE_DOCUMENT,
        "a fax or a note to file": retries.DELIVERY,
        "a page": retries.URGENT_DELIVERY,
        "verifying a patient while the record does not respond": retries.PATIENT_RECORD,
        "verifying a patient if the record disagrees": retries.PATIENT_CORRECTION,
        "a worker": retries.WORKER,
        "the embedded database, or one of several processes": retries.RESTART,
        "a migration that waits for a table": retries.MIGRATION,
    }
    assert schedules == {
        "a job without the database": Backoff(1, 8),
        "the PDF of a note": Backoff(4, hour, attempts=13),
        "a fax or a note to file": Backoff(4, 300),
        "a page": Backoff(2, 30),
        "verifying a patient while the record does not respond": Backoff(60, 300),
        "verifying a patient if the record disagrees": Backoff(hour, day, attempts=13),
        "a worker": Backoff(0.5, 8),
        "the embedded database, or one of several processes": Backoff(0.2, 5),
        "a migration that waits for a table": Backoff(2, 2, attempts=40),
    }
    seconds = (retries.RECEIVER_BUSY_SECONDS, retries.STALLED_SECONDS, retries.LISTENER_SECONDS, STABLE_SECONDS)
    assert seconds == (10, 30, 0.5, 30)
    assert (retries.URGENT_RECEIVER_BUSY_SECONDS, retries.URGENT_STALLED_SECONDS) == (1, 4)
