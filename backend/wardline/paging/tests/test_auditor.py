"""The auditor finds each fault of paging within two of its runs, and tells the monitor only that all is well."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeAlias, cast

import httpx
import pytest
from bodies import Bodies
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, RolledBackDatabase, SignIn
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.paging import jobs, nodes
from wardline.paging.auditor import heartbeat, run
from wardline.paging.auditor.run import audit
from wardline.paging.choices import AlarmKind
from wardline.paging.tests.audited import CHECK_OUT, INTERVAL, WORKER, Audited
from wardline.paging.tests.edge import Edge
from wardline.paging.tests.watched import proof_of
from wardline.telephony.contract import TEXT, PhoneOutcome, TextReceived

pytestmark = pytest.mark.usefixtures("noon")

CELL = "(555) 010-0161"
MINUTE = timedelta(minutes=1)
END = "update escalations set ended_at = :now, end_reason = 'closed', next_at = null"
RUN = "update escalations set ended_at = null, end_reason = null, next_at = :now + interval '3 minutes'"
CHECK_IN = "update check_ins set checked_out_at = null"
SENT = "update deliveries set state = 'sending', delivered_at = null, wanted_at = :now - interval '5 s'"
DELETED_WORKER = "delete from procrastinate_workers"
LAST_LOOK = "update paging_nodes set watched_at = now() - interval '16 s'"
LOOK = "update paging_nodes set watched_at = now()"
PAGED_WITHOUT_NOTICE = """
insert into paged_people (escalation_id, user_id, target, first_at)
select escalations.id, users.id, 'coordinators', :now from escalations, users where username = 'admin'
"""


Happens: TypeAlias = Callable[["Outside"], Awaitable[None]]


@pytest.mark.parametrize(
    ("kind", "plant", "mend"),
    [
        ("planMissing", END, RUN),
        ("planMissing", "update escalations set next_at = null", RUN),
        ("planMissing", """update escalations set policy = '{"steps": []}'""", "update escalations set policy = null"),
        (
            "moveFailing",
            "update escalations set failures = 3, retry_at = :now + interval '70 s'",
            "update escalations set failures = 0, retry_at = null",
        ),
        (
            "noticeLost",
            "update notices set delivery_id = null where channel = 'text'",
            "update notices set delivery_id = (select id from deliveries) where channel = 'text'",
        ),
        (
            "noticeLost",
            PAGED_WITHOUT_NOTICE,
            "update paged_people set not_paged = 'noAccess' where target = 'coordinators'",
        ),
        ("workerStopped", LAST_LOOK, LOOK),
        ("workerStopped", DELETED_WORKER, WORKER),
        (
            "nobodyReached",
            "update deliveries set state = 'failed', delivered_at = null",
            "update paged_people set seen_at = :now",
        ),
        (
            "nobodyAnswered",
            "update escalations set position = 8, next_at = null",
            "update escalations set position = 1, next_at = :now + interval '3 minutes'",
        ),
        ("nobodyOnCall", CHECK_OUT, CHECK_IN),
        ("noContact", "update contacts set verified_at = null", "update contacts set verified_at = :now"),
        (
            "clockSkew",
            "insert into paging_nodes (name, ahead_seconds, reported_at) values ('other', -2.1, now())",
            "delete from paging_nodes where name = 'other'",
        ),
    ],
)
async def test_a_fault_raises_its_alarm_within_two_runs_and_is_cleared_once_it_is_mended(
    audited: Audited, kind: str, plant: str, mend: str
) -> None:
    await _raises_and_clears(audited, kind, lambda: audited.change(plant), lambda: audited.change(mend))


@dataclass
class Outside:
    """What people, time, and a provider do to an installation in which all is well."""

    audited: Audited
    edge: Edge
    nurse: httpx.AsyncClient
    bodies: Bodies

    async def stop(self) -> None:
        await self.edge.report(TextReceived("in-1", CELL, "STOP"))

    async def start(self) -> None:
        await self.edge.report(TextReceived("in-2", CELL, "START"))

    async def let_a_step_become_due(self) -> None:
        clock.advance(3 * MINUTE)

    async def look(self) -> None:
        await self.audited.watched.look()

    async def page(self) -> None:
        """What is ordered is not sent."""
        await self.bodies.create(self.nurse, "tele-stroke")
        await self.look()

    async def page_and_send(self) -> None:
        """The provider accepts it, and reports nothing."""
        await self.page()
        await self.edge.deliver()

    async def send_and_report(self) -> None:
        await self.edge.deliver()
        sent = "select taken_as from deliveries where state = 'sending'"
        for (taken_as,) in await self.audited.watched.rows(sent):
            await self.edge.report(PhoneOutcome(TEXT, taken_as, delivered=True))


@pytest.mark.parametrize(
    ("kind", "happens", "is_mended"),
    [
        ("noContact", Outside.stop, Outside.start),
        ("moveOverdue", Outside.let_a_step_become_due, Outside.look),
        ("noticeLost", Outside.page, Outside.send_and_report),
        ("providerSilent", Outside.page_and_send, Outside.send_and_report),
    ],
)
async def test_what_happens_outside_raises_its_alarm_within_two_runs_until_it_is_mended(
    audited: Audited, edge: Edge, sign_in: SignIn, bodies: Bodies, kind: str, happens: Happens, is_mended: Happens
) -> None:
    outside = Outside(audited, edge, sign_in("nurse"), bodies)
    await _raises_and_clears(audited, kind, lambda: happens(outside), lambda: is_mended(outside))


async def _raises_and_clears(
    audited: Audited, kind: str, plant: Callable[[], Awaitable[None]], mend: Callable[[], Awaitable[None]]
) -> None:
    assert await audited.audit() == {}
    assert len(audited.monitor.requests) == 1

    await plant()
    first, second = [await audited.audit(after=INTERVAL) for _ in range(2)]
    assert kind in second
    assert {*first, *second} <= {kind, "nobodyReached"}
    assert len(audited.monitor.requests) <= 2
    before = len(audited.monitor.requests)
    await audited.audit()
    assert len(audited.monitor.requests) == before
    assert await audited.watched.rows("select count(*) from paging_alarms where kind = :kind", kind=kind) == [(1,)]

    await mend()
    assert await audited.audit() == {}
    assert len(audited.monitor.requests) == before + 1


async def test_a_worker_that_hangs_does_not_report(audited: Audited, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its process, and the heartbeat of its queue, may go on."""

    async def hang(_: Database) -> bool:
        await asyncio.Event().wait()
        return False

    monkeypatch.setattr(jobs, "send_due_notices", hang)
    await audited.change(LAST_LOOK, "update notices set delivery_id = null")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await audited.watched.look()
    assert "workerStopped" in await audited.audit()


