"""Who sees who is on call, and which events tell them that it changed."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

import httpx
import pytest
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SentEvent, SignIn
from wardline.access.permissions import ACCESS_ORGANIZATION, ACCESS_SERVICE_LINE, REQUEST_CONSULT, VIEW_CONSULT
from wardline.consults.rooms import rooms_of
from wardline.core import clock
from wardline.directory.loading import load_by_subject
from wardline.on_call import repository
from wardline.on_call.repository import CheckInRepository
from wardline.people.models import CheckIn as CheckInRow
from wardline.people.models import Role, User
from wardline.places.models import Facility, LocationServiceLine, LocationUnit, Organization

PSYCH, TELE_STROKE, HOSPITALIST = 3, 2, 9
ALL_LINES: Final = set(range(1, 11))


async def _shown(client: httpx.AsyncClient) -> dict[int, dict[str, Any]]:
    """Each shown line, by id."""
    response = await client.get("/on-call")
    assert response.status_code == 200, response.text
    return {line["serviceLineId"]: line for line in response.json()}


async def _names(client: httpx.AsyncClient, line_id: int) -> list[str]:
    return [person["firstName"] for person in (await _shown(client))[line_id]["people"]]


def _changed(events: list[SentEvent]) -> list[tuple[dict[str, Any], list[str]]]:
    return [(event.data, event.rooms) for event in events if event.name == "on-call:changed"]


def _change_of(*line_ids: int) -> list[tuple[dict[str, Any], list[str]]]:
    return [({"serviceLineId": line_id}, [f"on-call:{line_id}"]) for line_id in line_ids]


async def test_the_requester_sees_who_is_on_call_for_each_line(
    noon: datetime, sign_in: SignIn, check_in: CheckIn
) -> None:
    """Or that nobody is; with the role and since when, and without a phone number."""
    nurse = sign_in("nurse")
    before = await _shown(nurse)
    assert {line_id: (line["people"], line["total"]) for line_id, line in before.items()} == dict.fromkeys(
        ALL_LINES, ([], 0)
    )
    await check_in("psych", line="tele-psych")
    clock.advance(timedelta(minutes=5))
    neuro = await check_in("neuro", line="tele-stroke")
    me = (await neuro.get("/me")).json()
    shown = await _shown(nurse)
    (person,) = shown[TELE_STROKE]["people"]
    assert datetime.fromisoformat(person.pop("since")) == noon + timedelta(minutes=5)
    assert person == {
        "id": me["id"],
        "firstName": "Amara",
        "lastName": me["lastName"],
        "roleLabel": "Virtual",
        "primary": True,
    }
    assert [person["firstName"] for person in shown[PSYCH]["people"]] == ["Priya"]
    await neuro.post("/checkout")
    assert (await _shown(nurse)) == {**before, PSYCH: shown[PSYCH]}


async def test_those_who_are_notified_first_come_first(noon: datetime, sign_in: SignIn) -> None:
    neuro, colleague, third = sign_in("neuro"), sign_in("neuro2"), sign_in("nomedipac")
    for client, primary in ((neuro, False), (colleague, True), (third, True)):
        await _go_on_call(client, TELE_STROKE, primary=primary)
        clock.advance(timedelta(minutes=1))
    shown = (await _shown(neuro))[TELE_STROKE]["people"]
    assert [(person["firstName"], person["primary"]) for person in shown] == [
        ("Hiroshi", True),
        ("Søren", True),
        ("Amara", False),
    ]


async def _go_on_call(client: httpx.AsyncClient, line_id: int, **changes: object) -> None:
    me = (await client.get("/me")).json()
    body = {"roleId": me["defaultCheckinRoleId"], "serviceLineId": line_id, "phoneNumber": "(555) 010-0199"}
    response = await client.post("/checkin", json=body | {"primary": True} | changes)
    assert response.status_code == 201, response.text


async def test_those_who_answer_transfers_are_not_on_call_for_consults(
    sign_in: SignIn, check_in: CheckIn, session: AsyncSession
) -> None:
    for username in ("neuro", "neuro2"):
        await check_in(username, line="tele-stroke")
    coordinator = (await session.scalars(select(Role.id).where(Role.name == "Transfer Coordinator"))).one()
    duty = select(CheckInRow).join(User, User.id == CheckInRow.user_id).where(User.username == "neuro")
    (await session.scalars(duty)).one().role_id = coordinator
    await session.commit()
    assert await _names(sign_in("nurse"), TELE_STROKE) == ["Hiroshi"]


async def test_a_crowd_is_counted(sign_in: SignIn, check_in: CheckIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repository, "MAX_NAMED", 2)
    for username in ("neuro", "neuro2", "nomedipac"):
        await check_in(username, line="tele-stroke")
    line = (await _shown(sign_in("nurse")))[TELE_STROKE]
    assert ([person["firstName"] for person in line["people"]], line["total"]) == (["Amara", "Hiroshi"], 3)


@pytest.mark.req("DET-41")
@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("", (["Amara"], 3)),
        ("hiro", (["Hiroshi"], 1)),
        ("soren", (["Søren"], 1)),
        ("Obsidian, Hiroshi", (["Hiroshi"], 1)),
        ("siroshi", ([], 0)),
        ("amara obsidian", ([], 0)),
        ("-", ([], 0)),
    ],
)
async def test_of_a_crowd_on_one_line_anyone_is_found_by_name(
    sign_in: SignIn, check_in: CheckIn, monkeypatch: pytest.MonkeyPatch, name: str, found: tuple[list[str], int]
) -> None:
    monkeypatch.setattr(repository, "MAX_NAMED", 1)
    for username in ("neuro", "neuro2", "nomedipac"):
        await check_in(username, line="tele-stroke")
    query = {"serviceLineId": str(TELE_STROKE), "name": name}
    (line,) = (await sign_in("nurse").get("/on-call", params=query)).json()
    assert line["serviceLineId"] == TELE_STROKE
    assert ([person["firstName"] for person in line["people"]], line["total"]) == found


async def test_those_with_one_name_are_counted_on_each_line_of_theirs(
    sign_in: SignIn, check_in: CheckIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "MAX_NAMED", 1)
    await check_in("psych", line="tele-psych")
    for username in ("neuro", "neuro2"):
        await check_in(username, line="tele-stroke")
    lines = (await sign_in("nurse").get("/on-call", params={"name": "a"})).json()
    counts = {line["serviceLineId"]: (len(line["people"]), line["total"]) for line in lines}
    assert set(counts) == ALL_LINES
    assert (counts[TELE_STROKE], counts[PSYCH]) == ((1, 1), (0, 0))


async def test_nobody_sees_the_duty_of_a_line_that_their_organizations_cannot_request(
    sign_in: SignIn, check_in: CheckIn, session: AsyncSession
) -> None:
    """Until they are on call for it themselves, and serve those who can."""
    await check_in("hospitalist", line="tele-hospitalist")
    elsewhere, both = sign_in("elsewhere"), sign_in("both")
    assert await _names(elsewhere, HOSPITALIST) == ["Daniel"]
    units = select(LocationUnit.id).join(LocationUnit.facility).join(Facility.organization)
    for code, sees in (("summit", both), ("lakeshore", None)):
        await session.execute(
            delete(LocationServiceLine).where(
                LocationServiceLine.service_line_id == HOSPITALIST,
                LocationServiceLine.location_id.in_(units.where(Organization.code == code)),
            )
        )
        await session.commit()
        assert HOSPITALIST not in await _shown(elsewhere)
        if sees is not None:
            assert await _names(sees, HOSPITALIST) == ["Daniel"]
        else:
            assert HOSPITALIST not in await _shown(both)


@pytest.mark.req("PERM-07", "PERM-09")
async def test_lines_that_a_user_may_neither_view_nor_request_are_not_shown(
    sign_in: SignIn, session: AsyncSession
) -> None:
    assert set(await _shown(sign_in("psych"))) == {PSYCH}
    assert set(await _shown(sign_in("coordinator"))) == {TELE_STROKE, 5, 10}
    assert set(await _shown(sign_in("nobody"))) == set()
    neuro = await load_by_subject(session, "neuro")
    assert neuro is not None
    viewed, requested = {1, 2, 5, 10}, {1, 2, 5}
    for revoked, expected in (
        ({REQUEST_CONSULT}, viewed),
        ({VIEW_CONSULT}, requested),
        ({ACCESS_SERVICE_LINE}, requested),
        ({VIEW_CONSULT, REQUEST_CONSULT}, set[int]()),
    ):
        user = replace(neuro, permissions=neuro.permissions - revoked)
        assert {row.service_line_id for row in await CheckInRepository(session).on_call_now(user)} == expected
        assert {room for room in rooms_of(user) if room.startswith("on-call:")} == {
            f"on-call:{line_id}" for line_id in expected
        }
    user = replace(neuro, permissions=neuro.permissions - {ACCESS_ORGANIZATION})
    assert await CheckInRepository(session).on_call_now(user) == []


async def test_it_takes_one_statement(sign_in: SignIn, check_in: CheckIn, statements: list[str]) -> None:
    await check_in("psych", line="tele-psych")
    nurse = sign_in("nurse")
    await _shown(nurse)
    statements.clear()
    await _shown(nurse)
    assert len([statement for statement in statements if "check_ins" in statement]) == 1


@pytest.mark.req("CALL-15", "RT-17")
async def test_each_change_of_duty_is_published(sign_in: SignIn, sent_events: list[SentEvent]) -> None:
    """With the line's id only, to everyone who may see who is on call for it."""
    neuro = sign_in("neuro")
    await _go_on_call(neuro, TELE_STROKE)
    await _go_on_call(neuro, 1)
    assert _changed(sent_events) == _change_of(TELE_STROKE, 1)
    sent_events.clear()
    settings = {
        "preferences": {
            "onCallNotificationType": False,
            "onCallServiceLine": TELE_STROKE,
            "onCallPhoneNumber": "(555) 010-0300",
        },
        "smsInfo": {"serviceLineId": TELE_STROKE, "phoneNumber": "(555) 010-0301", "primary": False},
    }
    assert (await neuro.put("/checkin/preference", json=settings)).status_code == 204
    assert _changed(sent_events) == _change_of(TELE_STROKE)
    sent_events.clear()
    await neuro.post("/checkout")
    assert _changed(sent_events) == _change_of(1, TELE_STROKE)
    sent_events.clear()
    for call in (neuro.post("/checkout"), neuro.put("/checkin/preference", json=settings)):
        assert (await call).status_code == 204
    assert _changed(sent_events) == [], "nobody went on or off call"


