"""Going on call and off it."""

from datetime import datetime, timedelta
from typing import Any, Final

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SentEvent, SignIn
from wardline.access.decision import ALLOWED
from wardline.core import clock
from wardline.on_call import policies
from wardline.people.models import CheckIn as CheckInRow
from wardline.people.models import Role
from wardline.service_lines.models import ServiceLine


async def _body(client: httpx.AsyncClient, **changes: object) -> dict[str, object]:
    me = (await client.get("/me")).json()
    return {
        "roleId": me["defaultCheckinRoleId"],
        "serviceLineId": me["activeServiceLines"][0]["id"] if me["activeServiceLines"] else 3,
        "phoneNumber": "(555) 010-0199",
        "primary": True,
    } | changes


@pytest.mark.req("API-41", "API-43", "API-44", "ENT-38", "CALL-02")
async def test_on_call_and_off(sign_in: SignIn) -> None:
    """In the requested role, for a user who has several."""
    both = sign_in("both")
    assert (await both.get("/checkin")).json() == []
    body = await _body(both)
    assert body["roleId"] != (await both.get("/me")).json()["roles"][0]["id"]
    for wrong in ({"primary": "yes"}, {"phoneNumber": "555"}, {"roleId": str(body["roleId"])}):
        assert (await both.post("/checkin", json=body | wrong)).status_code == 400, wrong
    created = await both.post("/checkin", json=body)
    assert created.status_code == 201
    assert created.json() == body | {"id": created.json()["id"], "subject": "consult"}
    assert (await both.get("/checkin")).json() == [created.json()]
    for _ in range(2):
        assert (await both.post("/checkout")).status_code == 204
        assert (await both.get("/checkin")).json() == []


@pytest.mark.parametrize(
    ("role", "subject"),
    [("Virtual Provider", "consult"), ("Bedside Provider", "consult"), ("Transfer Coordinator", "transfer")],
)
@pytest.mark.req("CALL-20", "API-43", "ENT-38")
async def test_a_check_in_carries_its_role_its_line_and_what_that_role_answers(
    sign_in: SignIn, session: AsyncSession, monkeypatch: pytest.MonkeyPatch, role: str, subject: str
) -> None:
    """Of users who also have a role that provides consults."""
    monkeypatch.setattr(policies, "can_check_in", lambda *_, **__: ALLOWED)
    psych = sign_in("psych")
    role_id = (await session.scalars(select(Role.id).where(Role.name == role))).one()
    body = await _body(psych, roleId=role_id)
    created = await psych.post("/checkin", json=body)
    assert created.json() == body | {"id": created.json()["id"], "subject": subject}
    assert (await psych.get("/checkin")).json() == [created.json()]


@pytest.mark.parametrize("primary", [True, False])
@pytest.mark.req("CALL-07", "API-41", "ENT-38", "CALL-09", "ENT-36")
async def test_a_check_in_says_whether_all_notifications_come_or_escalations_only(
    sign_in: SignIn, primary: bool
) -> None:
    neuro = sign_in("neuro")
    created = await neuro.post("/checkin", json=await _body(neuro, serviceLineId=2, primary=primary))
    assert created.json()["primary"] is primary
    assert [open_yet["primary"] for open_yet in (await neuro.get("/checkin")).json()] == [primary]
    assert (await neuro.get("/me")).json()["preferences"]["onCallNotificationType"] is primary


@pytest.mark.req("CALL-06", "CALL-07")
async def test_a_line_that_does_not_distinguish_escalations_sends_all_notifications(sign_in: SignIn) -> None:
    psych = sign_in("psych")
    created = await psych.post("/checkin", json=await _body(psych, primary=False))
    assert created.json()["primary"] is True
    assert (await psych.put("/checkin/preference", json=PREFERENCE)).status_code == 204
    ((phone, primary),) = [(duty["phoneNumber"], duty["primary"]) for duty in (await psych.get("/checkin")).json()]
    assert (phone, primary) == (PREFERENCE["smsInfo"]["phoneNumber"], True)


@pytest.mark.req("CALL-02", "API-44")
async def test_check_out_works_on_a_node_with_a_slow_clock(sign_in: SignIn, noon: datetime) -> None:
    psych = sign_in("psych")
    await psych.post("/checkin", json=await _body(psych))
    clock.advance(timedelta(seconds=-3))
    assert (await psych.post("/checkout")).status_code == 204
    assert (await psych.get("/checkin")).json() == []