async def test_a_node_that_is_gone_is_forgotten_after_a_day(audited: Audited) -> None:
    await audited.change(
        "insert into paging_nodes (name, ahead_seconds, reported_at)"
        " values ('gone', 3600, now() - interval '25 hours'), ('away', 3600, now() - interval '23 hours')"
    )
    assert await audited.audit() == {}
    names = await audited.watched.rows("select name from paging_nodes order by name")
    assert names == sorted([("away",), (nodes.NODE_NAME,)])


async def test_the_clock_of_the_auditors_own_machine_is_compared_with_that_of_the_database(
    audited: Audited, ahead: dict[str, float]
) -> None:
    ahead["seconds"] = 2.1
    assert await audited.audit() == {"clockSkew": f"node {nodes.NODE_NAME}"}
    ahead["seconds"] = -1.9
    assert await audited.audit() == {}


async def test_the_difference_of_two_clocks_is_measured(database: RolledBackDatabase) -> None:
    real = await _seconds_ahead(database)
    clock.advance(timedelta(hours=1))
    assert 3595 < await _seconds_ahead(database) - real < 3600


async def _seconds_ahead(database: RolledBackDatabase) -> float:
    async with database.session() as session:
        return await nodes.seconds_ahead(session)


async def test_while_all_is_well_each_run_sends_a_heartbeat_without_data(audited: Audited) -> None:
    for number in range(1, 4):
        assert await audited.audit(after=timedelta(seconds=20)) == {}
        assert len(audited.monitor.requests) == number
    head = audited.monitor.requests[-1].decode()
    assert head.startswith("GET /ping/a-secret HTTP/1.1\r\n")
    assert audited.consult_id not in head
    assert await audited.watched.rows("select count(*) from paging_nodes where audited_at is not null") == [(1,)]


