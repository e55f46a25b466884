"""What an access check says, and what it leaves in the audit trail. That it is right is tested in tests/permissions."""

from typing import Any

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SignIn
from wardline.access.current_user import CurrentUser
from wardline.access_checks import repository, responses, service

pytestmark = pytest.mark.usefixtures("noon")

NEURO, STROKE = "tele-neuro", "tele-stroke"


@pytest.fixture
def admin(sign_in: SignIn) -> httpx.AsyncClient:
    return sign_in("admin")


class Asking:
    def __init__(self, admin: httpx.AsyncClient) -> None:
        self.admin = admin

    async def person(self, name: str) -> int:
        found = (await self.admin.get("/access-checks/people", params={"name": name})).json()["people"]
        return int(next(each["id"] for each in found if each["username"] == name))

    async def line(self, name: str) -> int:
        lines = (await self.admin.get("/access-checks/choices")).json()["lines"]
        return int(next(each["id"] for each in lines if each["name"] == name))

    async def check(self, username: str, action: str, **about: Any) -> dict[str, Any]:
        body = {"personId": await self.person(username), "action": action, **about}
        response = await self.admin.post("/access-checks", json=body)
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer


@pytest.fixture
def ask(admin: httpx.AsyncClient) -> Asking:
    return Asking(admin)


def _facts(answer: dict[str, Any]) -> list[tuple[str, bool | None]]:
    return [(fact["text"], fact["holds"]) for fact in answer["facts"]]


async def test_a_provider_who_is_not_on_call_is_told_apart_from_one_without_the_right(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, ask: Asking
) -> None:
    consult_id = await bodies.create(client, NEURO)
    await check_in("neuro", line=STROKE)
    answer = await ask.check("neuro", "acknowledgeConsult", consultId=consult_id)
    assert not answer["allowed"]
    assert answer["refusal"] == {
        "status": 403,
        "code": "not_checked_in",
        "message": "Go on call for this consult's service line first.",
    }
    assert answer["reason"] == "They are not on call for Tele-Neuro. They are on call for Tele-Stroke."
    by_label = {each["label"]: each for each in answer["permissions"]}
    assert list(by_label) == [
        "Open consults",
        "Work in organizations",
        "Work with service lines",
        "Acknowledge consults",
    ]
    (role,) = by_label["Acknowledge consults"]["roles"]
    assert (role["name"], role["source"]) == ("Virtual Provider", "file")
    assert _facts(answer) == [
        ("They belong to Lakeshore Health Network.", True),
        ("Tele-Neuro is one of their service lines.", True),
        ("They are not on call for Tele-Neuro. They are on call for Tele-Stroke.", False),
        ("The consult is waiting for someone to acknowledge it.", None),
    ]
    answer = await ask.check("nurse", "acknowledgeConsult", consultId=consult_id)
    assert answer["reason"] == "None of their roles has the permission “Acknowledge consults”."
    missing = answer["permissions"][-1]
    assert (missing["held"], [(role["name"], role["source"]) for role in missing["roles"]]) == (
        False,
        [("Virtual Provider", None)],
    )
    await check_in("neuro", line=NEURO)
    answer = await ask.check("neuro", "acknowledgeConsult", consultId=consult_id)
    assert (answer["allowed"], answer["refusal"], answer["reason"]) == (True, None, None)


async def test_an_answer_names_no_patient_and_is_audited_with_both_ids(
    client: httpx.AsyncClient, bodies: Bodies, ask: Asking, session: AsyncSession
) -> None:
    consult_id = await bodies.create(client, NEURO)
    consult = (await client.get(f"/consults/{consult_id}")).json()
    answer = await ask.check("psych", "viewConsult", consultId=consult_id)
    assert answer["reason"] == ("Tele-Neuro is not one of their service lines. They are not on call for Tele-Neuro.")
    written = str(answer)
    assert consult["Patient"]["nameFamily"] not in written
    assert consult["Patient"]["id"] not in written
    statement = "select details, consult_ids, user_id, status from audit_entries where action = 'checkAccess'"
    (entry,) = (await session.execute(text(statement))).all()
    assert entry.details == {"personId": await ask.person("psych"), "checkedAction": "viewConsult"}
    assert [str(each) for each in entry.consult_ids] == [consult_id]
    assert (entry.user_id, entry.status) == (await ask.person("admin"), 200)


