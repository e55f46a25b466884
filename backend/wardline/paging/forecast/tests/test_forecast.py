"""Who would be paged about a request: the answer is what the engine would do."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from bodies import Bodies

from conftest import CheckIn, SignIn
from wardline.call_schedules.tests.planned import line_id_of, rotation, schedule, user_id_of
from wardline.core import clock
from wardline.core.forms.wire import iso_utc
from wardline.paging.tests.own_policies import organization_id, own_policy, put_policy, step
from wardline.paging.tests.watched import BACKUP_NUMBER, Watched, have_contacts

pytestmark = pytest.mark.usefixtures("noon")

MINUTE: Final = timedelta(minutes=1)
NUMBER: Final = "(555) 010-0171"
DAYTIME: Final = {"openDaysInWeek": "[1,7]", "openHours": "07:00-19:00", "openHoursTimezone": "America/Chicago"}
NOBODY: Final[tuple[str, list[str]]] = ("nobody", [])
Ask = Callable[..., Awaitable[dict[str, Any]]]


@pytest.fixture
def watched(database: Any) -> Watched:
    return Watched(database)


@pytest.fixture
async def ask(sign_in: SignIn) -> Ask:
    """Asks as the coordinator about a request of tele-stroke from Lakeshore General's emergency department."""
    planner = sign_in("coordinator")
    choices = (await planner.get("/would-be-paged/choices")).json()
    place = next(each["id"] for each in choices["locations"] if each["displayName"].startswith("Lakeshore General - E"))
    line_id = await line_id_of(planner)

    async def make(at: datetime | None = None, **changes: Any) -> dict[str, Any]:
        about = {"serviceLineId": line_id, "locationId": place, "priority": "critical"} | changes
        response = await planner.get("/would-be-paged", params=about | ({"at": iso_utc(at)} if at is not None else {}))
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer

    return make


def _steps(answer: dict[str, Any]) -> list[tuple[int, str | None, list[str]]]:
    """After how many minutes each step follows, why it is skipped, and whom it pages by first name, or the number."""
    return [
        (
            step["afterSeconds"] // 60,
            step["skipped"],
            [each["firstName"] for each in step["people"]] + ([step["backupNumber"]] if step["backupNumber"] else []),
        )
        for step in answer["steps"]
    ]


async def _decide(sign_in: SignIn, *steps: dict[str, Any], **changes: Any) -> None:
    admin = sign_in("admin")
    policy = own_policy("", NUMBER, steps=list(steps), repeatSeconds=600) | changes
    await put_policy(admin, {"serviceLineId": await line_id_of(admin), "policy": policy})


async def test_the_standard_steps_page_whoever_is_planned_in_their_stead(ask: Ask, watched: Watched) -> None:
    """Half an hour from now. Whoever is checked in now does not count, and the second shift begins in between."""
    await watched.plan("neuro", ends=32)
    await watched.plan("nomedipac", begins=32)
    await watched.plan("neuro2", primary=False)
    await have_contacts(watched, "neuro", ("call", "(555) 010-0161", 60), ("text", "(555) 010-0161", 0))
    answer = await ask(clock.now() + 30 * MINUTE)
    both = ["Søren", "Hiroshi", "Luis"]
    assert _steps(answer) == [
        (0, None, ["Amara"]),
        (3, None, ["Hiroshi"]),
        (6, None, ["Luis"]),
        *[(minute, None, both) for minute in (8, 10, 12, 14)],
        (16, None, [BACKUP_NUMBER]),
    ]
    assert (answer["isNow"], answer["isOpen"], answer["isStandard"]) == (False, True, True)
    assert answer["steps"][0]["people"][0] == {
        "userId": answer["steps"][0]["people"][0]["userId"],
        "firstName": "Amara",
        "lastName": "Feldspar",
        "target": "allNotifications",
        "isPlanned": True,
        "notPaged": None,
        "channels": ["call", "text"],
        "callsUnverified": False,
        "hasAsked": False,
    }
    (coordinator,) = answer["steps"][2]["people"]
    assert (coordinator["isPlanned"], coordinator["target"]) == (False, "coordinators")


