"""What each user reads on the coverage board."""

import json
import re
from datetime import datetime, timedelta
from typing import Any, Final

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SignIn
from wardline.core import clock

NEURO, STROKE, PSYCH, REGIONAL, COVID = (
    "Tele-Neuro",
    "Tele-Stroke",
    "Tele-Psych",
    "Tele-Stroke (Regional)",
    "Tele-COVID",
)
PATIENT: Final = ("Mary Ann", "O'Connor", "1951", "4711", "555")
"""Parts of what `Bodies` sends about a patient and how to reach those who ask."""
MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+")
_VERIFIED: Final = text(
    "insert into contacts (user_id, kind, address, label, position, delay_seconds, created_at, verified_at)"
    " select id, :kind, :address, 'Phone', :position, 0, now(), now() from users where username = :who"
)


LIMIT: Final = """
select completion_limit from consults join priorities
on priorities.service_line_id = consults.service_line_id and priorities.id = consults.priority_id
"""
"""Of the only consult, in seconds."""
SWITCH_OFF_PSYCH: Final = """
update location_units set active = false
from location_service_lines, facilities, organizations
where location_id = location_units.id and service_line_id = 3
and facilities.id = facility_id and organizations.id = organization_id and organizations.code = 'summit'
"""


_OF_CONSULT: Final = "on priorities.service_line_id = consults.service_line_id and priorities.id = consults.priority_id"


async def _verify(session: AsyncSession, who: str, *kinds: str) -> None:
    """Give the user verified contacts of these kinds, in this order."""
    for position, kind in enumerate(kinds):
        values = {"who": who, "kind": kind, "position": position, "address": f"(555) 010-019{position}"}
        await session.execute(_VERIFIED, values)
    await session.commit()


async def _board(client: httpx.AsyncClient) -> dict[str, dict[str, Any]]:
    """Each line by name, in the order of the board."""
    response = await client.get("/coverage")
    assert response.status_code == 200, response.text
    return {line["name"]: line for line in response.json()["lines"]}


async def test_each_line_says_who_is_on_call_and_what_waits(
    noon: datetime, sign_in: SignIn, check_in: CheckIn, bodies: Bodies, session: AsyncSession
) -> None:
    await _verify(session, "neuro", "text")
    neuro = await check_in("neuro", line="tele-stroke")
    await check_in("psych", line="tele-psych")
    nurse = sign_in("nurse")
    taken = await bodies.create(nurse, "tele-stroke")
    assert (await neuro.post(f"/consults/{taken}/acknowledge")).status_code == 200
    for line in ("tele-stroke", "tele-psych", "tele-stroke"):
        clock.advance(timedelta(minutes=10))
        await bodies.create(nurse, line)
    ended = await bodies.create(nurse, "tele-psych")
    cancelled = {"cancel": True, "cancellationReason": "Requested twice"}
    assert (await nurse.post(f"/consults/{ended}/complete", json=cancelled)).status_code == 200
    board = await _board(nurse)
    me = (await neuro.get("/me")).json()
    assert board[STROKE] == {
        "serviceLineId": 2,
        "name": STROKE,
        "status": "covered",
        "hours": {"isOpen": True, "opensAt": None, "closesAt": None},
        "people": [
            {
                "id": me["id"],
                "firstName": "Amara",
                "lastName": "Feldspar",
                "roleLabel": "Virtual",
                "primary": True,
                "since": "2026-03-04T12:00:00Z",
                "reachability": None,
            }
        ],
        "requests": {"waiting": 2, "waitingSince": "2026-03-04T12:10:00Z", "overdue": 0, "inProgress": 1},
        "plan": None,
    }
    psych = board[PSYCH]
    assert (psych["status"], psych["requests"]["waiting"], psych["requests"]["inProgress"]) == ("screenOnly", 1, 0)
    nothing = {"waiting": 0, "waitingSince": None, "overdue": 0, "inProgress": 0}
    assert (board[NEURO]["status"], board[NEURO]["people"], board[NEURO]["requests"]) == ("nobody", [], nothing)
    # Both lines are open by the day in New York, where it is Wednesday.
    assert board[REGIONAL]["hours"] == {"isOpen": True, "opensAt": None, "closesAt": "2026-03-05T05:00:00Z"}
    assert board[COVID]["status"] == "closed"
    assert board[COVID]["hours"] == {"isOpen": False, "opensAt": "2026-03-05T05:00:00Z", "closesAt": None}
    assert [name for name in board if board[name]["requests"]["waiting"]] == [STROKE, PSYCH]
    assert {board[name]["status"] for name in list(board)[: list(board).index(STROKE)]} == {"nobody"}


