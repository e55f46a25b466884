"""The signed-in person."""

import base64
import re
from dataclasses import replace
from datetime import datetime, timedelta

import httpx
import pytest
from bodies import Bodies
from committed_contract import openapi
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SentEvent, SignIn
from wardline.access.current_user import OpenCheckIn
from wardline.core import clock
from wardline.directory.loading import load_by_subject
from wardline.directory.responses import _default_role, load_me
from wardline.people.models import CheckIn as OpenDuty
from wardline.people.models import Role, User


@pytest.mark.req("API-12", "ENT-32", "ENT-33", "ENT-35", "BAPI-24")
async def test_me(client: httpx.AsyncClient) -> None:
    me = (await client.get("/me")).json()
    assert me["username"] == "nurse"
    assert (me["firstName"], me["lastName"]) == ("Maya", "Larkspur")
    assert (me["phoneNumber"], me["medipacId"]) == ("(555) 021-0101", None)
    assert me["stringDictionary"]["ENUMBER_LABEL"] == "ID Number"
    assert (me["checkinRole"], me["checkinServiceLine"], me["checkedInLineIds"]) == (None, None, [])
    assert [role["name"] for role in me["roles"]] == ["Bedside Provider"]
    assert {"action": "Request", "subject": "Consult"} in me["rbacPermissions"]
    assert {"action": "Give", "subject": "Consult"} not in me["rbacPermissions"]
    assert {line["slug"] for line in me["requestableServiceLines"]} >= {"tele-psych", "tele-stroke"}
    assert me["activeServiceLines"] == []
    assert {line["slug"] for line in me["serviceLines"]} >= {"tele-psych", "tele-stroke"}
    assert [organization["name"] for organization in me["organizations"]] == ["Lakeshore Health Network"]
    assert me["locationIds"] == sorted(location["id"] for location in (await client.get("/locations/me")).json())
    facilities = [
        "Alder Creek Community Hospital",
        "Driftwood Point Hospital",
        "Fernwood Critical Access Hospital",
        "Lakeshore General Hospital",
        "Millstone Valley Hospital",
    ]
    assert [facility["facilityName"] for facility in me["preferredFacilities"]] == facilities
    assert me["facilityLocations"] == [
        {"id": facility["id"], "name": facility["facilityName"]} for facility in me["preferredFacilities"]
    ]


@pytest.mark.req("API-13", "VAL-43")
async def test_a_user_changes_their_own_phone_number(
    client: httpx.AsyncClient, sign_in: SignIn, sent_events: list[SentEvent]
) -> None:
    me, other = (await client.get("/me")).json(), (await sign_in("psych").get("/me")).json()
    own, changed = f"/users/{me['id']}", {"phoneNumber": "(555) 010-0188"}
    sent_events.clear()
    assert (await client.patch(own, json=changed)).status_code == 204
    assert (await client.get("/me")).json() == me | changed
    (event,) = sent_events
    assert (event.name, event.data, event.rooms) == ("user:updated", {"userId": me["id"]}, [f"user:{me['id']}"])
    for body in ({}, {"phoneNumber": None}, {"phoneNumber": "555"}, changed | {"firstName": "Mia"}):
        assert (await client.patch(own, json=body)).status_code == 400, body
    for user_id in (other["id"], 2**31 - 1):
        refused = await client.patch(f"/users/{user_id}", json=changed)
        assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert (await client.get("/me")).json() == me | changed
    assert (await sign_in("psych").get("/me")).json() == other


@pytest.mark.req("CALL-08", "ENT-36")
async def test_a_user_who_never_chose_gets_all_notifications(client: httpx.AsyncClient) -> None:
    preferences = {"onCallNotificationType": True, "onCallServiceLine": None, "onCallPhoneNumber": None}
    assert (await client.get("/me")).json()["preferences"] == preferences


@pytest.mark.req("ENT-34")
async def test_me_has_the_configurable_terms(client: httpx.AsyncClient) -> None:
    assert (await client.get("/me")).json()["stringDictionary"] == {
        "ENUMBER_LABEL": "ID Number",
        "TRANSFER_REQUEST_1": (
            "Ground transport may take longer than air. Confirm availability with the transport team."
        ),
        "CONSULT_SL_SERVICE_NOT_FOUND": "No service lines found",
    }