@pytest.mark.req("CALL-02", "API-44")
async def test_check_out_ends_also_the_duty_for_a_line_that_was_taken_from_the_user(
    sign_in: SignIn, session: AsyncSession
) -> None:
    neuro = sign_in("neuro")
    body, me = await _body(neuro), (await neuro.get("/me")).json()
    await neuro.post("/checkin", json=body)
    lines = select(ServiceLine.id).where(ServiceLine.id.not_in([line["id"] for line in me["activeServiceLines"]]))
    taken = (await session.scalars(lines.order_by(ServiceLine.id))).first()
    session.add(
        CheckInRow(
            user_id=me["id"],
            role_id=body["roleId"],
            service_line_id=taken,
            phone_number="(555) 010-0199",
            primary=True,
            checked_in_at=clock.now(),
        )
    )
    await session.commit()
    assert taken in [each["serviceLineId"] for each in (await neuro.get("/checkin")).json()]
    assert (await neuro.post("/checkout")).status_code == 204
    assert (await neuro.get("/checkin")).json() == []


@pytest.mark.req("API-41", "CALL-15", "API-43")
async def test_a_second_check_in_to_a_line_replaces_the_first(sign_in: SignIn) -> None:
    psych = sign_in("psych")
    await psych.post("/checkin", json=await _body(psych))
    await psych.post("/checkin", json=await _body(psych, phoneNumber="(555) 010-0200"))
    (check_in,) = (await psych.get("/checkin")).json()
    assert check_in["phoneNumber"] == "(555) 010-0200"


@pytest.mark.req("CALL-15", "CALL-02", "API-41", "API-43", "API-44")
async def test_a_second_check_in_leaves_other_lines_and_other_people_alone(sign_in: SignIn) -> None:
    neuro, colleague = sign_in("neuro"), sign_in("neuro2")
    # Tele-Stroke, for which a user may be on call for escalations only, and another one.
    other = 2
    first = next(line["id"] for line in (await neuro.get("/me")).json()["activeServiceLines"] if line["id"] != other)
    await colleague.post("/checkin", json=await _body(colleague, serviceLineId=first))
    for line_id in (first, other, first):
        created = await neuro.post("/checkin", json=await _body(neuro, serviceLineId=line_id, primary=False))
        assert (created.status_code, created.json()["serviceLineId"]) == (201, line_id)
        assert created.json() in (await neuro.get("/checkin")).json(), "each is answered as it is listed"
    lines = [check_in["serviceLineId"] for check_in in (await neuro.get("/checkin")).json()]
    assert sorted(lines) == sorted([first, other])
    await neuro.post("/checkout")
    assert (await neuro.get("/checkin")).json() == []
    assert [check_in["serviceLineId"] for check_in in (await colleague.get("/checkin")).json()] == [first]


@pytest.mark.req("API-41", "CALL-14", "CALL-15", "PERM-06")
async def test_only_own_roles_and_lines(sign_in: SignIn) -> None:
    psych, nurse = sign_in("psych"), sign_in("nurse")
    assert (await psych.post("/checkin", json=await _body(psych, serviceLineId=2))).status_code == 403
    (bedside,) = (await nurse.get("/me")).json()["roles"]
    for role_id in (999, bedside["id"]):
        assert (await psych.post("/checkin", json=await _body(psych, roleId=role_id))).status_code == 403
    assert (await nurse.post("/checkin", json=await _body(nurse))).status_code == 403
    assert (await psych.get("/checkin")).json() == []
    # A user who may request and view every line may provide two of them, in either role.
    both = sign_in("both")
    duty = await _body(both)
    for role in (await both.get("/me")).json()["roles"]:
        for line_id, status in ((1, 403), (9, 201)):
            sent = duty | {"roleId": role["id"], "serviceLineId": line_id}
            assert (await both.post("/checkin", json=sent)).status_code == status
    assert [check_in["serviceLineId"] for check_in in (await both.get("/checkin")).json()] == [9]


PREFERENCE: Final[dict[str, Any]] = {
    "preferences": {
        "onCallNotificationType": False,
        "onCallServiceLine": 3,
        "onCallPhoneNumber": "(555) 010-0300",
    },
    "smsInfo": {"serviceLineId": 3, "phoneNumber": "(555) 010-0301", "primary": False},
}


@pytest.mark.parametrize("name", ["phoneNumber", "serviceLineId", "primary"])
@pytest.mark.req("VAL-41", "CALL-03", "CALL-12", "API-41", "VAL-43")
async def test_phone_line_and_notification_type_are_required(sign_in: SignIn, name: str) -> None:
    psych = sign_in("psych")
    body = await _body(psych)
    without = {key: value for key, value in body.items() if key != name}
    for sent in (body | {name: None}, body | {name: "yes"}, without):
        response = await psych.post("/checkin", json=sent)
        assert response.status_code == 400, sent
        assert [error["field"] for error in response.json()["errors"]] == [name]
    assert (await psych.get("/checkin")).json() == []