async def test_a_request_is_overdue_from_the_limit_of_its_priority_on_until_it_is_answered(
    noon: datetime, sign_in: SignIn, check_in: CheckIn, bodies: Bodies, session: AsyncSession
) -> None:
    neuro, nurse = await check_in("neuro", line="tele-stroke"), sign_in("nurse")
    consult_id = await bodies.create(nurse, "tele-stroke")
    limit = await session.scalar(text(LIMIT))
    overdue = []
    for after in (timedelta(seconds=limit - 1), timedelta(seconds=1)):
        clock.advance(after)
        overdue.append((await _board(nurse))[STROKE]["requests"]["overdue"])
    assert overdue == [0, 1]
    assert (await neuro.post(f"/consults/{consult_id}/acknowledge")).status_code == 200
    assert (await _board(nurse))[STROKE]["requests"]["overdue"] == 0


async def test_nothing_of_a_patient_is_on_the_board(sign_in: SignIn, check_in: CheckIn, bodies: Bodies) -> None:
    await check_in("psych", line="tele-psych")
    consult_id = await bodies.create(sign_in("nurse"))
    for who in ("nurse", "coordinator", "admin"):
        # The digits of a moment may be those of a year.
        board = MOMENT.sub("", json.dumps(await _board(sign_in(who))))
        assert not [part for part in (consult_id, *PATIENT) if part in board]


async def test_requests_of_other_organizations_are_never_counted(
    sign_in: SignIn, check_in: CheckIn, bodies: Bodies
) -> None:
    """Not even for those who may view them, because they are on call for those organizations."""
    stranger, nurse = sign_in("elsewhere"), sign_in("nurse")
    neuro = await check_in("neuro", line="tele-stroke")
    consult_id = await bodies.create(stranger, "tele-stroke")
    assert (await neuro.get(f"/consults/{consult_id}")).status_code == 200
    waiting = {
        who: (await _board(sign_in(who)))[STROKE]["requests"]["waiting"]
        for who in ("nurse", "neuro", "elsewhere", "neuro2", "coordinator")
    }
    assert waiting == {"nurse": 0, "neuro": 0, "elsewhere": 1, "neuro2": 1, "coordinator": 1}
    await bodies.create(nurse, "tele-stroke")
    assert (await _board(sign_in("neuro2")))[STROKE]["requests"]["waiting"] == 2


async def test_lines_are_those_that_a_user_may_view_and_their_own_organizations_may_request(
    sign_in: SignIn, session: AsyncSession
) -> None:
    assert set(await _board(sign_in("psych"))) == {PSYCH}
    assert set(await _board(sign_in("coordinator"))) == {STROKE, REGIONAL, "Acute Stroke"}
    assert len(await _board(sign_in("nurse"))) == 10
    assert PSYCH in await _board(sign_in("elsewhere"))
    # Nobody can request from a location that is switched off.
    await session.execute(text(SWITCH_OFF_PSYCH))
    await session.commit()
    assert PSYCH not in await _board(sign_in("elsewhere"))
    assert PSYCH in await _board(sign_in("nurse"))


