"""Requests that page whoever a call schedule plans, checked in or not, because the hospital's policy says so."""

from datetime import timedelta
from typing import Any

import pytest
from bodies import Bodies

from conftest import CheckIn, SignIn
from wardline.call_schedules.tests.planned import line_id_of
from wardline.paging.nodes import look
from wardline.paging.tests.own_policies import organization_id, own_policy, put_policy, step
from wardline.paging.tests.watched import Watched, have_contacts, pages_of, proof_of

pytestmark = pytest.mark.usefixtures("noon")

MINUTE = timedelta(minutes=1)
NUMBER = "(555) 010-0171"
NOBODY_THERE = [(0, "coordinator", "coordinators", "screen"), (0, NUMBER, "lastResort", "call")]


async def _decide(sign_in: SignIn, *steps: dict[str, Any], **scope: Any) -> None:
    """Let requests of tele-stroke escalate by these steps, once, and then to the backup number."""
    admin = sign_in("admin")
    policy = own_policy("", NUMBER, steps=list(steps), repeatSeconds=600)
    await put_policy(admin, {"serviceLineId": await line_id_of(admin), "policy": policy} | scope)


async def test_whoever_is_planned_is_paged_in_their_turn_although_they_are_not_on_call(
    sign_in: SignIn, bodies: Bodies, watched: Watched
) -> None:
    """The escalations' schedule has another person, and what is planned at another time pages nobody."""
    await watched.plan("neuro")
    await watched.plan("neuro2", primary=False)
    await watched.plan("nomedipac", begins=20)
    await have_contacts(watched, "neuro", ("text", "(555) 010-0161", 0))
    await _decide(sign_in, step(0, "allNotifications", "plannedAll"), step(300, "plannedEscalation"))
    await bodies.create(sign_in("nurse"), "tele-stroke")
    await watched.look()
    await watched.look(after=5 * MINUTE)
    await watched.look(after=10 * MINUTE)
    assert await watched.notices() == [
        (0, "neuro", "plannedAll", "screen"),
        (0, "neuro", "plannedAll", "text"),
        (5, "neuro2", "plannedEscalation", "screen"),
        (15, NUMBER, "lastResort", "call"),
    ]
    assert [page["why"] for page in await pages_of(sign_in("neuro"))] == ["plannedAll"]


async def test_the_standard_plan_pages_nobody_because_they_are_planned(
    sign_in: SignIn, bodies: Bodies, watched: Watched
) -> None:
    await watched.plan("neuro")
    await bodies.create(sign_in("nurse"), "tele-stroke")
    await watched.look()
    assert {who for _, who, _, _ in await watched.notices()} == {"coordinator"}


async def test_as_long_as_someone_planned_can_answer_the_steps_take_their_time(
    sign_in: SignIn, bodies: Bodies, watched: Watched
) -> None:
    """Nobody is on call. Once all who are planned have declined, the number is called at once."""
    await watched.plan("neuro")
    await watched.plan("neuro2", primary=False)
    await _decide(
        sign_in, step(0, "coordinators"), step(900, "plannedAll", "plannedEscalation"), step(3600, "coordinators")
    )
    await bodies.create(sign_in("nurse"), "tele-stroke")
    await watched.look()
    await watched.look(after=15 * MINUTE)
    assert await watched.since(1) == [
        (15, "neuro", "plannedAll", "screen"),
        (15, "neuro2", "plannedEscalation", "screen"),
    ]
    for username in ("neuro", "neuro2"):
        assert await watched.since(3) == []
        person = sign_in(username)
        (page,) = await pages_of(person)
        assert (await person.post(f"/pages/{page['id']}/decline", json={"reason": "Away"})).status_code == 204
        await watched.look()
    assert (await watched.since(3))[0][1:3] == ("coordinator", "coordinators")
    await watched.look(after=5 * MINUTE)
    assert NUMBER in {who for _, who, _, _ in await watched.notices()}


async def test_whoever_has_access_only_on_call_is_recorded_and_paged_once_they_are(
    sign_in: SignIn, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    """A neurologist of one hospital is planned for both. Nothing waits for them until they check in."""
    await watched.plan("neuro")
    admin = sign_in("admin")
    of_summit = {"organizationId": await organization_id(admin, "Summit Ridge Healthcare")}
    await _decide(sign_in, step(0, "plannedAll"), step(300, "allNotifications"), **of_summit)
    nurse = sign_in("elsewhere")
    consult_id = await bodies.create(nurse, "tele-stroke")
    await watched.look()
    assert await watched.notices() == NOBODY_THERE
    (person, *_) = (await proof_of(nurse, consult_id))["people"]
    assert (person["firstName"], person["target"], person["notPaged"]) == ("Amara", "plannedAll", "noAccess")
    await watched.look(after=MINUTE)
    assert await watched.since(2) == []
    neuro = await check_in("neuro", line="tele-stroke")
    await watched.look()
    assert await watched.since(2) == [(1, "neuro", "plannedAll", "screen")]
    assert [page["consultId"] for page in await pages_of(neuro)] == [consult_id]


async def test_whoever_is_planned_later_is_paged_when_their_shift_begins(
    sign_in: SignIn, bodies: Bodies, watched: Watched
) -> None:
    """And whoever has not answered by the end of theirs is waited for no more."""
    await watched.plan("neuro", ends=30)
    await watched.plan("neuro2", begins=20)
    await _decide(sign_in, step(0, "plannedAll"), step(7200, "coordinators"))
    nurse = sign_in("nurse")
    consult_id = await bodies.create(nurse, "tele-stroke")
    await watched.look()
    await watched.look(after=19 * MINUTE)
    assert len(await watched.notices()) == 1
    await watched.look(after=MINUTE)
    assert await watched.since(1) == [(20, "neuro2", "plannedAll", "screen")]
    await watched.look(after=10 * MINUTE)
    gone = {each["firstName"]: each["goneAt"] for each in (await proof_of(nurse, consult_id))["people"]}
    assert gone == {"Amara": "2026-03-04T12:30:00Z", "Hiroshi": None}
    assert await pages_of(sign_in("neuro")) == []
    assert await watched.since(2) == []


async def test_checking_out_does_not_end_the_wait_for_someone_planned(
    sign_in: SignIn, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    """They were paged because they were on call, and what was queued for them is sent all the same."""
    await watched.plan("neuro")
    await have_contacts(watched, "neuro", ("text", "(555) 010-0161", 120))
    await _decide(sign_in, step(0, "allNotifications"), step(60, "plannedAll"), step(3600, "coordinators"))
    neuro = await check_in("neuro", line="tele-stroke")
    nurse = sign_in("nurse")
    consult_id = await bodies.create(nurse, "tele-stroke")
    await watched.look()
    await watched.look(after=MINUTE)
    assert (await neuro.post("/checkout")).is_success
    await watched.look()
    await watched.look(after=MINUTE)
    assert not (await look(watched.context.database)).has_someone_gone
    (person,) = (await proof_of(nurse, consult_id))["people"]
    assert (person["target"], person["goneAt"]) == ("plannedAll", None)
    assert [page["consultId"] for page in await pages_of(neuro)] == [consult_id]
    assert await watched.rows("select count(*) from notices where withdrawn_at is not null") == [(0,)]


async def test_nobody_planned_leads_to_the_backup_number_at_once(
    sign_in: SignIn, bodies: Bodies, watched: Watched
) -> None:
    await _decide(sign_in, step(0, "plannedAll"), step(3600, "plannedEscalation"))
    await bodies.create(sign_in("nurse"), "tele-stroke")
    await watched.look()
    assert await watched.notices() == NOBODY_THERE
