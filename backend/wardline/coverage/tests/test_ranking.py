import pytest

from wardline.core import clock
from wardline.coverage.choices import CoverageStatus
from wardline.coverage.ranking import Presence, by_need, status_of
from wardline.coverage.schemas import HoursNow, LineCoverage, OpenRequests

TOLD = Presence(primary=True, reachable=True)
TOLD_ON_SCREEN = Presence(primary=True, reachable=False)
ESCALATION = Presence(primary=False, reachable=True)
ESCALATION_ON_SCREEN = Presence(primary=False, reachable=False)


@pytest.mark.parametrize(
    ("people", "status"),
    [
        ([], CoverageStatus.NOBODY),
        ([TOLD], CoverageStatus.COVERED),
        ([TOLD_ON_SCREEN, TOLD], CoverageStatus.COVERED),
        ([ESCALATION, TOLD], CoverageStatus.COVERED),
        ([ESCALATION], CoverageStatus.ESCALATION_ONLY),
        ([ESCALATION_ON_SCREEN, ESCALATION], CoverageStatus.ESCALATION_ONLY),
        ([TOLD_ON_SCREEN], CoverageStatus.SCREEN_ONLY),
        ([ESCALATION_ON_SCREEN], CoverageStatus.SCREEN_ONLY),
        # Whoever is reachable is told later than whoever is not.
        ([TOLD_ON_SCREEN, ESCALATION], CoverageStatus.SCREEN_ONLY),
    ],
)
def test_an_open_line_is_as_covered_as_whoever_would_be_told_first(
    people: list[Presence], status: CoverageStatus
) -> None:
    assert status_of(people, is_open=True) is status
    assert status_of(people, is_open=False) is CoverageStatus.CLOSED


def test_lines_that_need_somebody_come_first() -> None:
    def line(
        name: str, status: CoverageStatus, waiting_minutes: int | None = None, *, overdue: int = 0
    ) -> LineCoverage:
        since = None if waiting_minutes is None else clock.now().replace(minute=30 - waiting_minutes)
        return LineCoverage(
            service_line_id=1,
            name=name,
            status=status,
            hours=HoursNow(is_open=status is not CoverageStatus.CLOSED, opens_at=None, closes_at=None),
            people=[],
            requests=OpenRequests(waiting=int(since is not None), waiting_since=since, overdue=overdue, in_progress=0),
            plan=None,
        )

    in_order = [
        line("nobody, overdue", CoverageStatus.NOBODY, 4, overdue=1),
        line("nobody, for 5 minutes", CoverageStatus.NOBODY, 5),
        line("nobody", CoverageStatus.NOBODY),
        line("covered, overdue", CoverageStatus.COVERED, 6, overdue=1),
        line("closed, for 9 minutes", CoverageStatus.CLOSED, 9),
        line("covered, for 8 minutes", CoverageStatus.COVERED, 8),
        line("on screen, for 7 minutes", CoverageStatus.SCREEN_ONLY, 7),
        line("on screen", CoverageStatus.SCREEN_ONLY),
        line("escalation", CoverageStatus.ESCALATION_ONLY),
        line("covered, A", CoverageStatus.COVERED),
        line("covered, B", CoverageStatus.COVERED),
        line("closed", CoverageStatus.CLOSED),
    ]
    shuffled = [*in_order[1::2], *in_order[::2]]
    assert [each.name for each in sorted(shuffled, key=by_need)] == [each.name for each in in_order]
