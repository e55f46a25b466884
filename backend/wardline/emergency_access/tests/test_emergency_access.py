"""Emergency access opens the consults of one patient of the own organization for a while, for reading only."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, cast

import httpx
import pytest
from bodies import Bodies
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import RolledBackDatabase, SignIn, job_context
from wardline.core import clock
from wardline.emergency_access import channels, service
from wardline.outbox.models import Delivery
from wardline.settings import Settings

NOTE = {"verdict": "justified", "note": "The line's only specialist was in a call."}

Configure = Callable[..., Settings]
MAKE_ADMINISTRATOR = """
insert into user_roles (user_id, role_id, position)
select users.id, roles.id, 9 from users, roles where users.username = 'covid' and roles.name = 'Administrator'
"""


class Emergency:
    """A consult of the nurse's patient, and an infectious disease specialist of the hospital who has no part in it."""

    def __init__(self, consult: dict[str, Any], user: httpx.AsyncClient) -> None:
        self.consult, self.user = consult, user
        self.path = f"/consults/{consult['id']}"

    def body(self, **changes: Any) -> dict[str, Any]:
        patient = self.consult["Patient"]
        return {
            "organizationId": self.consult["Encounter"]["organizationId"],
            "birthDate": patient["birthDate"],
            "nameGiven": f" {patient['nameGiven'].upper()}",
            "nameFamily": patient["nameFamily"],
            "reason": "treating",
            "explanation": "She collapsed in our unit.",
        } | changes

    async def ask(self, user: httpx.AsyncClient | None = None, **changes: Any) -> httpx.Response:
        return await (user or self.user).post("/emergency-accesses", json=self.body(**changes))

    async def granted(self) -> str:
        response = await self.ask()
        assert response.status_code == 201, response.text
        return str(response.json()["id"])

    async def status(self) -> int:
        return (await self.user.get(self.path)).status_code


@pytest.fixture
async def emergency(noon: datetime, client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies) -> Emergency:
    consult = (await client.get(f"/consults/{await bodies.create(client)}")).json()
    return Emergency(consult, sign_in("covid"))


@pytest.fixture
def configure(app: FastAPI) -> Iterator[Configure]:
    """Changes the settings for the rest of the test, and returns them."""
    before: Settings = app.state.settings

    def change(**settings: Any) -> Settings:
        app.state.settings = before.model_copy(update=settings)
        return cast(Settings, app.state.settings)

    yield change
    app.state.settings = before


async def test_it_opens_the_consult_until_the_time_is_over(
    emergency: Emergency, client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession
) -> None:
    """And not another one of the patient, which the specialist can open anyway."""
    assert await emergency.status() == 404
    to_covid = "update consults set service_line_id = l.id from service_lines l where code = 'tele-covid'"
    await session.execute(text(f"{to_covid} and consults.id = :id"), {"id": await bodies.create(client)})
    await session.commit()
    granted = (await emergency.ask()).json()
    assert granted["consultIds"] == [emergency.consult["id"]]
    assert datetime.fromisoformat(granted["expiresAt"]) == clock.now() + timedelta(minutes=60)
    read = (await emergency.user.get(emergency.path)).json()
    assert read["emergencyAccess"] == granted
    clock.advance(timedelta(minutes=59, seconds=59))
    assert await emergency.status() == 200
    clock.advance(timedelta(seconds=1))
    assert await emergency.status() == 404


async def test_nothing_is_done_with_it_but_reading(emergency: Emergency) -> None:
    await emergency.granted()
    user, path = emergency.user, emergency.path
    for part in ("updates", "sign-off-notes", "pages", "transfers"):
        assert (await user.get(f"{path}/{part}")).status_code == 200
    assert (await user.get(path)).json()["allowedActions"] == []
    refused = [
        await user.post(f"{path}/updates", json={"message": "On my way"}),
        await user.patch(path, json={"callbackNumber": "(555) 010-0123"}),
        await user.post(f"{path}/acknowledge"),
        await user.post(f"{path}/complete?cancel=true", json={"cancellationReason": "other"}),
        await user.post(f"{path}/export"),
    ]
    assert [(each.status_code, each.json()["code"]) for each in refused] == [(404, "consult_not_found")] * 5
    listed = await user.post("/consults/$search", json={})
    assert emergency.consult["id"] not in listed.text