async def test_those_told_of_every_request_come_first(noon: datetime, sign_in: SignIn, check_in: CheckIn) -> None:
    for who, primary in (("neuro", False), ("neuro2", True), ("nomedipac", True)):
        await check_in(who, line="tele-stroke", primary=primary)
        clock.advance(timedelta(minutes=1))
    people = (await _board(sign_in("nurse")))[STROKE]["people"]
    assert [(person["firstName"], person["primary"]) for person in people] == [
        ("Hiroshi", True),
        ("Søren", True),
        ("Amara", False),
    ]


@pytest.mark.parametrize("who", ["coordinator", "admin"])
async def test_planners_see_how_people_on_call_would_be_reached(
    noon: datetime, sign_in: SignIn, check_in: CheckIn, session: AsyncSession, who: str
) -> None:
    """Each channel once, and never a number or an address."""
    await _verify(session, "neuro", "text", "email", "text")
    await session.execute(text("update contacts set verified_at = null where kind = 'email'"))
    await session.commit()
    await check_in("neuro", line="tele-stroke")
    await check_in("neuro2", line="tele-stroke")
    people = (await _board(sign_in(who)))[STROKE]["people"]
    assert {person["firstName"]: person["reachability"] for person in people} == {
        "Amara": {"lastHeardAt": "2026-03-04T12:00:00Z", "channels": ["text"]},
        "Hiroshi": {"lastHeardAt": "2026-03-04T12:00:00Z", "channels": []},
    }
    for other in ("nurse", "neuro", "reporting"):
        assert [person["reachability"] for person in (await _board(sign_in(other)))[STROKE]["people"]] == [None, None]


async def test_someone_on_call_was_last_heard_of_when_a_browser_of_theirs_did_something(
    noon: datetime, sign_in: SignIn, check_in: CheckIn, bodies: Bodies, session: AsyncSession
) -> None:
    await check_in("neuro2", line="tele-stroke")
    neuro, coordinator = await check_in("neuro", line="tele-stroke"), sign_in("coordinator")
    consult_id = await bodies.create(sign_in("nurse"), "tele-stroke")
    page = (
        "with started as (insert into escalations"
        " (consult_id, service_line_id, kind, priority, completion_limit, position, started_at)"
        " values (:id, 2, 'followUp', 'critical', 900, 0, now()) returning id)"
        " insert into paged_people (escalation_id, user_id, target, first_at, {column})"
        " select started.id, users.id, 'responsible', now(), :at from started, users where username = 'neuro'"
    )
    viewing = (
        "insert into consult_viewings (socket_id, consult_id, user_id, renewed_at)"
        " select 'socket', :id, users.id, :at from users where username = 'neuro'"
    )

    async def happens(statement: str) -> None:
        await session.execute(text(statement), {"id": consult_id, "at": clock.now()})
        await session.commit()

    async def heard() -> list[str]:
        people = (await _board(coordinator))[STROKE]["people"]
        return [person["reachability"]["lastHeardAt"] for person in people]

    assert await heard() == ["2026-03-04T12:00:00Z"] * 2
    clock.advance(timedelta(hours=1))
    assert (await neuro.post("/duty")).is_success
    assert await heard() == ["2026-03-04T12:00:00Z", "2026-03-04T13:00:00Z"]
    clock.advance(timedelta(minutes=5))
    await happens(viewing)
    assert (await heard())[1] == "2026-03-04T13:05:00Z"
    clock.advance(timedelta(minutes=5))
    await happens(page.format(column="heard_at"))
    assert await heard() == ["2026-03-04T12:00:00Z", "2026-03-04T13:10:00Z"]


async def test_the_number_of_statements_depends_on_nothing(
    sign_in: SignIn, check_in: CheckIn, bodies: Bodies, statements: list[str]
) -> None:
    admin, nurse = sign_in("admin"), sign_in("nurse")
    await _board(admin)
    statements.clear()
    await _board(admin)
    empty = len(statements)
    for who, line in (("neuro", "tele-stroke"), ("neuro2", "tele-stroke"), ("psych", "tele-psych")):
        await check_in(who, line=line)
        await bodies.create(nurse, line)
    statements.clear()
    await _board(admin)
    assert len(statements) == empty
    assert empty <= 9
