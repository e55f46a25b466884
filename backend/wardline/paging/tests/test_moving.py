"""What a move of an escalation pages, and when the next one follows; without a database."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from wardline.paging.choices import EscalationKind, NotPaged, PageTarget
from wardline.paging.moves import moves_of
from wardline.paging.moving import hasten, heard_by_backup, keep_planned, make_move, page_newcomers
from wardline.paging.tests.on_duty import (
    COORDINATOR,
    LINE,
    PROVIDER,
    WITHOUT_ACCESS,
    consult,
    duty,
    escalation,
    paged,
    person,
)

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
        moved = make_move(running, consult(), EVERYONE, [], backup_number=NUMBER, now=noon)
        assert {page.position for page in moved.pages} == {position - 1}
        assert running.next_at == noon + timedelta(minutes=wait)
        assert (running.position, running.targets) == (position, targets)


@pytest.mark.req("NOTIF-13")
@pytest.mark.parametrize("position", [7, 8, 9])
def test_after_all_moves_the_backup_number_is_called_again_and_again(noon: datetime, position: int) -> None:
    running = escalation(position=position)
    moved = make_move(running, consult(), EVERYONE, [], backup_number=NUMBER, now=noon)
    assert (moved.pages, moved.backup_number, moved.is_first_call) == ([], NUMBER, position == 7)
    assert (running.position, running.next_at) == (position + 1, noon + timedelta(minutes=5))


def test_who_goes_off_call_is_waited_for_if_they_are_planned_and_may_view_the_consult_all_the_same() -> None:
    people = [paged(PRIMARY), paged(BLIND), paged(ESCALATIONS)]
    planned = {(LINE, True): [person(PRIMARY, PROVIDER), person(BLIND, WITHOUT_ACCESS)]}
    running = escalation(targets=[ALL.value, PageTarget.PLANNED_ALL.value])
    gone = keep_planned(running, consult(), duty(planned=planned), people)
    assert [each.user_id for each in gone] == [BLIND, ESCALATIONS]
    assert [each.target for each in people] == ["plannedAll", "allNotifications", "allNotifications"]


@pytest.mark.req("NOTIF-13")
def test_who_may_not_view_the_consult_is_recorded_and_not_waited_for(noon: datetime) -> None:
    """The next people are paged at once, and also later only those who may view it count as paged."""
    people = duty(
        person(BLIND, WITHOUT_ACCESS, on_call={LINE: True}),
        person(ESCALATIONS, PROVIDER, on_call={LINE: False}),
    )
    running = escalation()
    moved = make_move(running, consult(), people, [], backup_number=NUMBER, now=noon)
    assert [(page.recipient.user.id, page.recipient.may_view, page.is_first) for page in moved.pages] == [
        (BLIND, False, True),
        (ESCALATIONS, True, True),
    ]
    assert [skipped["targets"] for skipped in running.skipped] == [[ALL]]
    running.position, recorded = 3, [paged(BLIND, not_paged=NotPaged.NO_ACCESS.value), paged(ESCALATIONS)]
    again = make_move(running, consult(), people, recorded, backup_number=NUMBER, now=noon)
    assert [page.recipient.user.id for page in again.pages if not page.is_first] == [ESCALATIONS]
    assert [each.not_paged for each in recorded] == [NotPaged.NO_ACCESS, None]


@pytest.mark.req("NOTIF-13")
def test_whoever_comes_is_paged_although_the_moves_of_their_group_were_left_out(noon: datetime) -> None:
    """A hospital's policy may page others before them."""
    steps = [
        {"afterSeconds": 0, "targets": ["coordinators"], "channels": None, "hours": None},
        {"afterSeconds": 600, "targets": ["allNotifications"], "channels": None, "hours": None},
    ]
    policy = {"steps": steps, "rounds": 1, "repeatSeconds": 600, "backupNumber": NUMBER}
    running = escalation(policy=policy)
    coordinator = person(PRIMARY, COORDINATOR)
    assert len(make_move(running, consult(), duty(coordinator), [], backup_number=NUMBER, now=noon).pages) == 1
    assert running.next_at == noon + timedelta(minutes=5)
    told = [paged(PRIMARY, target="coordinators")]
    everyone = duty(coordinator, person(NEWCOMER, PROVIDER, on_call={LINE: True}))
    found = page_newcomers(running, consult(), everyone, told).pages
    assert [page.recipient.user.id for page in found] == [NEWCOMER]
    assert running.next_at == noon + timedelta(minutes=10)


ON, OTHERS = "allNotifications", "coordinators"