@pytest.mark.parametrize(
    ("username", "lines"),
    [
        ("triage", {"serviceLines": 1, "activeServiceLines": 1, "requestableServiceLines": 10}),
        ("both", {"serviceLines": 10, "activeServiceLines": 2, "requestableServiceLines": 10}),
        ("neuro", {"serviceLines": 4, "activeServiceLines": 4, "requestableServiceLines": 3}),
        ("admin", {"serviceLines": 10, "activeServiceLines": 0, "requestableServiceLines": 0}),
    ],
)
@pytest.mark.req("API-12", "ENT-33", "ENT-32")
async def test_me_separates_own_given_and_requestable_lines(
    sign_in: SignIn, username: str, lines: dict[str, int]
) -> None:
    me = (await sign_in(username).get("/me")).json()
    assert {kind: len({line["id"] for line in me[kind]}) for kind in lines} == lines
    medipac_ids = {"triage": "MP-4801", "both": "MP-5101", "neuro": "MP-4401"}
    assert me["medipacId"] == medipac_ids.get(username)


@pytest.mark.req("API-12", "BAPI-24", "BPERM-01", "ENT-35", "PERM-33")
async def test_providers_are_virtual_and_requesters_are_bedside(
    sign_in: SignIn, check_in: CheckIn, bodies: Bodies
) -> None:
    responses = {name: (await sign_in(name).get("/me")).json() for name in ("nurse", "psych", "both")}
    pairs = {
        name: {(pair["action"], pair["subject"]) for pair in me["rbacPermissions"]} for name, me in responses.items()
    }
    assert {name: ("Ask", "Consult") in held for name, held in pairs.items()} == {
        "nurse": True,
        "psych": False,
        "both": True,
    }
    assert {name: me["isVirtual"] for name, me in responses.items()} == {"nurse": False, "psych": True, "both": True}
    assert all(me["isVirtual"] is (("Give", "Consult") in pairs[name]) for name, me in responses.items())
    assert all({("Access", "Organization"), ("Access", "ServiceLine")} <= held for held in pairs.values())
    on_call = await check_in("psych", line="tele-psych")
    assert ("Request", "Consult") in pairs["psych"]
    assert await bodies.create(on_call)
    without = await sign_in("coordinator").post("/consults", json=await bodies.request(sign_in("nurse")))
    assert (without.status_code, without.json()["code"]) == (403, "forbidden")


@pytest.mark.req("BAPI-24", "ENT-32", "ENT-33", "API-12")
async def test_me_is_the_users_own_and_distinguishes_their_lines(sign_in: SignIn) -> None:
    neuro, both = [(await sign_in(name).get("/me")).json() for name in ("neuro", "both")]
    named = [neuro[name] for name in ("username", "firstName", "lastName", "phoneNumber", "medipacId")]
    assert named == ["neuro", "Amara", "Feldspar", "(555) 022-0201", "MP-4401"]
    lines = {
        me["username"]: [
            {line["id"] for line in me[kind]}
            for kind in ("serviceLines", "activeServiceLines", "requestableServiceLines")
        ]
        for me in (neuro, both)
    }
    every = set(range(1, 11))
    assert lines == {"neuro": [{1, 2, 5, 10}, {1, 2, 5, 10}, {1, 2, 5}], "both": [every, {3, 9}, every]}


@pytest.mark.req("ENT-33", "API-12")
async def test_a_line_is_listed_only_where_it_is_the_users_own(session: AsyncSession) -> None:
    psych = await load_by_subject(session, "psych")
    assert psych is not None
    member, active, requestable, on_call = (frozenset({line_id}) for line_id in (1, 2, 4, 6))
    duty = OpenCheckIn(1, psych.role_ids[0], min(on_call), "(555) 010-0199", primary=True, checked_in_at=clock.now())
    user = replace(
        psych,
        check_ins=(duty,),
        member_line_ids=member,
        active_line_ids=active,
        requestable_line_ids=requestable,
    )
    me = await load_me(session, user)
    line_lists = (me.service_lines, me.active_service_lines, me.requestable_service_lines)
    assert [{line.id for line in lines} for lines in line_lists] == [member, active, requestable]


