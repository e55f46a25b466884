"""Hospitals decide how requests escalate; a change never affects what is running."""

from datetime import timedelta

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text

from conftest import CheckIn, RolledBackDatabase, SignIn
from wardline.paging.tests.own_policies import (
    organization_id,
    own_policy,
    put_policy,
    read_escalation,
    replace_policies,
    step,
)
from wardline.paging.tests.watched import Watched

pytestmark = pytest.mark.usefixtures("noon")

MINUTE = timedelta(minutes=1)


@pytest.mark.req("NOTIF-13")
async def test_the_most_specific_policy_applies(
    client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies, database: RolledBackDatabase, watched: Watched
) -> None:
    # An index would list the policies in nearly the right order.
    for plan in ("indexscan", "bitmapscan"):
        await database.connection.execute(text(f"set local enable_{plan} = off"))
    admin = sign_in("admin")
    request = await bodies.request(client, "tele-psych")
    line_id, location_id = request["serviceLineId"], request["Encounter"]["locationId"]
    other_line_id = (await bodies.request(client, "tele-stroke"))["serviceLineId"]
    ((facility_id,),) = await watched.rows(
        "select facility_id from location_units where id = :location_id", location_id=location_id
    )
    for number, scope in enumerate(
        (
            {},
            {"facilityId": facility_id, "priority": "routine", "serviceLineId": other_line_id},
            {"priority": "routine"},
            {"priority": "critical"},
            {"facilityId": facility_id},
            {"facilityId": facility_id, "priority": "routine"},
        )
    ):
        body = {"serviceLineId": line_id, "policy": own_policy("allNotifications", f"(555) 010-017{number}")} | scope
        await put_policy(admin, body)
        await bodies.create(client, "tele-psych")
        await watched.look()
    called = [who for _, who, target, _ in await watched.notices() if target == "lastResort"]
    assert [number[-1] for number in called] == ["0", "0", "2", "2", "4", "5"]


async def test_what_is_running_keeps_the_policy_it_started_with(
    client: httpx.AsyncClient, check_in: CheckIn, sign_in: SignIn, bodies: Bodies, watched: Watched
) -> None:
    admin = sign_in("admin")
    await check_in("neuro", line="tele-stroke")
    line_id = (await bodies.request(client, "tele-stroke"))["serviceLineId"]
    first = {"serviceLineId": line_id, "policy": own_policy("allNotifications", "(555) 010-0171")}
    await put_policy(admin, first)
    await bodies.create(client, "tele-stroke")
    second = first | {"policy": own_policy("coordinators", "(555) 010-0172")}
    await put_policy(admin, second)
    path, escalation = await read_escalation(admin, first)
    assert [each["policy"]["backupNumber"] for each in escalation["settings"]["policies"]] == ["(555) 010-0172"]
    await bodies.create(client, "tele-stroke")
    assert (await replace_policies(admin, path, escalation["version"], [])).status_code == 200
    await bodies.create(client, "tele-stroke")
    await watched.look()
    await watched.look(after=MINUTE)
    assert [(at, who) for at, who, _, _ in await watched.notices()] == [
        (0, "neuro"),
        (0, "coordinator"),
        (0, "neuro"),
        (1, "(555) 010-0171"),
        (1, "(555) 010-0172"),
    ]


async def test_a_step_outside_its_hours_is_skipped_at_once(
    client: httpx.AsyncClient, check_in: CheckIn, sign_in: SignIn, bodies: Bodies, watched: Watched
) -> None:
    """It is 06:00 in Chicago."""
    await check_in("neuro", line="tele-stroke")
    await check_in("neuro2", line="tele-stroke", primary=False)
    line_id = (await bodies.request(client, "tele-stroke"))["serviceLineId"]
    hours = {"openDaysInWeek": "[1,7]", "openHours": "07:00-19:00", "openHoursTimezone": "America/Chicago"}
    steps = [
        {"afterSeconds": 0, "targets": ["allNotifications"], "channels": None, "hours": hours},
        {"afterSeconds": 300, "targets": ["escalationOnly"], "channels": None, "hours": None},
    ]
    body = {"serviceLineId": line_id, "policy": own_policy("allNotifications", "(555) 010-0171", steps=steps)}
    await put_policy(sign_in("admin"), body)
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    assert await watched.notices() == [(0, "neuro2", "escalationOnly", "screen")]
    (escalation,) = (await client.get(f"/consults/{consult_id}/pages")).json()
    assert [(skipped["targets"], skipped["reason"]) for skipped in escalation["skipped"]] == [
        (["allNotifications"], "outsideHours")
    ]


async def test_a_policy_is_for_one_organization(
    client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies, watched: Watched
) -> None:
    """Its facility has to be of that organization, and others are not paged by it."""
    admin = sign_in("admin")
    request = await bodies.request(client, "tele-psych")
    ((facility_id,),) = await watched.rows(
        "select facility_id from location_units where id = :location_id", location_id=request["Encounter"]["locationId"]
    )
    others = {"organizationId": await organization_id(admin, "Summit Ridge Healthcare")}
    body = {"serviceLineId": request["serviceLineId"], "policy": own_policy("allNotifications", "(555) 010-0171")}
    path, escalation = await read_escalation(admin, others | body)
    for place in (facility_id, 998):
        policies = [{"priority": None, "facilityId": place, "policy": body["policy"]}]
        response = await replace_policies(admin, path, escalation["version"], policies)
        assert [error["field"] for error in response.json()["errors"]] == ["policies.0.facilityId"]
    await put_policy(admin, others | body)
    assert (await read_escalation(admin, body))[1]["settings"]["policies"] == []
    await bodies.create(client, "tele-psych")
    await watched.look()
    assert "(555) 010-0171" not in {who for _, who, _, _ in await watched.notices()}


async def test_a_step_for_escalations_only_is_refused_where_everyone_on_call_gets_all_notifications(
    client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies
) -> None:
    admin = sign_in("admin")
    steps = [step(0, "allNotifications"), step(60, "coordinators", "escalationOnly")]
    policies = [{"priority": None, "facilityId": None, "policy": own_policy("", "(555) 010-0171", steps=steps)}]
    found = {}
    for line in ("tele-psych", "tele-stroke"):
        body = {"serviceLineId": (await bodies.request(client, line))["serviceLineId"]}
        path, escalation = await read_escalation(admin, body)
        found[line] = (await replace_policies(admin, path, escalation["version"], policies)).json().get("errors", [])
    message = "Nobody is on call for escalations only for tele-psych."
    assert found == {"tele-psych": [{"field": "policies", "message": message}], "tele-stroke": []}


async def test_a_stored_policy_that_cannot_be_read_is_replaced_by_the_standard_one(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    bodies: Bodies,
    database: RolledBackDatabase,
    watched: Watched,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """It may have been stored by an earlier version."""
    await check_in("neuro", line="tele-stroke")
    consult_id = await bodies.create(client, "tele-stroke")
    unreadable = """update escalations set policy = '{"steps": []}'"""
    await database.connection.execute(text(unreadable))
    await watched.look()
    assert await watched.notices() == [(0, "neuro", "allNotifications", "screen")]
    proof = await client.get(f"/consults/{consult_id}/pages")
    assert (proof.status_code, len(proof.json()[0]["people"])) == (200, 1)
    assert "the standard one applies" in caplog.text
