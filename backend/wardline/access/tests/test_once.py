"""Repeats of one action by its Idempotency-Key."""

from datetime import timedelta
from typing import Any

import httpx
import pytest
from bodies import Bodies
from fastapi.routing import APIRoute
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SentEvent, SignIn
from wardline.access.known_users import KnownUsers
from wardline.core import clock
from wardline.core.http.fastapi_adapter import dependencies_of
from wardline.core.http.idempotency import IdempotentAction
from wardline.main import API_ROUTERS

WITHOUT_KEY = {
    "previewLineHours",
    "compareForecasts",
    "searchConsults",
    "readConsultCards",
    "searchTransfers",
    "readCensus",
    "searchAuditEntries",
    "exportAuditSearch",
    "searchAuditPeople",
    "checkAccess",
    "getRoleEffect",
    "checkCallSchedule",
    "checkScheduleChange",
    "previewImportedCalendar",
    "previewCopy",
    "exportConsult",
    "requestSignoffNoteLock",
    "saveSignoffNote",
    "addStrokeNote",
    "dismissNotification",
    "setNotificationsNotNew",
    "receiveFaxCallback",
    "receivePhoneCallback",
    "attendMeeting",
    "checkNetwork",
    "attendMeetingAsGuest",
    "setPagesShown",
    "setConsultSeen",
    "signOut",
    "endSessionsFromProvider",
    "assignLocation",
    "checkUnitCensus",
    "previewPatientNumber",
    "reassignLocation",
    "reportPush",
    "issueDutyToken",
    "issueCalendarLink",
}
"""Requests that are safe to repeat: most leave at most an audit entry, one for each response; locks, drafts, reports
about faxes, pushes and notifications, signals of a video call and the end of a session have the same effect however
often they are sent. Of the reports that a page is on a screen, or that its consult was opened, only the first one
counts. Duty tokens are all good for the same, and unused ones are deleted. A calendar's address is stored only as a
digest, so a repeat cannot return it again, and issues another one in its place. Assigning a location is always
refused."""
KEY = {"Idempotency-Key": "press-1"}
STROKE = "tele-stroke"
VIDEO = {"completeType": "video", "callLength": 12}


def _routes() -> list[APIRoute]:
    return [route for router in API_ROUTERS for route in router.routes if isinstance(route, APIRoute)]


def _takes_once(route: APIRoute) -> bool:
    returned = (getattr(call, "__annotations__", {}).get("return") for call in dependencies_of(route))
    return IdempotentAction in returned


@pytest.mark.req("API-03")
def test_every_post_that_would_do_harm_if_repeated_is_idempotent() -> None:
    posts = [route for route in _routes() if "POST" in (route.methods or ())]
    assert len(posts) > len(WITHOUT_KEY)
    assert {route.operation_id for route in posts if not _takes_once(route)} == WITHOUT_KEY


@pytest.mark.req("API-03")
async def test_a_repeated_completion_and_comment_change_nothing_more(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, sent_events: list[SentEvent], session: AsyncSession
) -> None:
    path = f"/consults/{await bodies.create(client)}"
    psych = await check_in("psych", line="tele-psych")
    for call, body in (("updates", {"message": "On my way"}), ("complete", {"completeType": "video"})):
        sent_events.clear()
        first = await psych.post(f"{path}/{call}", json=body, headers={"Idempotency-Key": call})
        repeated = await psych.post(f"{path}/{call}", json=body, headers={"Idempotency-Key": call})
        assert (repeated.status_code, repeated.json()) == (first.status_code, first.json())
        assert len(sent_events) == 1
    assert (await psych.get(path)).json()["commentCount"] == 1
    another = f"/consults/{await bodies.create(client)}"
    for elsewhere in (f"{another}/complete", f"{path}/complete?cancel=true"):
        refused = await psych.post(elsewhere, json=body, headers={"Idempotency-Key": "complete"})
        assert (refused.status_code, refused.json()["code"]) == (409, "idempotency_key_reused")
    rows = await session.execute(text("select key, result from idempotency_keys"))
    stored_keys = {row.key: row.result for row in rows}
    assert stored_keys == {"updates": str((await psych.get(f"{path}/updates")).json()[1]["id"]), "complete": ""}


