"""What the auditor's checks count as a fault, and what not yet or not anymore, to the moment."""

import uuid
from typing import Any

import pytest
from sqlalchemy import text
from transferring import add_transfer

from wardline.core import clock
from wardline.paging.auditor.consult_faults import moves_late, nobody_reached, notices_lost, plans_missing
from wardline.paging.auditor.faults import Check, Fault
from wardline.paging.auditor.site_faults import (
    clocks_wrong,
    lines_without_anyone,
    people_without_contact,
    providers_silent,
)
from wardline.paging.choices import AlarmKind
from wardline.paging.tests.audited import Audited

pytestmark = pytest.mark.usefixtures("noon")

END = "update escalations set ended_at = :now, end_reason = 'closed', next_at = null"
FAILED = "update deliveries set state = 'failed', delivered_at = null"
"""Nobody has received anything."""
SENT = (
    "update deliveries set state = 'sending', delivered_at = null, wanted_at = :now - make_interval(secs => :seconds)"
)


async def _found(audited: Audited, check: Check, *changes: str, **parameters: Any) -> list[Fault]:
    """The faults after these changes, which are then undone."""
    async with audited.watched.database.session() as session:
        for change in changes:
            await session.execute(text(change), {"now": clock.now(), **parameters})
        return list(await check(session))


async def _kinds(audited: Audited, check: Check, *changes: str, **parameters: Any) -> list[AlarmKind]:
    return [fault.kind for fault in await _found(audited, check, *changes, **parameters)]


async def test_what_waits_without_a_plan_is_found_once(audited: Audited) -> None:
    consult_id = uuid.UUID(audited.consult_id)
    assert await _found(audited, plans_missing) == []
    assert await _found(audited, plans_missing, END) == [
        Fault(AlarmKind.PLAN_MISSING, f"request of consult {consult_id}", consult_id)
    ]
    async with audited.watched.database.transaction() as session:
        await add_transfer(session, audited.consult_id)
    assert await _found(audited, plans_missing) == [
        Fault(AlarmKind.PLAN_MISSING, f"transfer of consult {consult_id}", consult_id)
    ]
    acknowledged = (
        "update transfers set state = 'acknowledged', acknowledged_at = :now, acknowledged_by_id = author_id,"
        " assignee_id = author_id"
    )
    assert await _found(audited, plans_missing, acknowledged) == []


async def test_a_move_is_late_after_five_seconds_and_fails_until_it_has_succeeded(audited: Audited) -> None:
    overdue, failing = [AlarmKind.MOVE_OVERDUE], [AlarmKind.MOVE_FAILING]
    change = (
        "update escalations set next_at = :now - make_interval(secs => :due), failures = :failures,"
        " retry_at = :now - make_interval(secs => :retry)"
    )
    for due, failures, retry, expected in (
        (-4, 0, None, []),
        (5, 0, None, []),
        (5.001, 0, None, overdue),
        (5.001, 1, None, failing),
        (0, 1, -5, failing),
        (0, 1, 59, failing),
        (0, 1, 60, []),
        (0, 0, 0, []),
    ):
        found = await _kinds(audited, moves_late, change, due=due, failures=failures, retry=retry)
        assert found == expected, f"due {due} s ago, to be tried again {retry} s ago after {failures} failures"


async def test_a_notice_is_lost_after_ten_seconds(audited: Audited) -> None:
    lost = [AlarmKind.NOTICE_LOST]
    not_accepted = (
        "update deliveries set state = 'waiting', delivered_at = null, taken_as = null, attempt_count = 0,"
        " wanted_at = :now - make_interval(secs => :seconds)"
    )
    not_ordered = (
        "update notices set delivery_id = null, due_at = :now - make_interval(secs => :seconds) where channel = 'text'"
    )
    for change, expected in (
        (not_accepted, {-9: [], 10: [], 10.001: lost}),
        (not_ordered, {-9: [], 9.999: [], 10: lost}),
    ):
        found = {seconds: await _kinds(audited, notices_lost, change, seconds=seconds) for seconds in expected}
        assert found == expected