async def test_a_closed_line_is_pointed_out_although_the_call_would_be_accepted(
    admin: httpx.AsyncClient, ask: Asking, session: AsyncSession
) -> None:
    """Tele-COVID is open on Tuesdays, Thursdays and Saturdays."""
    (place, *_) = (await admin.get("/access-checks/locations", params={"name": "4 east"})).json()["locations"]
    about = {"locationId": place["id"], "serviceLineId": await ask.line("Tele-COVID")}
    answer = await ask.check("nurse", "requestConsult", **about)
    assert (answer["allowed"], _facts(answer)) == (
        True,
        [
            ("They belong to Lakeshore Health Network.", True),
            (f"They work at {place['name']}.", True),
            ("They may request Tele-COVID.", True),
            (f"Tele-COVID can be requested from {place['name']}.", True),
            ("Tele-COVID is closed now, so the form for requests does not offer it.", False),
        ],
    )
    answer = await ask.check("nurse", "requestConsult", **about, at="2026-03-05T15:00:00Z")
    assert _facts(answer)[-1] == ("Tele-COVID is open then.", True)
    answer = await ask.check("bedside", "requestConsult", **about)
    assert answer["refusal"]["code"] == "location_not_requestable"
    assert answer["reason"] == f"They do not work at {place['name']}."
    await session.execute(text("update location_units set active = false where id = :id"), {"id": place["id"]})
    await session.commit()
    assert (f"{place['name']} is switched off.", False) in _facts(await ask.check("nurse", "requestConsult", **about))


async def test_somebody_whose_account_is_switched_off_can_do_nothing(
    monkeypatch: pytest.MonkeyPatch, ask: Asking
) -> None:
    async def load_nobody(_: AsyncSession, __: int) -> CurrentUser | None:
        return None

    monkeypatch.setattr(service, "load_by_id", load_nobody)
    answer = await ask.check("neuro", "listConsults")
    assert answer["refusal"]["code"] == "unknown_user"
    assert answer["reason"] == "Their account is deactivated."


async def test_being_on_call_for_an_organization_is_not_said_to_let_anybody_administer_it(
    ask: Asking, admin: httpx.AsyncClient, check_in: CheckIn, session: AsyncSession
) -> None:
    giving = "insert into user_roles select u.id, r.id, 9 from users u, roles r where username = 'psych' and r.name = "
    await session.execute(text(f"{giving} 'Administrator'"))
    await session.execute(
        text(
            "delete from user_organizations using users u, organizations o"
            " where user_id = u.id and username = 'psych' and organization_id = o.id and code = 'lakeshore'"
        )
    )
    await session.commit()
    await check_in("psych", line="tele-psych")
    choices = (await admin.get("/access-checks/choices")).json()["organizations"]
    ids = {each["name"].split()[0]: each["id"] for each in choices}
    theirs, others = [
        await ask.check("psych", "administer", organizationId=ids[name]) for name in ("Summit", "Lakeshore")
    ]
    assert (theirs["allowed"], others["allowed"]) == (True, False)
    assert others["reason"] == "They do not belong to Lakeshore Health Network."
    assert ("They do not belong to Lakeshore Health Network.", False) in _facts(others)


async def test_a_question_names_what_its_action_is_about(admin: httpx.AsyncClient, ask: Asking) -> None:
    body = {"personId": await ask.person("neuro"), "action": "requestConsult"}
    refused = await admin.post("/access-checks", json=body)
    assert refused.status_code == 400
    assert [each["field"] for each in refused.json()["errors"]] == ["locationId", "serviceLineId"]
    assert (await admin.post("/access-checks", json=body | {"personId": 999_999})).status_code == 404


async def test_a_line_that_only_another_organization_requests_is_not_known(
    admin: httpx.AsyncClient, ask: Asking, session: AsyncSession
) -> None:
    body = {"personId": await ask.person("neuro2"), "action": "checkIn", "serviceLineId": await ask.line("Tele-COVID")}
    assert (await admin.post("/access-checks", json=body)).status_code == 200
    await session.execute(
        text(
            "delete from location_service_lines using location_units u, facilities f, organizations o, service_lines l"
            " where location_id = u.id and facility_id = f.id and organization_id = o.id and o.code = 'summit'"
            " and service_line_id = l.id and l.code = 'tele-covid'"
        )
    )
    await session.execute(
        text(
            "delete from user_organizations using users u, organizations o"
            " where user_id = u.id and username = 'admin' and organization_id = o.id and code = 'lakeshore'"
        )
    )
    await session.commit()
    assert (await admin.post("/access-checks", json=body)).status_code == 404


async def test_people_are_found_by_the_beginnings_of_their_names(
    admin: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (repository, responses):
        monkeypatch.setattr(module, "MAX_FOUND", 5)

    async def found(**query: Any) -> list[str]:
        response = (await admin.get("/access-checks/people", params=query)).json()
        return [each["username"] for each in response["people"]]

    assert await found(name="fELD ama") == ["neuro"]
    assert await found(name="eldspar") == []
    assert await found(name="%") == []
    everyone = (await admin.get("/access-checks/people")).json()
    assert (len(everyone["people"]), everyone["hasMore"]) == (5, True)
    assert await found(personId=everyone["people"][3]["id"]) == [everyone["people"][3]["username"]]
