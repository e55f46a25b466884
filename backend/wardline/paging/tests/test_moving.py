"""What a move of an escalation pages, and when the next one follows; without a database."""

from datetime import datetime, timedelta

import pytest

from wardline.paging.choices import NotPaged, PageTarget
from wardline.paging.moving import make_move, page_newcomers
from wardline.paging.tests.on_duty import LINE, PROVIDER, WITHOUT_ACCESS, consult, duty, escalation, paged, person

PRIMARY, ESCALATIONS, NEWCOMER, BLIND = range(1, 5)
NUMBER = "(555) 010-0100"
ALL, ESCALATION = PageTarget.ALL_NOTIFICATIONS, PageTarget.ESCALATION_ONLY
EVERYONE = duty(
    person(PRIMARY, PROVIDER, on_call={LINE: True}),
    person(ESCALATIONS, PROVIDER, on_call={LINE: False}),
    person(NEWCOMER, PROVIDER, on_call={LINE: True}),
)


@pytest.mark.req("NOTIF-13")
def test_who_joins_a_group_is_paged_by_the_move_that_was_made_last_and_nobody_else(noon: datetime) -> None:
    second = noon + timedelta(minutes=3)
    running = escalation(position=2, targets=[ALL.value, ESCALATION.value], next_at=second)
    found = page_newcomers(running, consult(), EVERYONE, [paged(PRIMARY), paged(ESCALATIONS)]).pages
    assert [(page.recipient.user.id, page.position, page.channels, page.is_first) for page in found] == [
        (NEWCOMER, 1, None, True)
    ]
    assert (running.position, running.next_at) == (2, second)


@pytest.mark.req("NOTIF-13")
def test_who_comes_back_is_paged_and_waited_for_again(noon: datetime) -> None:
    people = [paged(PRIMARY, gone_at=noon), paged(NEWCOMER, gone_at=noon), paged(ESCALATIONS, gone_at=noon)]
    running = escalation(position=1, targets=[ALL.value])
    found = page_newcomers(running, consult(), EVERYONE, people).pages
    assert [page.recipient.user.id for page in found] == [PRIMARY, NEWCOMER]
    assert [each.gone_at for each in people] == [None, None, noon]


@pytest.mark.req("NOTIF-13")
def test_each_move_adds_its_groups_to_those_whose_newcomers_are_paged(noon: datetime) -> None:
    running = escalation()
    for position, (wait, targets) in enumerate(((3, [ALL]), (3, [ALL, ESCALATION])), start=1):
        moved = make_move(running, consult(), EVERYONE, [], backup_number=NUMBER)
        assert {page.position for page in moved.pages} == {position - 1}
        assert running.next_at == noon + timedelta(minutes=wait)
        assert (running.position, running.targets) == (position, targets)


@pytest.mark.req("NOTIF-13")
@pytest.mark.parametrize("position", [7, 8, 9])
def test_after_all_moves_the_backup_number_is_called_again_and_again(noon: datetime, position: int) -> None:
    running = escalation(position=position)
    moved = make_move(running, consult(), EVERYONE, [], backup_number=NUMBER)
    assert (moved.pages, moved.backup_number, moved.is_first_call) == ([], NUMBER, position == 7)
    assert (running.position, running.next_at) == (position + 1, noon + timedelta(minutes=5))


@pytest.mark.req("NOTIF-13")
def test_who_may_not_view_the_consult_is_recorded_and_not_waited_for(noon: datetime) -> None:
    """The next people are paged at once, and also later only those who may view it count as paged."""
    people = duty(
        person(BLIND, WITHOUT_ACCESS, on_call={LINE: True}),
        person(ESCALATIONS, PROVIDER, on_call={LINE: False}),
    )
    running = escalation()
    moved = make_move(running, consult(), people, [], backup_number=NUMBER)
    assert [(page.recipient.user.id, page.recipient.may_view, page.is_first) for page in moved.pages] == [
        (BLIND, False, True),
        (ESCALATIONS, True, True),
    ]
    assert [skipped["targets"] for skipped in running.skipped] == [[ALL]]
    running.position, recorded = 3, [paged(BLIND, not_paged=NotPaged.NO_ACCESS.value), paged(ESCALATIONS)]
    again = make_move(running, consult(), people, recorded, backup_number=NUMBER)
    assert [page.recipient.user.id for page in again.pages if not page.is_first] == [ESCALATIONS]
    assert [each.not_paged for each in recorded] == [NotPaged.NO_ACCESS, None]