@pytest.mark.req("BENT-20", "ENT-33", "ENT-36", "CALL-10", "CALL-16")
async def test_check_in_shows_in_me(sign_in: SignIn, check_in: CheckIn) -> None:
    """The first of several, while the preferences are the latest."""
    preferences = {"onCallNotificationType": True, "onCallServiceLine": None, "onCallPhoneNumber": None}
    assert (await sign_in("both").get("/me")).json()["preferences"] == preferences
    for line in ("tele-hospitalist", "tele-psych"):
        both = await check_in("both", line=line)
    me = (await both.get("/me")).json()
    assert [role["name"] for role in me["roles"]] == ["Bedside Provider", "Virtual Provider"]
    assert me["checkinRole"]["name"] == "Virtual Provider"
    assert me["checkinServiceLine"]["name"] == "Tele-Hospitalist"
    assert me["checkedInLineIds"] == [3, 9]
    assert me["preferences"] == preferences | {"onCallServiceLine": 3, "onCallPhoneNumber": "(555) 010-0199"}
    await both.post("/checkout")
    off = (await both.get("/me")).json()
    assert off["preferences"] == me["preferences"]
    assert (off["checkinRole"], off["checkinServiceLine"]) == (None, None)
    for own in ("organizations", "preferredFacilities", "serviceLines", "requestableServiceLines"):
        assert me[own] == off[own], f"{own} do not depend on the check-in"


@pytest.mark.parametrize(("line", "escalation_only"), [("tele-stroke", [2]), ("tele-neuro", [])])
async def test_me_says_for_which_lines_requests_come_only_once_escalated(
    check_in: CheckIn, line: str, escalation_only: list[int]
) -> None:
    """Lines without a primary check-in make no difference."""
    neuro = await check_in("neuro", line=line, primary=False)
    assert (await neuro.get("/me")).json()["escalationOnlyLineIds"] == escalation_only
    await neuro.post("/checkout")
    assert (await neuro.get("/me")).json()["escalationOnlyLineIds"] == []


@pytest.mark.req("CALL-16", "BENT-20", "ENT-36", "API-12")
async def test_the_earliest_check_in_shows_in_me_until_all_of_them_end(sign_in: SignIn) -> None:
    both = sign_in("both")
    me = (await both.get("/me")).json()
    for role in me["roles"]:
        for line_id in (9, 3):
            duty = {"roleId": role["id"], "serviceLineId": line_id, "phoneNumber": "(555) 010-0199", "primary": False}
            assert (await both.post("/checkin", json=duty)).status_code == 201
        me = (await both.get("/me")).json()
        assert me["checkinRole"] == {"id": role["id"], "name": role["name"]}
        assert (me["checkinServiceLine"], me["checkedInLineIds"]) == ({"id": 9, "name": "Tele-Hospitalist"}, [3, 9])
        await both.post("/checkout")
        me = (await both.get("/me")).json()
        assert (me["checkinRole"], me["checkinServiceLine"], me["checkedInLineIds"]) == (None, None, [])


@pytest.mark.req("CALL-16", "ENT-36", "API-44")
async def test_duty_in_a_revoked_role_and_line_shows_in_me_until_check_out(
    check_in: CheckIn, session: AsyncSession, noon: datetime
) -> None:
    """It is the first check-in by its time, although it was stored after the other."""
    psych = await check_in("psych", line="tele-psych")
    person, bedside = (
        select(User.id).where(User.username == "psych").scalar_subquery(),
        select(Role.id).where(Role.name == "Bedside Provider").scalar_subquery(),
    )
    duty = {"user_id": person, "role_id": bedside, "service_line_id": 9, "phone_number": "(555) 010-0199"}
    await session.execute(insert(OpenDuty).values(**duty, primary=True, checked_in_at=noon - timedelta(hours=1)))
    me = (await psych.get("/me")).json()
    assert "Bedside Provider" not in [role["name"] for role in me["roles"]]
    assert 9 not in [line["id"] for kind in ("serviceLines", "activeServiceLines") for line in me[kind]]
    assert (me["checkinRole"]["name"], me["checkinServiceLine"]["name"]) == ("Bedside Provider", "Tele-Hospitalist")
    assert (await psych.post("/checkout")).status_code == 204
    me = (await psych.get("/me")).json()
    assert (me["checkinRole"], me["checkinServiceLine"], me["checkedInLineIds"]) == (None, None, [])


@pytest.mark.req("BENT-20", "ENT-32")
async def test_me_has_the_medipac_id_if_there_is_one(check_in: CheckIn) -> None:
    neuro, without = [await check_in(name, line="tele-stroke") for name in ("neuro", "nomedipac")]
    assert isinstance((await neuro.get("/me")).json()["medipacId"], str)
    me = (await without.get("/me")).json()
    assert me["medipacId"] is None
    (duty,) = (await without.get("/checkin")).json()
    assert [duty["serviceLineId"]] == me["checkedInLineIds"] == [2]