async def test_how_soon_someone_has_to_be_reached_depends_on_the_priority(audited: Audited) -> None:
    """After the first page, and where nobody is left to page, after the request."""
    of_priority = "update escalations set priority = :priority"
    paged = "update notices set queued_at = :now - make_interval(secs => :seconds)"
    left = "update escalations set next_at = null, started_at = :now - make_interval(secs => :seconds)"
    for priority, limit in (("critical", 60), ("urgent", 300), ("routine", 300)):
        for since in (paged, left):
            for seconds, expected in ((limit, []), (limit + 0.001, [AlarmKind.NOBODY_REACHED])):
                changes = (FAILED, of_priority, since)
                found = await _kinds(audited, nobody_reached, *changes, priority=priority, seconds=seconds)
                assert found == expected, f"{priority}, after {seconds} s"


async def test_a_provider_is_silent_between_one_minute_and_fifteen_after_the_last_page(audited: Audited) -> None:
    silent = [AlarmKind.PROVIDER_SILENT]
    expected = {59: [], 60: silent, 900: silent, 901: []}
    assert {each: await _kinds(audited, providers_silent, SENT, seconds=each) for each in expected} == expected


async def test_a_refusal_shows_that_a_provider_is_not_silent(audited: Audited) -> None:
    """Of a page that was sent 61 seconds ago, or of a later one."""
    later = (
        "insert into deliveries (channel, lane, receiver, reference, state, created_at, wanted_at)"
        " values ('page-text', 'x', 'x', 'x', :state, :now, :now)"
    )
    attempt = (
        "insert into delivery_attempts (delivery_id, number, began_at, ended_at, state)"
        " select id, 1, :now, :now - make_interval(secs => :ended), 'failed' from deliveries where lane = 'x'"
    )
    silent = [AlarmKind.PROVIDER_SILENT]
    for state, ended, expected in (
        ("failed", 0, []),
        ("failed", 61, []),
        ("failed", 62, silent),
        ("sending", 0, silent),
    ):
        changes = (SENT, later, attempt)
        found = await _kinds(audited, providers_silent, *changes, seconds=61, state=state, ended=ended)
        assert found == expected, f"{state}, {ended} s ago"


async def test_an_arrival_shows_that_a_provider_was_not_silent_since_then(audited: Audited) -> None:
    """Of a page that was sent 61 seconds ago, or of a later one."""
    arrived = (
        "insert into deliveries (channel, lane, receiver, reference, state, created_at, wanted_at, delivered_at)"
        " values ('page-text', 'x', 'x', 'x', 'delivered', :now, :now, :now - make_interval(secs => :arrived))"
    )
    expected = {0: [], 61: [], 62: [AlarmKind.PROVIDER_SILENT]}
    found = {
        each: await _kinds(audited, providers_silent, SENT, arrived, seconds=61, arrived=each) for each in expected
    }
    assert found == expected


async def test_a_clock_is_wrong_by_more_than_two_seconds_while_its_node_reports(audited: Audited) -> None:
    reported = (
        "insert into paging_nodes (name, ahead_seconds, reported_at)"
        " values ('other', :ahead, now() - make_interval(secs => :seconds))"
    )
    expected = {(2, 0): [], (2.001, 0): ["node other"], (-2.001, 170): ["node other"], (9, 190): []}
    found = {
        (ahead, seconds): [
            fault.subject for fault in await _found(audited, clocks_wrong, reported, ahead=ahead, seconds=seconds)
        ]
        for ahead, seconds in expected
    }
    assert found == expected


async def test_a_line_that_nobody_can_request_needs_nobody_on_call(audited: Audited) -> None:
    check_out = "update check_ins set checked_out_at = :now where service_line_id = :line_id"
    (missing,) = await _found(audited, lines_without_anyone, check_out, line_id=1)
    assert (missing.kind, missing.subject.endswith(" (1)")) == (AlarmKind.NOBODY_ON_CALL, True)
    closed = (
        "update location_units set active = false from location_service_lines"
        " where location_id = location_units.id and service_line_id = :line_id"
    )
    assert await _found(audited, lines_without_anyone, check_out, closed, line_id=1) == []


async def test_who_cannot_be_reached_is_named_by_number_only(audited: Audited) -> None:
    ((user_id,),) = await audited.watched.rows("select user_id from contacts")
    assert await _found(audited, people_without_contact, "update contacts set verified_at = null") == [
        Fault(AlarmKind.NO_CONTACT, f"user {user_id}", user_id=user_id)
    ]