@pytest.mark.req("NOTIF-13")
@pytest.mark.parametrize(
    ("kind", "people", "is_hastened"),
    [
        (EscalationKind.REQUEST, [(ON, {})], False),
        (EscalationKind.REQUEST, [(ON, {"declined": True}), (ON, {})], False),
        (EscalationKind.REQUEST, [("escalationOnly", {})], False),
        (EscalationKind.REQUEST, [("plannedAll", {}), (OTHERS, {})], False),
        (EscalationKind.REQUEST, [("plannedEscalation", {"declined": True}), (OTHERS, {})], True),
        (EscalationKind.REQUEST, [(ON, {"declined": True})], True),
        (EscalationKind.REQUEST, [(ON, {"gone": True})], True),
        (EscalationKind.REQUEST, [(ON, {"gone": True}), (OTHERS, {})], True),
        (EscalationKind.REQUEST, [], True),
        (EscalationKind.TRANSFER, [(OTHERS, {})], False),
        (EscalationKind.TRANSFER, [(OTHERS, {"declined": True})], True),
        (EscalationKind.FOLLOW_UP, [("responsible", {"gone": True}), (OTHERS, {})], False),
    ],
)
def test_the_next_move_follows_at_once_if_nobody_is_left_who_can_answer(
    noon: datetime, kind: EscalationKind, people: list[tuple[str, dict[str, bool]]], is_hastened: bool
) -> None:
    """Of a request only those on call or planned can, because coordinators cannot acknowledge it."""
    later = noon + timedelta(minutes=8)
    running = escalation(kind, position=1, next_at=later)
    answers = {"declined": "declined_at", "gone": "gone_at"}
    paged_people = [
        paged(number, target=target, **{answers[name]: noon for name in given})
        for number, (target, given) in enumerate(people, start=1)
    ]
    hasten(running, paged_people, called_at=None)
    assert running.next_at == (noon if is_hastened else later)


@pytest.mark.req("NOTIF-13")
@pytest.mark.parametrize(
    ("called", "before", "after"), [(0, 30, 5), (-3, 30, 2), (-5, 30, 0), (-20, 30, 0), (-1, 2, 2), (0, None, None)]
)
def test_a_backup_number_that_was_called_is_called_again_five_minutes_after_that_at_the_earliest(
    noon: datetime, called: int, before: int | None, after: int | None
) -> None:
    """In minutes from now. What is due sooner stays, and what ended is not begun."""
    minutes = [None if each is None else noon + timedelta(minutes=each) for each in (before, after)]
    running = escalation(position=9, next_at=minutes[0])
    hasten(running, [paged(PRIMARY, gone_at=noon)], called_at=noon + timedelta(minutes=called))
    assert running.next_at == minutes[1]


@pytest.mark.req("NOTIF-13")
@pytest.mark.parametrize(
    ("fields", "is_someone_there", "minutes"),
    [
        ({"position": 8}, True, 5),
        ({"position": 8, "priority": "routine", "completion_limit": 240 * 60}, True, 80),
        ({"position": 8, "priority": "routine", "completion_limit": 240 * 60}, False, 15),
        ({"position": 8, "priority": "urgent", "completion_limit": 30 * 60}, False, 10),
        ({"position": 3}, True, 1),
    ],
)
def test_a_backup_number_where_a_key_was_pressed_is_left_alone_for_a_while(
    noon: datetime, fields: dict[str, Any], is_someone_there: bool, minutes: int
) -> None:
    running = escalation(next_at=noon + timedelta(minutes=1), **fields)
    people = [paged(PRIMARY)] if is_someone_there else [paged(PRIMARY, gone_at=noon)]
    heard_by_backup(running, people, called_at=noon)
    assert running.next_at == noon + timedelta(minutes=minutes)


@pytest.mark.req("NOTIF-13")
def test_what_has_ended_is_not_called_about_again(noon: datetime) -> None:
    running = escalation(position=8, next_at=None)
    heard_by_backup(running, [], called_at=noon)
    assert running.next_at is None


@pytest.mark.req("NOTIF-13")
@pytest.mark.parametrize(
    ("kind", "waits"),
    [
        (EscalationKind.URGENT_COMMENT, {"critical": 120, "urgent": 300, "routine": 600}),
        (EscalationKind.HAND_OVER, {"critical": 120, "urgent": 300, "routine": 600}),
        (EscalationKind.FOLLOW_UP, {"critical": 300, "urgent": 1800, "routine": 1800}),
    ],
)
def test_how_often_what_has_to_be_opened_or_done_pages(kind: EscalationKind, waits: dict[str, int]) -> None:
    for priority, seconds in waits.items():
        assert {move.wait_seconds for move in moves_of(kind, priority, 900, None)} == {seconds}