async def test_it_never_crosses_organizations(emergency: Emergency, sign_in: SignIn, session: AsyncSession) -> None:
    stranger = sign_in("elsewhere")
    refused = await emergency.ask(stranger)
    assert (refused.status_code, refused.json()["code"]) == (404, "nobody_fits")
    await emergency.granted()
    take = "delete from role_permissions where (action, subject) = ('Access', 'Organization')"
    async with session.begin_nested() as without:
        await session.execute(text(take))
        assert (await emergency.ask()).json()["code"] == "nobody_fits"
        await without.rollback()
    await session.execute(
        text("delete from user_organizations where user_id = (select id from users where username = 'covid')")
    )
    await session.commit()
    assert await emergency.status() == 404


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"birthDate": "1950-01-01"}, 404, "nobody_fits"),
        ({"nameGiven": "M"}, 404, "nobody_fits"),
        ({"nameGiven": None}, 400, "validation"),
        ({"patientNumber": "no-such-number"}, 404, "nobody_fits"),
        ({"organizationId": 999_999}, 404, "nobody_fits"),
    ],
)
async def test_only_an_exact_match_opens_anything(
    emergency: Emergency, changes: dict[str, Any], status: int, code: str
) -> None:
    refused = await emergency.ask(**changes)
    assert (refused.status_code, refused.json()["code"]) == (status, code)


async def test_nobody_can_try_until_something_fits(emergency: Emergency) -> None:
    for _ in range(service.TRIES):
        assert (await emergency.ask(nameGiven="Wrong")).status_code == 404
    refused = await emergency.ask()
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "3600")


async def test_names_of_several_patients_open_nothing_and_count_as_tries(
    emergency: Emergency, client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession
) -> None:
    await bodies.create(client)
    await session.execute(text("update patients set emr_id = 'MRN-' || id"))
    await session.commit()
    refused = [await emergency.ask() for _ in range(service.TRIES + 1)]
    assert [each.status_code for each in refused] == [409] * service.TRIES + [429]
    assert refused[0].json()["code"] == "several_fit"


async def test_who_can_open_the_consult_anyway_gets_no_emergency_access(
    emergency: Emergency, client: httpx.AsyncClient
) -> None:
    refused = await emergency.ask(client)
    assert (refused.status_code, refused.json()["consultId"]) == (409, emergency.consult["id"])


async def test_each_read_is_marked_and_counted(
    emergency: Emergency, sign_in: SignIn, client: httpx.AsyncClient, session: AsyncSession
) -> None:
    access_id = await emergency.granted()
    await emergency.user.get(emergency.path)
    await emergency.user.get(f"{emergency.path}/updates")
    await client.get(emergency.path)
    rows = await session.execute(text("select action, details->>'emergencyAccessId' from audit_entries order by id"))
    marked = [action for action, found in rows if found == access_id]
    assert marked == ["requestEmergencyAccess", "getConsult", "listUpdates"]
    (listed,) = (await sign_in("admin").get("/emergency-accesses")).json()["accesses"]
    assert (listed["readCount"], listed["endedBy"], listed["user"]["username"]) == (2, None, "covid")
    assert emergency.consult["Patient"]["nameFamily"] not in str(listed)