async def test_coordinators_are_notified_once_about_a_consult_until_the_alarm_is_cleared(
    audited: Audited, sign_in: SignIn, caplog: pytest.LogCaptureFixture
) -> None:
    coordinator = sign_in("coordinator")
    caplog.set_level(logging.INFO)
    await audited.change("update escalations set next_at = :now")
    for _ in range(2):
        await audited.audit(after=INTERVAL)
    (notification,) = await _notifications(coordinator)
    assert (notification["title"], notification["details"]["consultId"]) == (
        "Paging Needs Attention",
        audited.consult_id,
    )
    logged = [record.getMessage() for record in caplog.records if record.name == "wardline.paging.auditor.alarms"]
    ((escalation_id,),) = await audited.watched.rows("select id from escalations")
    assert logged == [f"alarm: A step of an escalation is overdue (1) escalation {escalation_id}"]
    await audited.change(RUN)
    await audited.audit()
    assert await _notifications(coordinator) == []


async def _notifications(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    user_id = (await client.get("/me")).json()["id"]
    found: list[dict[str, Any]] = (await client.get(f"/notifications/{user_id}")).json()
    return found


async def test_a_line_without_anyone_on_call_is_a_fault_only_while_it_is_open(audited: Audited) -> None:
    """One of them is open on Wednesdays, the other one on Thursdays."""
    lines = "select id from service_lines where code in ('tele-stroke-regional', 'tele-covid')"
    await audited.change(f"update check_ins set checked_out_at = :now where service_line_id in ({lines})")  # noqa: S608
    (wednesday,) = (await audited.audit()).values()
    thursday = await audited.audit(after=timedelta(days=1))
    assert (wednesday, thursday["nobodyOnCall"]) == ("line Tele-Stroke (Regional) (10)", "line Tele-COVID (7)")


@pytest.mark.parametrize(("devices", "is_silent"), [(2, False), (3, True)])
async def test_devices_that_are_off_do_not_look_like_a_silent_push_service(
    audited: Audited, devices: int, is_silent: bool
) -> None:
    await audited.change(
        "with sent as (insert into deliveries (channel, lane, receiver, reference, state, created_at, wanted_at)"
        " select 'page-push', 'lane ' || n, 'page-push', 'R' || n, 'sending', :now, :now"
        " from generate_series(1, cast(:devices as integer)) n returning id)"
        " insert into notices (escalation_id, position, user_id, target, channel, contact_id, queued_at, due_at,"
        " delivery_id) select escalations.id, 0, users.id, 'allNotifications', 'push', sent.id, :now, :now, sent.id"
        " from escalations, users, sent where username = 'neuro'",
        devices=devices,
    )
    assert ("providerSilent" in await audited.audit(after=timedelta(seconds=61))) is is_silent


async def test_one_outcome_shows_that_a_provider_is_not_silent(audited: Audited) -> None:
    await audited.change(SENT)
    await audited.change(
        "insert into deliveries"
        " (channel, lane, receiver, reference, state, created_at, wanted_at, delivered_at)"
        " values ('page-text', 'x', 'x', 'x', 'delivered', :now, :now, :now)"
    )
    assert await audited.audit(after=timedelta(seconds=56)) == {}


async def test_once_the_backup_number_has_been_called_it_is_a_fault_until_someone_answers(
    audited: Audited, sign_in: SignIn
) -> None:
    """Everyone has seen it, and nobody acts."""
    await audited.change(
        "update paged_people set seen_at = :now", "update escalations set position = 7, next_at = :now"
    )
    assert "nobodyAnswered" not in await audited.audit()
    await audited.watched.look()
    ((escalation_id,),) = await audited.watched.rows("select id from escalations")
    assert (await audited.audit())["nobodyAnswered"] == f"escalation {escalation_id}"
    assert (await sign_in("neuro").post(f"/consults/{audited.consult_id}/acknowledge")).is_success
    assert "nobodyAnswered" not in await audited.audit()


async def test_nobody_is_reached_where_the_proof_says_so(audited: Audited, sign_in: SignIn, check_in: CheckIn) -> None:
    """The auditor counts in the database what the proof of a consult says about it."""
    nurse, neuro = sign_in("nurse"), sign_in("neuro")
    await audited.change("update deliveries set state = 'failed', delivered_at = null")
    (page,) = (await neuro.get("/pages")).json()
    assert "nobodyReached" in await audited.audit(after=timedelta(seconds=61))
    assert (await proof_of(nurse, audited.consult_id))["isAnyoneReached"] is False
    assert (await neuro.post("/pages/shown", json={"shown": [page["id"]]})).status_code == 204
    assert await audited.audit() == {}
    assert (await proof_of(nurse, audited.consult_id))["isAnyoneReached"] is True
    assert (await neuro.post(f"/pages/{page['id']}/decline", json={"reason": "In another case"})).status_code == 204
    assert "nobodyReached" in await audited.audit()
    assert (await proof_of(nurse, audited.consult_id))["isAnyoneReached"] is False
    await audited.change("update escalations set position = 7, next_at = :now")
    await audited.watched.look()
    assert "nobodyReached" in await audited.audit()
    await audited.change("update notices set heard_at = :now where phone_number is not null")
    assert "nobodyReached" not in await audited.audit()
    assert (await proof_of(nurse, audited.consult_id))["isAnyoneReached"] is True


@pytest.mark.parametrize(
    ("fact", "is_reached"), [("shown_at", False), ("seen_at", True), ("heard_at", True), ("none", False)]
)
async def test_coordinators_are_reached_only_if_they_know_of_a_request_that_they_cannot_take_on(
    audited: Audited, sign_in: SignIn, fact: str, is_reached: bool
) -> None:
    await audited.change("update paged_people set target = 'coordinators'")
    await audited.change("update notices set target = 'coordinators'")
    if fact != "none":
        await audited.change(f"update paged_people set {fact} = :now")  # noqa: S608
    assert ("nobodyReached" not in await audited.audit(after=timedelta(seconds=61))) is is_reached
    assert (await proof_of(sign_in("nurse"), audited.consult_id))["isAnyoneReached"] is is_reached


@pytest.mark.parametrize(("channel", "is_reached"), [("text", True), ("push", True), ("call", False), ("email", False)])
async def test_an_accepted_e_mail_and_an_answered_call_have_reached_nobody(
    audited: Audited, sign_in: SignIn, channel: str, is_reached: bool
) -> None:
    await audited.change("update notices set channel = :channel where channel = 'text'", channel=channel)
    assert ("nobodyReached" not in await audited.audit(after=timedelta(seconds=61))) is is_reached
    assert (await proof_of(sign_in("nurse"), audited.consult_id))["isAnyoneReached"] is is_reached


@pytest.mark.parametrize("answer", ["refused", "none"])
async def test_a_monitor_that_does_not_answer_is_logged_without_its_address(
    audited: Audited, answer: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    audited.monitor.status, audited.monitor.is_mute = 503, answer == "none"
    if audited.monitor.is_mute:
        monkeypatch.setattr(heartbeat, "WHOLE_SECONDS", 0.1)
    caplog.set_level(logging.DEBUG, logger="wardline")
    assert await audited.audit() == {}
    reason = "did not arrive (TimeoutError)" if answer == "none" else "was refused (HTTP 503)"
    assert [record.getMessage() for record in caplog.records if record.name == heartbeat.__name__] == [
        f"the heartbeat {reason}"
    ]
    assert "a-secret" not in caplog.text


async def test_a_check_that_fails_leaves_its_alarms_as_they_are_and_sends_no_heartbeat(
    audited: Audited, monkeypatch: pytest.MonkeyPatch
) -> None:
    await audited.change(CHECK_OUT)
    assert set(await audited.audit()) == {"nobodyOnCall"}

    async def fail(_: AsyncSession) -> list[Any]:
        raise ValueError

    broken = {fail if AlarmKind.NOBODY_ON_CALL in kinds else check: kinds for check, kinds in run.CHECKS.items()}
    monkeypatch.setattr(run, "CHECKS", broken)
    await audited.change(CHECK_IN)
    assert set(await audited.audit()) == {"nobodyOnCall"}
    assert audited.monitor.requests == []


async def test_what_hangs_ends_the_run_without_a_heartbeat(
    audited: Audited, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def hang(_: AsyncSession) -> list[Any]:
        await asyncio.Event().wait()
        return []

    monkeypatch.setattr(run, "CHECKS", {hang: frozenset(AlarmKind)})
    monkeypatch.setattr(run, "RUN_SECONDS", 0.1)
    assert not await audit(cast(Database, audited.watched.database), audited.settings)
    assert audited.monitor.requests == []
    assert "the audit of pages did not finish: TimeoutError" in caplog.text