@pytest.mark.req("CALL-15", "API-41")
async def test_a_check_in_replaces_that_of_another_line_at_the_same_moment(
    sign_in: SignIn, check_in: CheckIn, sent_events: list[SentEvent]
) -> None:
    """Only the user's own, and with it any to the new line; one that has ended in the meantime is no obstacle."""
    neuro = sign_in("neuro")
    await check_in("neuro2", line="tele-neuro")
    for line_id in (1, TELE_STROKE):
        await _go_on_call(neuro, line_id)
    sent_events.clear()
    await _go_on_call(neuro, 5, replacesServiceLineId=1)
    assert [duty["serviceLineId"] for duty in (await neuro.get("/checkin")).json()] == [TELE_STROKE, 5]
    assert _changed(sent_events) == _change_of(1, 5)
    nurse = sign_in("nurse")
    assert [await _names(nurse, line_id) for line_id in (1, 5)] == [["Hiroshi"], ["Amara"]]
    await _go_on_call(neuro, TELE_STROKE, replacesServiceLineId=5)
    assert [duty["serviceLineId"] for duty in (await neuro.get("/checkin")).json()] == [TELE_STROKE]
    await neuro.post("/checkout")
    await _go_on_call(neuro, TELE_STROKE, replacesServiceLineId=5)
    assert [duty["serviceLineId"] for duty in (await neuro.get("/checkin")).json()] == [TELE_STROKE]