@pytest.mark.parametrize("name", ["onCallNotificationType", "onCallServiceLine", "onCallPhoneNumber"])
@pytest.mark.req("VAL-41", "CALL-09", "API-42", "VAL-43")
async def test_incomplete_settings_are_not_saved(sign_in: SignIn, name: str) -> None:
    psych = sign_in("psych")
    before = (await psych.get("/me")).json()["preferences"]
    wanting = {key: value for key, value in PREFERENCE["preferences"].items() if key != name}
    for preferences in (wanting, wanting | {name: "yes"}):
        response = await psych.put("/checkin/preference", json={**PREFERENCE, "preferences": preferences})
        assert [error["field"] for error in response.json()["errors"]] == [f"preferences.{name}"]
    assert (await psych.get("/me")).json()["preferences"] == before


@pytest.mark.parametrize("phone", ["", "5550100199", "(555)010-0199", "(555) 010-01999", "(911) 000-0000", None])
@pytest.mark.req("VAL-41", "VAL-01", "CALL-03", "API-41", "VAL-43")
async def test_phone_is_required(sign_in: SignIn, phone: str | None) -> None:
    psych = sign_in("psych")
    response = await psych.post("/checkin", json=await _body(psych, phoneNumber=phone))
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == ["phoneNumber"]


@pytest.mark.parametrize(("part", "name"), [("preferences", "onCallPhoneNumber"), ("smsInfo", "phoneNumber")])
@pytest.mark.req("VAL-41", "API-42", "VAL-01", "VAL-43")
async def test_a_number_of_the_settings_is_in_phone_format(check_in: CheckIn, part: str, name: str) -> None:
    psych = await check_in("psych", line="tele-psych")
    before = [(await psych.get("/me")).json()["preferences"], (await psych.get("/checkin")).json()]
    for phone in ("", "5550100199", "(555) 010-019", "(911) 000-0000"):
        response = await psych.put("/checkin/preference", json=PREFERENCE | {part: PREFERENCE[part] | {name: phone}})
        assert response.status_code == 400, phone
        assert [error["field"] for error in response.json()["errors"]] == [f"{part}.{name}"]
    assert [(await psych.get("/me")).json()["preferences"], (await psych.get("/checkin")).json()] == before


@pytest.mark.req("API-42", "CALL-09", "CALL-13", "ENT-36")
async def test_preferences_are_saved(check_in: CheckIn, sent_events: list[SentEvent]) -> None:
    """And published to the user's other screens; settings that name a line of other users are not saved."""
    psych = await check_in("psych", line="tele-psych")
    sent_events.clear()
    assert (await psych.put("/checkin/preference", json=PREFERENCE)).status_code == 204
    me = (await psych.get("/me")).json()
    assert me["preferences"] == PREFERENCE["preferences"]
    assert [(event.name, event.data, event.rooms) for event in sent_events] == [
        ("on-call:changed", {"serviceLineId": 3}, ["on-call:3"]),
        ("user:updated", {"userId": me["id"]}, [f"user:{me['id']}"]),
    ]
    for part, name in (("preferences", "onCallServiceLine"), ("smsInfo", "serviceLineId")):
        foreign = PREFERENCE | {part: PREFERENCE[part] | {name: 2}}
        assert (await psych.put("/checkin/preference", json=foreign)).status_code == 403
    assert (await psych.get("/me")).json() == me
    (check_in_row,) = (await psych.get("/checkin")).json()
    assert check_in_row["phoneNumber"] == "(555) 010-0301"


@pytest.mark.req("CALL-09", "API-42", "ENT-36")
async def test_settings_remain_after_the_duty(check_in: CheckIn) -> None:
    psych = await check_in("psych", line="tele-psych")
    assert (await psych.put("/checkin/preference", json=PREFERENCE)).status_code == 204
    assert (await psych.post("/checkout")).status_code == 204
    assert (await psych.get("/me")).json()["preferences"] == PREFERENCE["preferences"]


@pytest.mark.req("API-42", "CALL-09", "CALL-07", "CALL-13", "ENT-36")
async def test_settings_change_the_duty_on_their_own_line_only(sign_in: SignIn) -> None:
    neuro, colleague = sign_in("neuro"), sign_in("neuro2")
    first, other = 2, 1
    await colleague.post("/checkin", json=await _body(colleague, serviceLineId=first))
    for line_id in (first, other):
        await neuro.post("/checkin", json=await _body(neuro, serviceLineId=line_id))
    preferences = PREFERENCE["preferences"] | {"onCallServiceLine": other, "onCallNotificationType": True}
    sent = {"preferences": preferences, "smsInfo": PREFERENCE["smsInfo"] | {"serviceLineId": first}}
    assert (await neuro.put("/checkin/preference", json=sent)).status_code == 204
    assert (await neuro.get("/me")).json()["preferences"] == preferences
    duties = [*(await neuro.get("/checkin")).json(), *(await colleague.get("/checkin")).json()]
    assert sorted((duty["serviceLineId"] == first, duty["phoneNumber"], duty["primary"]) for duty in duties) == [
        (False, "(555) 010-0199", True),
        (True, "(555) 010-0199", True),
        (True, "(555) 010-0301", False),
    ]