async def test_now_it_is_whoever_is_checked_in(ask: Ask, check_in: CheckIn, watched: Watched) -> None:
    """The one who is planned does not stand for them, and a form that was filled in for a while means now."""
    await watched.plan("neuro")
    await check_in("neuro2", line="tele-stroke")
    for at in (None, clock.now() - 14 * MINUTE):
        answer = await ask(at)
        assert answer["isNow"]
        (person,) = answer["steps"][0]["people"]
        assert (person["firstName"], person["isPlanned"]) == ("Hiroshi", False)
        assert (person["channels"], person["callsUnverified"]) == ([], True)


async def test_a_request_of_now_is_paged_as_foreseen(
    ask: Ask, sign_in: SignIn, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    """By a policy with closed hours, channels, planned people and a step for nobody; it is 06:00 in Chicago."""
    await watched.plan("nomedipac")
    await have_contacts(watched, "neuro", ("text", "(555) 010-0161", 0), ("email", "neuro@example.org", 0))
    await check_in("neuro", line="tele-stroke")
    await _decide(
        sign_in,
        step(60, "allNotifications", channels=["text"]),
        step(120, "coordinators", hours=DAYTIME),
        step(180, "escalationOnly"),
        step(300, "plannedAll"),
        rounds=2,
    )
    answer = await ask()
    nurse = sign_in("nurse")
    assert not answer["isStandard"]
    assert _steps(answer) == [
        (1, None, ["Amara"]),
        (2, "outsideHours", []),
        (2, *NOBODY),
        (2, None, ["Søren"]),
        (12, None, ["Amara", "Luis", "Søren"]),
        (22, None, [NUMBER]),
    ]
    assert answer["steps"][0]["people"][0]["channels"] == ["text"]
    await bodies.create(nurse, "tele-stroke")
    for minute in range(24):
        await watched.look(after=MINUTE if minute else None)
    names = {"neuro": "Amara", "nomedipac": "Søren", "coordinator": "Luis", NUMBER: NUMBER}
    done = {(at, names[who]) for at, who, _, channel in await watched.notices() if channel in {"screen", "call"}}
    assert done == {(at, who) for at, skipped, people in _steps(answer) for who in people if skipped is None}


async def test_the_policy_is_that_of_the_facility_from_which_it_is_requested(
    ask: Ask, sign_in: SignIn, watched: Watched
) -> None:
    planner, admin = sign_in("coordinator"), sign_in("admin")
    locations = (await planner.get("/would-be-paged/choices")).json()["locations"]
    place = next(each["id"] for each in locations if each["displayName"].startswith("Alder Creek - E"))
    ((facility_id,),) = await watched.rows("select facility_id from location_units where id = :id", id=place)
    about = {"serviceLineId": await line_id_of(admin), "facilityId": facility_id}
    await put_policy(admin, about | {"policy": own_policy("coordinators", NUMBER)})
    answers = [await ask(clock.now() + 30 * MINUTE, **at) for at in ({}, {"locationId": place})]
    assert [answer["steps"][-1]["backupNumber"] for answer in answers] == [BACKUP_NUMBER, NUMBER]
    assert [answer["isStandard"] for answer in answers] == [True, False]


async def test_nobody_planned_is_said_plainly(ask: Ask) -> None:
    """Coordinators cannot take a request on, so that the backup number is called soon."""
    answer = await ask(clock.now() + timedelta(days=300))
    assert _steps(answer) == [(0, *NOBODY), (0, *NOBODY), (0, None, ["Luis"]), (2, None, ["Luis", BACKUP_NUMBER])]


async def test_who_has_access_only_on_call_is_named_as_not_paged(
    ask: Ask, sign_in: SignIn, check_in: CheckIn, watched: Watched
) -> None:
    """A request from the other organization: planned people are assumed to check in, unless they need not.

    That they are on call now says nothing about later.
    """
    admin, planner = sign_in("admin"), sign_in("coordinator")
    await watched.plan("neuro")
    await check_in("neuro", line="tele-stroke")
    policy = own_policy("", NUMBER, steps=[step(0, "allNotifications"), step(300, "plannedAll")])
    of_summit = {"organizationId": await organization_id(admin, "Summit Ridge Healthcare")}
    await put_policy(admin, {"serviceLineId": await line_id_of(admin), "policy": policy} | of_summit)
    choices = (await planner.get("/would-be-paged/choices")).json()
    summit = next(each["id"] for each in choices["locations"] if each["displayName"].startswith("Summit Ridge - E"))
    answer = await ask(clock.now() + MINUTE, locationId=summit)
    found = [
        (each["skipped"], [person["notPaged"] for person in each["people"]], each["backupNumber"])
        for each in answer["steps"]
    ]
    assert found == [(None, [None], None), ("allAnswered", ["noAccess"], None), (None, [], NUMBER)]


async def test_whoever_has_asked_for_cover_in_vain_is_marked(ask: Ask, sign_in: SignIn, watched: Watched) -> None:
    schedule_id = await watched.plan("neuro", ends=1200)
    begins, ends = clock.now() + 60 * MINUTE, clock.now() + 300 * MINUTE
    body = {"scheduleId": schedule_id, "startsAt": iso_utc(begins), "endsAt": iso_utc(ends), "swapFor": None}
    asked = await sign_in("neuro").post("/cover-requests", json=body)
    assert asked.status_code == 201, asked.text

    async def has_asked(at: datetime) -> bool:
        (person,) = (await ask(at))["steps"][0]["people"]
        return bool(person["hasAsked"])

    assert [await has_asked(at) for at in (begins - MINUTE, begins, ends - MINUTE, ends)] == [False, True, True, False]
    later = {
        (step["afterSeconds"] >= 300, person["hasAsked"])
        for step in (await ask(begins - 5 * MINUTE))["steps"]
        for person in step["people"]
        if person["firstName"] == "Amara"
    }
    assert later == {(False, False), (True, True)}, "each step counts with its own time"
    assert (await sign_in("neuro").delete(f"/cover-requests/{asked.json()['id']}")).status_code == 204
    assert not await has_asked(begins)


async def test_the_plan_is_that_of_the_wall_clock_on_the_day_it_changes(
    ask: Ask, sign_in: SignIn, noon: datetime
) -> None:
    """In New York, clocks are set from 2 to 3 on March 8; a shift from 7 to 7 then ends an hour earlier."""
    planner = sign_in("coordinator")
    people = [await user_id_of(sign_in(name)) for name in ("neuro", "neuro2")]
    body = schedule(rotation(*people, turnUnit="day"), name="First call") | {"serviceLineId": await line_id_of(planner)}
    assert (await planner.post("/call-schedules", json=body)).status_code == 201
    hand_over = noon + timedelta(days=4, hours=-1)
    found = [_steps(await ask(at))[0][2] for at in (hand_over - MINUTE, hand_over, hand_over + timedelta(hours=23.9))]
    assert found == [["Hiroshi"], ["Amara"], ["Amara"]]


async def test_those_who_plan_or_provide_the_line_may_ask_about_a_year(sign_in: SignIn) -> None:
    choices = (await sign_in("coordinator").get("/would-be-paged/choices")).json()
    line = next(each for each in choices["lines"] if each["name"] == "Tele-Stroke")
    assert line["priorities"] == ["critical", "urgent"]
    asked: list[tuple[str, dict[str, Any], int]] = [
        ("coordinator", {}, 200),
        ("neuro", {}, 200),
        ("nurse", {}, 403),
        ("reporting", {}, 403),
        ("psych", {}, 404),
        ("coordinator", {"locationId": 987654}, 404),
        ("coordinator", {"serviceLineId": 987654}, 404),
        ("coordinator", {"priority": "routine"}, 400),
        ("coordinator", {"at": "2027-03-03T12:00:00Z"}, 200),
        ("coordinator", {"at": "2027-03-03T12:00:01Z"}, 400),
        ("coordinator", {"at": "2026-03-04T11:44:59Z"}, 400),
    ]
    about = {"serviceLineId": line["id"], "locationId": line["locationIds"][0], "priority": "critical"}
    for username, changes, status in asked:
        response = await sign_in(username).get("/would-be-paged", params=about | changes)
        assert response.status_code == status, (username, changes, response.text)


async def test_everyone_is_offered_what_they_may_ask_about(sign_in: SignIn) -> None:
    async def offered(username: str) -> tuple[list[str], set[str]]:
        choices = (await sign_in(username).get("/would-be-paged/choices")).json()
        return [line["name"] for line in choices["lines"]], {each["displayName"][:6] for each in choices["locations"]}

    lines, places = await offered("tox")
    assert (lines, "Summit" in places) == (["Tele-Toxicology"], False)
    lines, places = await offered("coordinator")
    assert (len(lines), "Summit" in places) == (3, True)
