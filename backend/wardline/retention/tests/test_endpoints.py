"""People with a permission of its own say how long records are kept, and what may not be removed."""

from datetime import datetime
from typing import Any

import httpx
import pytest
from bodies import Bodies
from sent_statements import recorded_statements
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import SignIn
from wardline.consults.repository import ConsultRepository
from wardline.retention import service
from wardline.retention.choices import RetentionKind
from wardline.retention.selecting import Due

PERMIT = text(
    "insert into role_permissions (role_id, action, subject)"
    " select id, 'Manage', 'Retention' from roles where name = 'Administrator'"
)
Body = dict[str, Any]


@pytest.fixture
async def officer(noon: datetime, sign_in: SignIn, session: AsyncSession) -> httpx.AsyncClient:
    """An administrator who manages retention, too."""
    await session.execute(PERMIT)
    await session.commit()
    return sign_in("admin")


async def period(officer: httpx.AsyncClient, kind: str) -> Body:
    found: list[Body] = (await officer.get("/retention")).json()["periods"]
    return next(each for each in found if each["kind"] == kind)


async def set_days(officer: httpx.AsyncClient, of: Body, days: int | None) -> httpx.Response:
    return await officer.put(
        f"/retention/periods/{of['kind']}",
        json={"organizationId": of["organizationId"], "days": days, "reason": "State law"},
        headers={"If-Match": of["version"]},
    )


async def test_everything_is_kept_until_somebody_sets_a_period(officer: httpx.AsyncClient) -> None:
    response = await officer.get("/retention")
    assert response.status_code == 200, response.text
    read = response.json()
    assert {each["days"] for each in read["periods"]} == {None}
    assert (await officer.get("/retention/plan")).json()["due"] == []


async def test_a_period_is_not_shorter_than_the_law_and_not_overwritten_unseen(officer: httpx.AsyncClient) -> None:
    audit = await period(officer, "auditEntries")
    refused = await set_days(officer, audit, 2191)
    assert (refused.status_code, refused.json()["errors"][0]["message"]) == (400, "Enter at least 2,192 days.")
    saved = await set_days(officer, audit, 2192)
    assert (saved.json()["days"], saved.json()["by"]["username"]) == (2192, "admin")
    late = await set_days(officer, audit, 4000)
    assert (late.status_code, late.json()["current"]["days"]) == (412, 2192)
    sent: list[str] = []
    with recorded_statements(lambda statement, _: sent.append(statement)):
        read = (await officer.get("/retention")).json()
    assert sum("savepoint" not in statement.lower() for statement in sent) <= 6
    (change,) = read["changes"]
    assert (change["days"], change["reason"]) == (2192, "State law")


async def test_a_hold_is_about_a_consult_of_the_organization_and_its_end_is_recorded(
    officer: httpx.AsyncClient, client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies, session: AsyncSession
) -> None:
    consult_id = await bodies.create(client)
    row = (await session.execute(text("select organization_id, patient_id from consults"))).one()
    new = {"organizationId": row.organization_id, "scope": "patient", "consultId": consult_id}
    new |= {"fromAt": None, "untilAt": None, "reason": "A suit"}
    hold = (await officer.post("/retention/holds", json=new)).json()
    assert hold["subjectId"] == str(row.patient_id)
    for other in ("c0ffee00-0000-4000-8000-000000000001", await bodies.create(sign_in("elsewhere"))):
        refused = await officer.post("/retention/holds", json=new | {"consultId": other})
        assert refused.json()["errors"][0]["field"] == "consultId"
    path = f"/retention/holds/{hold['id']}/end"
    ended = (await officer.post(path, json={"reason": "Settled"})).json()
    assert (ended["endedBy"]["username"], ended["endReason"]) == ("admin", "Settled")
    assert (await officer.post(path, json={"reason": "Settled"})).json()["code"] == "hold_ended"


async def test_the_plan_counts_nothing_of_organizations_that_others_administer(
    officer: httpx.AsyncClient, session: AsyncSession, noon: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = {row.code: row.id for row in await session.execute(text("select id, code from organizations"))}
    due = [Due(RetentionKind.CONSULTS, organization_id, 7, noon) for organization_id in (*ids.values(), None)]
    monkeypatch.setattr(service, "count_due", lambda *_: due)
    await session.execute(
        text(
            "delete from user_organizations using users u where user_id = u.id and username = 'admin'"
            " and organization_id = :summit"
        ),
        ids,
    )
    await session.commit()
    refused = await set_days(officer, await period(officer, "deliveries"), 3650)
    assert (refused.status_code, refused.json()["code"]) == (403, "kept_elsewhere")
    counted = (await officer.get("/retention/plan")).json()["due"]
    assert [each["organizationId"] for each in counted] == [ids["lakeshore"], None]


async def test_a_removed_consult_is_gone_for_those_who_could_open_it(
    client: httpx.AsyncClient, noon: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def removed_at(*_: object) -> datetime:
        return noon

    monkeypatch.setattr(ConsultRepository, "removed_at", removed_at)
    gone = await client.get("/consults/c0ffee00-0000-4000-8000-000000000001")
    assert (gone.status_code, gone.json()["code"]) == (410, "consult_removed")
