"""Administrators invite people who have never signed in."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import cast
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import RolledBackDatabase, SignIn
from wardline.admin.invitations import links
from wardline.admin.invitations.jobs import forget_invited_addresses
from wardline.admin.invitations.links import invited_username
from wardline.contacts.tests.owner import FakeMail
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.jobs.context import JobContext
from wardline.mail import registry as mails
from wardline.mail.contract import MailRefused
from wardline.outbox.jobs import send_lane
from wardline.settings import Settings

ADDRESS = "maya@example.org"


@pytest.fixture
def admin(noon: datetime, sign_in: SignIn) -> httpx.AsyncClient:
    return sign_in("admin")


@pytest.fixture
def mail(monkeypatch: pytest.MonkeyPatch) -> FakeMail:
    mail = FakeMail()
    monkeypatch.setattr(mails, "mail_server_for", lambda _: mail)
    return mail


@pytest.fixture
def bare(app: FastAPI) -> Iterator[Settings]:
    """An installation with an identity provider, but without a policy for invitations and a mail server."""
    before: Settings = app.state.settings
    app.state.settings = before.model_copy(update={"demo": False, "oidc_issuer": "https://login.example.org"})
    yield app.state.settings
    app.state.settings = before


@pytest.fixture
async def nurse_id(admin: httpx.AsyncClient) -> int:
    (found,) = (await admin.get("/people", params={"text": "nurse"})).json()["people"]
    return int(found["id"])


async def invited(admin: httpx.AsyncClient, state: str) -> set[str]:
    return {each["username"] for each in (await admin.get("/people", params={"invitation": state})).json()["people"]}


async def send(database: RolledBackDatabase, settings: Settings, user_id: int) -> JobContext:
    context = JobContext(cast(Database, database), settings)
    await send_lane(context, f"invitation-mail {user_id}", "invitation-mail")
    return context


async def test_an_invitation_is_sent_expires_and_ends_with_the_first_sign_in(
    admin: httpx.AsyncClient,
    nurse_id: int,
    mail: FakeMail,
    database: RolledBackDatabase,
    settings: Settings,
    sign_in: SignIn,
    session: AsyncSession,
) -> None:
    path = f"/people/{nurse_id}/invitation"
    assert "nurse" in await invited(admin, "notInvited")
    sent = await admin.post(path, json={"email": ADDRESS})
    assert sent.status_code == 200, sent.text
    assert (sent.json()["state"], sent.json()["by"]["username"], sent.json()["mailState"]) == (
        "invited",
        "admin",
        "queued",
    )
    context = await send(database, settings, nurse_id)
    ((address, subject, message),) = mail.sent
    assert (address, subject) == (ADDRESS, "Your invitation to Wardline")
    assert message.startswith("Ruth Hornbeam invites you to Wardline for Lakeshore Health Network.")
    assert "Your username is nurse." in message
    link = (await admin.get(f"{path}/link")).json()["link"]
    assert link in message
    (hint,) = parse_qs(urlsplit(link).query)["id_token_hint"]
    assert invited_username(settings, hint) == "nurse"
    assert (await admin.get(f"/people/{nurse_id}")).json()["invitation"]["mailState"] == "sent"
    assert await invited(admin, "invited") == {"nurse"}

    clock.advance(timedelta(days=settings.invitation_days))
    assert invited_username(settings, hint) is None
    assert await invited(admin, "expired") == {"nurse"}
    assert (await admin.get(f"{path}/link")).status_code == 404
    await forget_invited_addresses(context)
    read = (await admin.get(f"/people/{nurse_id}")).json()["invitation"]
    assert (read["state"], read["email"]) == ("expired", None)
    again = await admin.post(path, json={"email": ADDRESS})
    assert (again.json()["state"], again.json()["mailState"]) == ("invited", "queued")

    assert (await sign_in("nurse").get("/me/safekeeping-key")).status_code == 200
    read = (await admin.get(f"/people/{nurse_id}")).json()["invitation"]
    assert (read["state"], read["firstSignedInAt"] is not None) == ("active", True)
    assert await invited(admin, "active") == {"nurse"}
    late = await admin.post(path, json={"email": ADDRESS})
    assert (late.status_code, late.json()["code"]) == (409, "already_signed_in")
    assert (await admin.get(f"{path}/link")).json()["code"] == "already_signed_in"
    assert read["email"] == ADDRESS
    await forget_invited_addresses(context)
    assert (await admin.get(f"/people/{nurse_id}")).json()["invitation"]["email"] is None
    assert await session.scalar(text("select count(*) from invitations")) == 1


async def test_a_withdrawn_invitation_is_not_sent_and_a_failed_one_says_why(
    admin: httpx.AsyncClient,
    nurse_id: int,
    mail: FakeMail,
    database: RolledBackDatabase,
    settings: Settings,
    session: AsyncSession,
) -> None:
    path = f"/people/{nurse_id}/invitation"
    await admin.post(path, json={"email": ADDRESS})
    assert (await admin.delete(path)).json()["state"] == "notInvited"
    for active, expected in ((False, (409, "inactive_person")), (True, (200, None))):
        await session.execute(text("update users set active = :active where username = 'nurse'"), {"active": active})
        await session.commit()
        invited = await admin.post(path, json={"email": None})
        assert (invited.status_code, invited.json().get("code")) == expected
    assert (await admin.delete(path)).status_code == 200
    assert await session.scalar(text("select state from deliveries")) == "withdrawn"
    await send(database, settings, nurse_id)
    assert mail.sent == []
    assert (await admin.delete(path)).status_code == 404
    await admin.post(path, json={"email": ADDRESS})
    mail.failing = MailRefused("recipient refused, code 550")
    await send(database, settings, nurse_id)
    read = (await admin.get(f"/people/{nurse_id}")).json()["invitation"]
    assert (read["mailState"], read["mailReason"]) == ("failed", "recipient refused, code 550")


async def test_new_people_of_a_file_are_invited_if_the_administrator_says_so(
    admin: httpx.AsyncClient, mail: FakeMail, database: RolledBackDatabase, settings: Settings
) -> None:
    header = "Username,First name,Last name,Organizations,E-mail,Active"
    rows = [f"one,A,B,lakeshore,{ADDRESS},", "two,A,B,lakeshore,,", f"three,A,B,lakeshore,{ADDRESS},no"]
    file = {"text": "\n".join([header, *rows])}
    checked = (await admin.post("/people/imports/check", json=file)).json()
    assert checked["newWithEmail"] == 1
    confirmed = {"digest": checked["digest"], "confirmedCount": None, "invite": True}
    made = await admin.post("/people/imports", json=file | confirmed | {"fileName": "a.csv", "reason": None})
    assert made.json()["invited"] == 1
    assert await invited(admin, "invited") == {"one"}
    (one,) = (await admin.get("/people", params={"text": "one", "invitation": "invited"})).json()["people"]
    await send(database, settings, one["id"])
    assert [address for address, _, _ in mail.sent] == [ADDRESS]


async def test_without_mail_and_policy_a_link_leads_to_the_sign_in_page(
    admin: httpx.AsyncClient, nurse_id: int, bare: Settings
) -> None:
    means = (await admin.get("/people/choices")).json()["invitations"]
    assert means == {"mail": False, "linkKind": "signIn", "days": 7}
    path = f"/people/{nurse_id}/invitation"
    refused = await admin.post(path, json={"email": ADDRESS})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (409, "email")
    assert (await admin.post(path, json={"email": None})).status_code == 200
    assert (await admin.get(f"{path}/link")).json()["link"] == f"{bare.origin}/"


async def test_only_who_administers_all_of_somebody_invites_them_and_has_the_link(
    admin: httpx.AsyncClient, session: AsyncSession
) -> None:
    """Whoever has the link can sign in as this person, wherever they work."""
    paths = {}
    for username in ("nurse", "psych", "reporting"):
        (found,) = (await admin.get("/people", params={"text": username})).json()["people"]
        paths[username] = f"/people/{found['id']}/invitation"
    for username in ("nurse", "psych"):
        assert (await admin.post(paths[username], json={"email": None})).status_code == 200
    refused = await admin.post(paths["reporting"], json={"email": None})
    assert (refused.status_code, refused.json()["code"]) == (403, "sign_in_beyond_own_rights")
    await session.execute(
        text(
            "delete from user_organizations using users u, organizations o where user_id = u.id"
            " and username = 'admin' and organization_id = o.id and code = 'summit'"
        )
    )
    await session.commit()
    for refused in (await admin.post(paths["psych"], json={"email": None}), await admin.get(f"{paths['psych']}/link")):
        assert (refused.status_code, refused.json()["code"]) == (403, "beyond_own_organizations")
    assert (await admin.get(f"{paths['nurse']}/link")).status_code == 200


def test_a_token_is_only_good_here(settings: Settings) -> None:
    expires_at = clock.now() + timedelta(days=1)
    link = links.invitation_link(settings, username="a", subject="a", email=None, expires_at=expires_at)
    (hint,) = parse_qs(urlsplit(link).query)["id_token_hint"]
    assert invited_username(settings, hint) == "a"
    elsewhere = settings.model_copy(update={"public_url": "https://other.example.org"})
    assert invited_username(elsewhere, hint) is None
    assert invited_username(settings, "a.b.c") is None
