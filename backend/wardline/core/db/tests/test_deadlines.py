"""What counts against a wait budget."""

import pytest

from wardline.core.db import deadlines
from wardline.core.db.deadlines import WaitBudget, current_budget, wait_at_most


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


def test_a_limit_ends_with_its_block() -> None:
    assert current_budget() is None
    with wait_at_most(2):
        outer = current_budget()
        with wait_at_most(None):
            assert current_budget() is None
        assert current_budget() is outer
        with pytest.raises(ConnectionError), wait_at_most(1):
            raise ConnectionError
        assert current_budget() is outer
    assert current_budget() is None