@pytest.mark.req("ENT-37", "NAV-23", "ENT-32")
async def test_roles_of_the_network(sign_in: SignIn) -> None:
    roles = {
        name: {role["name"] for role in (await sign_in(name).get("/me")).json()["roles"]}
        for name in ("nurse", "neuro", "coordinator", "admin", "reporting")
    }
    assert roles == {
        "nurse": {"Bedside Provider"},
        "neuro": {"Virtual Provider"},
        "coordinator": {"Transfer Coordinator"},
        "admin": {"Administrator"},
        "reporting": {"Reporting"},
    }


@pytest.mark.req("NAV-24")
async def test_administrators_alone_may_open_the_admin_application_and_reporting_users_the_reports(
    sign_in: SignIn,
) -> None:
    opens = {}
    for name in ("nurse", "neuro", "coordinator", "admin", "reporting"):
        held = (await sign_in(name).get("/me")).json()["rbacPermissions"]
        opens[name] = [pair["subject"] for pair in held if pair["subject"] in {"Admin", "Reports"}]
    assert opens == {"nurse": [], "neuro": [], "coordinator": [], "admin": ["Admin"], "reporting": ["Reports"]}


@pytest.mark.req("ENT-37", "CALL-10")
@pytest.mark.parametrize(
    ("held", "default"),
    [
        (["Virtual Provider", "Bedside Provider"], 0),
        (["Bedside Provider", "Virtual Provider"], 1),
        (["Administrator", "Bedside Provider"], 1),
        ([], None),
    ],
)
def test_virtual_provider_is_the_default_role_if_the_user_has_it(held: list[str], default: int | None) -> None:
    assert _default_role([Role(id=number, name=name) for number, name in enumerate(held)]) == default


@pytest.mark.req("AUTH-09", "AUTH-07", "API-06")
@pytest.mark.parametrize("authorization", [None, "", "Bearer", "Bearer x.y.z", "Basic bnVyc2U6", "Bearer e30.e30."])
async def test_calls_without_a_valid_token_are_refused(client: httpx.AsyncClient, authorization: str | None) -> None:
    client.auth = httpx.Auth()
    headers = {} if authorization is None else {"Authorization": authorization}
    for method, path in (("GET", "/me"), ("POST", "/consults/$search"), ("GET", "/locations"), ("POST", "/checkout")):
        response = await client.request(method, path, headers=headers)
        assert (response.status_code, response.json()["code"]) == (401, "not_signed_in"), path
        assert set(response.json()) == {"code", "message", "errors"}


SERVICE_WORKERS = {"replacePushSubscription", "reportPush"}
"""Calls of service workers, which prove themselves with a secret of the subscription or the push."""


@pytest.mark.req("AUTH-07", "AUTH-09")
async def test_no_call_but_health_public_keys_and_those_of_service_workers_works_without_a_token(
    client: httpx.AsyncClient,
) -> None:
    client.auth = httpx.Auth()
    open_to_all = set()
    for path, methods in openapi()["paths"].items():
        at = re.sub(r"{\w+}", "1", path.removeprefix("/api"))
        for method, described in methods.items():
            response = await client.request(method, at)
            if (response.status_code, response.json().get("code")) != (401, "not_signed_in"):
                open_to_all.add(described["operationId"])
    assert open_to_all == {"getHealth", "listStandaloneKeys", *SERVICE_WORKERS}


@pytest.mark.req("AUTH-11")
async def test_a_token_of_an_unknown_person_grants_nothing_and_creates_no_user(
    sign_in: SignIn, session: AsyncSession
) -> None:
    users = select(func.count()).select_from(User)
    before = await session.scalar(users)
    stranger = sign_in("stranger")
    for method, path in (("GET", "/me"), ("POST", "/consults/$search"), ("GET", "/locations"), ("POST", "/checkout")):
        response = await stranger.request(method, path)
        assert (response.status_code, response.json()["code"]) == (403, "unknown_user"), path
    assert await session.scalar(users) == before


@pytest.mark.req("ERR-01")
async def test_each_user_always_gets_the_same_key_of_their_own(sign_in: SignIn) -> None:
    nurse, psych = sign_in("nurse"), sign_in("psych")
    first = await nurse.get("/me/safekeeping-key")
    key = base64.b64decode(first.json()["key"], validate=True)
    assert len(key) == 32
    again, of_another = await nurse.get("/me/safekeeping-key"), await psych.get("/me/safekeeping-key")
    assert again.json() == first.json()
    assert of_another.json() != first.json()
