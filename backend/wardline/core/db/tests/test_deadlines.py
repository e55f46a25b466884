"""What counts against a wait budget."""

import pytest

from wardline.core.db import deadlines
from wardline.core.db.deadlines import WaitBudget


class Clock:
    """A clock that moves only when a test advances it."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(deadlines, "monotonic", clock)
    return clock


def test_only_time_spent_waiting_counts(clock: Clock) -> None:
    budget = WaitBudget(2)
    clock.now += 5
    assert budget.left == 2
    with budget.waiting():
        clock.now += 0.5
        assert budget.left == 1.5
        with budget.waiting():
            clock.now += 0.5
            assert budget.left == 1
        clock.now += 0.25
    clock.now += 5
    assert budget.left == 0.75
    with budget.waiting():
        clock.now += 5
        assert budget.left == 0
    assert budget.left == 0


def test_a_wait_that_fails_counts(clock: Clock) -> None:
    budget = WaitBudget(2)

    def fail() -> None:
        with budget.waiting():
            clock.now += 1.5
            raise ConnectionError

    with pytest.raises(ConnectionError):
        fail()
    clock.now += 5
    assert budget.left == 0.5