@pytest.mark.parametrize(("ending", "said"), [("end", "user"), ("sign out", "signOut")])
async def test_it_ends_with_the_button_and_with_the_sign_out(
    emergency: Emergency, sign_in: SignIn, ending: str, said: str
) -> None:
    access_id = await emergency.granted()
    if ending == "end":
        assert (await sign_in("tox").delete(f"/emergency-accesses/{access_id}")).status_code == 404
        assert await emergency.status() == 200
        await emergency.user.delete(f"/emergency-accesses/{access_id}")
    else:
        await emergency.user.post("/sign-out")
        clock.advance(timedelta(seconds=1))
        emergency.user = sign_in("covid")
    assert await emergency.status() == 404
    (listed,) = (await sign_in("admin").get("/emergency-accesses")).json()["accesses"]
    assert listed["endedBy"] == said


async def test_somebody_else_reviews_it_once(emergency: Emergency, sign_in: SignIn, session: AsyncSession) -> None:
    access_id = await emergency.granted()
    admin = sign_in("admin")
    assert (await admin.get("/emergency-accesses", params={"unreviewed": True})).json()["accesses"]
    path = f"/emergency-accesses/{access_id}/review"
    await session.execute(text(MAKE_ADMINISTRATOR))
    await session.commit()
    refused = await emergency.user.post(path, json=NOTE)
    assert (refused.status_code, refused.json()["code"]) == (403, "own_emergency_access")
    assert (await admin.post(path, json=NOTE)).json()["code"] == "still_open"
    await session.execute(text(MAKE_ADMINISTRATOR.replace("'covid'", "'elsewhere'")))
    await session.commit()
    assert (await sign_in("elsewhere").post(path, json=NOTE)).status_code == 404
    clock.advance(timedelta(minutes=60))
    assert (await emergency.user.delete(f"/emergency-accesses/{access_id}")).status_code == 204
    (listed,) = (await admin.get("/emergency-accesses")).json()["accesses"]
    assert listed["endedBy"] == "time"
    reviewed = await admin.post(path, json=NOTE)
    assert (reviewed.status_code, reviewed.json()["review"]["by"]["username"]) == (200, "admin")
    assert (await admin.post(path, json=NOTE)).json()["code"] == "already_reviewed"
    assert not (await admin.get("/emergency-accesses", params={"unreviewed": True})).json()["accesses"]


async def test_the_privacy_officer_is_told_without_the_patient(
    emergency: Emergency,
    configure: Configure,
    session: AsyncSession,
    database: RolledBackDatabase,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = configure(privacy_officer="privacy@example.org")
    await emergency.granted()
    sent: list[Any] = []

    async def send_mail(*arguments: Any) -> None:
        sent.extend(arguments[1:4])

    monkeypatch.setattr(channels, "send_mail", send_mail)
    delivery = await session.get_one(Delivery, (await session.scalars(text("select max(id) from deliveries"))).one())
    await channels.PrivacyOfficerChannel().send(replace(job_context(database), settings=told), delivery)
    address, _subject, body = sent
    assert address == "privacy@example.org"
    assert "Linh Agate (covid)" in body
    assert not {emergency.consult["Patient"][name] for name in ("nameGiven", "nameFamily")} & set(body.split())


async def test_an_installation_can_do_without(emergency: Emergency, configure: Configure) -> None:
    await emergency.granted()
    off = configure(emergency_access_minutes=0)
    assert (await emergency.ask()).json()["code"] == "emergency_access_off"
    assert not Settings(database_url=off.database_url).emergency_access_lifetime


async def test_the_access_check_explains_it(emergency: Emergency, sign_in: SignIn) -> None:
    await emergency.granted()
    admin = sign_in("admin")
    (person,) = (await admin.get("/people", params={"text": "Agate"})).json()["people"]
    question = {"personId": person["id"], "consultId": emergency.consult["id"]}
    answers = {
        action: (await admin.post("/access-checks", json=question | {"action": action})).json()
        for action in ("viewConsult", "comment")
    }
    assert "Emergency access lets them read the consult until 13:00 UTC" in str(answers["viewConsult"]["facts"])
    assert {action: answer["allowed"] for action, answer in answers.items()} == {"viewConsult": True, "comment": False}