@pytest.mark.parametrize(
    ("call", "body"), [("acknowledge", None), ("updates", {"message": "On my way"}), ("complete", VIDEO)]
)
@pytest.mark.req("API-03", "PERM-08")
async def test_a_repeat_is_answered_and_audited_only_while_the_user_may_view_the_consult(
    sign_in: SignIn, check_in: CheckIn, bodies: Bodies, session: AsyncSession, call: str, body: dict[str, Any] | None
) -> None:
    """The neurologist belongs to another organization, and is on call for this one at first."""
    requester = sign_in("elsewhere")
    path = f"/consults/{await bodies.create(requester, STROKE)}"
    patient_id = (await requester.get(path)).json()["Patient"]["id"]
    neuro = await check_in("neuro", line=STROKE)
    first, repeated = [await neuro.post(f"{path}/{call}", json=body, headers=KEY) for _ in range(2)]
    assert first.is_success
    assert (repeated.status_code, repeated.json()) == (first.status_code, first.json())
    latest = "select patient_ids, cardinality(organization_ids) from audit_entries order by id desc limit 1"
    ((patient_ids, organizations),) = await session.execute(text(latest))
    assert ([str(found) for found in patient_ids], organizations) == ([patient_id], 1)
    assert (await neuro.post("/checkout")).status_code == 204
    hidden = await neuro.post(f"{path}/{call}", json=body, headers=KEY)
    assert (hidden.status_code, set(hidden.json())) == (404, {"code", "message", "errors"})
    assert hidden.json()["code"] == "consult_not_found"


@pytest.mark.req("AUTH-11", "API-03")
async def test_a_user_without_an_account_gets_nothing_from_an_old_key(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/consults/{await bodies.create(client)}/acknowledge"
    psych = await check_in("psych", line="tele-psych")
    assert (await psych.post(path, headers=KEY)).status_code == 200

    async def no_user(*_: object) -> None:
        """Simulates a deactivated account, which the application's role may not create."""

    monkeypatch.setattr(KnownUsers, "load", no_user)
    repeated = await psych.post(path, headers=KEY)
    assert (repeated.status_code, repeated.json()["code"]) == (403, "unknown_user")


@pytest.mark.req("API-03")
async def test_a_late_repeat_of_a_check_in_does_not_go_on_call_again(check_in: CheckIn) -> None:
    psych = await check_in("psych", line="tele-psych")
    me = (await psych.get("/me")).json()
    body = {
        "roleId": me["defaultCheckinRoleId"],
        "serviceLineId": me["activeServiceLines"][0]["id"],
        "phoneNumber": "(555) 010-0199",
        "primary": True,
    }
    first = await psych.post("/checkin", json=body, headers=KEY)
    await psych.post("/checkout")
    repeated = await psych.post("/checkin", json=body, headers=KEY)
    assert (repeated.status_code, repeated.json()["id"]) == (201, first.json()["id"])
    assert (await psych.get("/checkin")).json() == []


BODY = {"rating": 4, "feedback": "Good"}


@pytest.mark.parametrize("key", ["", "k" * 129, "two words", "tab\t", "n\x00l", "é", "\xff", "\x7f"])
@pytest.mark.req("API-03")
async def test_a_key_has_1_to_128_ascii_characters(client: httpx.AsyncClient, key: str) -> None:
    refused = await client.post("/feedback", json=BODY, headers={b"Idempotency-Key": key.encode("latin-1")})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "Idempotency-Key")


@pytest.mark.req("API-03")
async def test_two_keys_are_refused(client: httpx.AsyncClient) -> None:
    refused = await client.post("/feedback", json=BODY, headers=[("Idempotency-Key", "a"), ("Idempotency-Key", "b")])
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "Idempotency-Key")


@pytest.mark.parametrize("key", ["k" * 128, "!~{}\"'%"])
@pytest.mark.req("API-03")
async def test_the_same_key_of_another_user_or_for_another_body_is_a_different_key(
    client: httpx.AsyncClient, sign_in: SignIn, key: str
) -> None:
    headers = {"Idempotency-Key": key}
    first = await client.post("/feedback", json=BODY, headers=headers)
    assert first.status_code == 201
    of_another_user = await sign_in("psych").post("/feedback", json=BODY, headers=headers)
    assert (of_another_user.status_code, of_another_user.json() != first.json()) == (201, True)
    changed = await client.post("/feedback", json=BODY | {"rating": 0}, headers=headers)
    assert (changed.status_code, changed.json()["code"]) == (409, "idempotency_key_reused")
    assert changed.json()["message"] == "This Idempotency-Key was already used for a different request."
    elsewhere = await client.post("/checkout", headers=headers)
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (409, "idempotency_key_reused")
    repeated = await client.post("/feedback", json=BODY, headers=headers)
    assert (repeated.status_code, repeated.json()) == (201, first.json())


@pytest.mark.req("API-03")
async def test_the_keys_of_a_node_with_a_slow_clock_are_not_deleted(sign_in: SignIn, session: AsyncSession) -> None:
    """Keys expire by the database's clock, so it also sets their time."""
    with clock.clock_at(clock.now() - timedelta(days=3)):
        client = sign_in("nurse")
        assert (await client.post("/checkout", headers={"Idempotency-Key": "slow"})).status_code == 204
    stored_keys = "select created_at > now() - interval '1 hour' from idempotency_keys where key = 'slow'"
    assert await session.scalar(text(stored_keys)) is True
