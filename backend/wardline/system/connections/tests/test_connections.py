"""What administrators are told about the systems that the installation uses."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import SignIn
from wardline.access.current_user import CurrentUser
from wardline.core.outcomes import Outcomes
from wardline.core.security.rate_limits import RateLimiter
from wardline.ehr.fhir.server import FhirServer
from wardline.outbox.standing import ChannelStanding
from wardline.settings import Settings
from wardline.system.connections import service
from wardline.system.connections.choices import ConnectionKind, ConnectionState
from wardline.system.connections.contract import (
    ConnectionBroken,
    Installation,
    Standing,
    Trial,
    of_deliveries,
    of_outcomes,
    with_tests,
)
from wardline.system.connections.kinds import fax, identity, record
from wardline.telnyx.account import TelnyxAccount
from wardline.telnyx.applications import FAX_APPLICATIONS, VOICE_APPLICATIONS, ApplicationUnusable, check_application
from wardline.telnyx.exchange import Response, TelnyxClient
from wardline.webpush.keys import vapid_key

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
EARLIER = NOW - timedelta(minutes=5)
PUSH = ConnectionKind.PUSH
WORKS, UNKNOWN, FAILS = ConnectionState.WORKS, ConnectionState.UNKNOWN, ConnectionState.FAILS
HIDDEN = {
    "fhir_url": "https://hidden.example",
    "fhir_key_file": Path("/hidden/key.pem"),
    "mail_password": "hidden",
    "audit_witnesses": "https://collector.example/in?key=hidden",
    "turn_secret": "hidden",
    "calendar_hosts": "hidden.example",
}
"""Settings, which are not shown."""


def installation(session: AsyncSession, app: FastAPI, settings: Settings) -> Installation:
    state, reader = app.state, cast(CurrentUser, SimpleNamespace(administered_organization_ids=frozenset()))
    witnesses = ["https://collector.example/in"]
    return Installation(session, settings, state.keys, state.media, witnesses, state.scim_clients, reader)


async def test_each_says_whether_it_is_set_up_and_which_settings_are_missing(
    sign_in: SignIn, statements: list[str]
) -> None:
    admin = sign_in("admin")
    await admin.get("/me")
    statements.clear()
    found = {each["kind"]: each for each in (await admin.get("/connections")).json()["connections"]}
    assert len(statements) <= 6
    assert list(found) == [kind.value for kind in ConnectionKind]
    assert found["phone"]["value"] == "Texts and calls are simulated by the demonstration."
    assert (found["phone"]["state"], found["phone"]["test"]) == ("works", None)
    assert (found["relay"]["state"], found["relay"]["test"]) == ("off", None)
    assert found["relay"]["action"].startswith("Set `WARDLINE_TURN_URLS`, `WARDLINE_TURN_SECRET`, and restart")
    assert found["relay"]["settings"][1] == {
        "name": "WARDLINE_TURN_SECRET",
        "source": "secret",
        "isRequired": True,
        "isSet": False,
    }


async def test_no_value_of_a_setting_is_shown(session: AsyncSession, app: FastAPI, settings: Settings) -> None:
    given = settings.model_copy(update=HIDDEN)
    failing = (
        "insert into audit_witnesses (name, position, hash, checkpoint_id, failing_since, failure) "
        "values ('https://collector.example/in', 0, '', 0, now(), 'no connection')"
    )
    await session.execute(text(failing))
    read = await service.connections(installation(session, app, given))
    assert "hidden" not in read.model_dump_json()
    found = {each.kind: each for each in read.connections}
    collector = found[ConnectionKind.COLLECTOR]
    assert (collector.state, collector.value) == (ConnectionState.FAILS, "1 of 1 witness does not accept entries.")
    assert collector.last_error == "no connection"
    assert collector.last_error_at is not None
    assert [setting.is_set for setting in found[ConnectionKind.RECORD].settings][:3] == [True, False, True]
    assert found[ConnectionKind.CALENDARS].value == "No call schedule imports a calendar from an address."


async def test_the_latest_deliveries_say_how_a_connection_does(
    session: AsyncSession, app: FastAPI, settings: Settings
) -> None:
    attempts = """
        with delivery as (
          insert into deliveries (channel, lane, receiver, reference, state, created_at, wanted_at)
          select 'fax', 'x', 'fax', 'REFERENCE' || number, 'waiting', now(), now() from generate_series(1, 2) number
          returning id
        )
        insert into delivery_attempts (delivery_id, number, began_at, accepted_at, ended_at, state, reason)
        select id, 1, now(), now() - interval '9 minutes', now(), 'delivered', null from delivery
        union all select max(id), 2, now(), null, now() + interval '1 minute', 'waiting', 'no connection' from delivery
    """
    await session.execute(text(attempts))
    standing = await fax.read(installation(session, app, settings))
    assert (standing.state, standing.last_error) == (ConnectionState.FAILS, "no connection")
    assert standing.last_success_at is not None
    assert standing.last_error_at is not None
    assert standing.last_error_at > standing.last_success_at


@pytest.mark.parametrize(
    ("found", "state"),
    [
        (ChannelStanding("", "", None, None, None, None), "unknown"),
        (ChannelStanding("", "", NOW, None, None, None), "works"),
        (ChannelStanding("", "", EARLIER, NOW, "busy", None), "works"),
        (ChannelStanding("", "", EARLIER, NOW, "no connection", NOW), "fails"),
        (ChannelStanding("", "", NOW, EARLIER, "no connection", EARLIER), "works"),
        (ChannelStanding("", "", None, NOW, "no connection", NOW), "fails"),
        (ChannelStanding("", "", EARLIER, NOW, "busy", EARLIER - timedelta(minutes=1)), "works"),
    ],
    ids=[
        "nothing sent",
        "accepted",
        "refused by the receiver",
        "not reached",
        "reached again",
        "never reached",
        "reached again, then refused",
    ],
)
def test_a_receiver_that_refuses_something_is_a_connection_that_works(found: ChannelStanding, state: str) -> None:
    standing = of_deliveries(found, what="faxes", action="Do it.")
    assert (standing.state, standing.action) == (state, "Do it." if state == "fails" else None)


@pytest.mark.parametrize(
    ("outcomes", "state"),
    [
        (Outcomes(), "unknown"),
        (Outcomes(NOW, EARLIER, "x"), "works"),
        (Outcomes(EARLIER, NOW, "x"), "fails"),
        (Outcomes(None, NOW, "x"), "fails"),
    ],
)
def test_the_latest_request_of_this_process_counts(outcomes: Outcomes, state: str) -> None:
    assert of_outcomes(outcomes, works="", unknown="", fails="", action="").state == state


async def test_a_test_is_audited_without_its_words_and_limited(
    sign_in: SignIn, session: AsyncSession, app: FastAPI, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.state._state, "connection_tests", RateLimiter(3))
    admin = sign_in("admin")
    push = await _push(admin)
    assert (push["state"], push["test"]) == ("off", None)
    assert (await admin.post("/connections/$test", json={"kind": "push"})).json()["isWorking"] is False
    assert (await _push(admin))["state"] == "off"
    await vapid_key(session, settings)
    tested = [await admin.post("/connections/$test", json={"kind": "push"}) for _ in range(2)]
    assert tested[0].json()["isWorking"] is True
    assert tested[0].json()["value"] == "The key signs, and devices that know its public half accept it."
    assert {response.status_code for response in tested} == {200}
    refused = await admin.post("/connections/$test", json={"kind": "push"})
    assert (refused.status_code, "Retry-After" in refused.headers) == (429, True)
    statement = "select details from audit_entries where action = 'testConnection' and status = 200 order by id desc"
    assert (await session.scalar(text(statement))) == {"connection": "push", "isWorking": True}
    push = await _push(admin)
    assert (push["state"], push["value"]) == ("works", "The latest test found that it works.")


async def _push(admin: httpx.AsyncClient) -> dict[str, Any]:
    connections = (await admin.get("/connections")).json()["connections"]
    return next(each for each in connections if each["kind"] == "push")


@pytest.mark.parametrize(
    ("standing", "tests", "expected"),
    [
        (Standing(UNKNOWN, ""), Outcomes(), (UNKNOWN, None)),
        (Standing(UNKNOWN, ""), Outcomes(EARLIER), (WORKS, None)),
        (Standing(WORKS, "", None, EARLIER), Outcomes(None, NOW, "x"), (FAILS, "x")),
        (Standing(WORKS, "", None, NOW), Outcomes(None, EARLIER, "x"), (WORKS, "x")),
        (Standing(FAILS, "", None, EARLIER, "y", NOW), Outcomes(EARLIER), (FAILS, "y")),
        (Standing(FAILS, "", None, None, "y", EARLIER), Outcomes(NOW), (WORKS, "y")),
    ],
)
def test_a_test_counts_until_something_newer_is_known(
    standing: Standing, tests: Outcomes, expected: tuple[ConnectionState, str | None]
) -> None:
    found = with_tests(standing, tests)
    assert (found.state, found.last_error) == expected


async def _hangs(_: Installation) -> str:
    await asyncio.Event().wait()
    return ""


async def _has_a_defect(_: Installation) -> str:
    raise RuntimeError("hidden")


@pytest.mark.parametrize(
    ("run", "value"),
    [(_hangs, "It did not answer within 0 seconds."), (_has_a_defect, "The test itself failed.")],
)
async def test_a_test_always_ends_with_words(
    run: Any, value: str, app: FastAPI, session: AsyncSession, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "TEST_SECONDS", 0.01)
    connection = replace(service.CONNECTIONS[PUSH], test=Trial("", run))
    monkeypatch.setattr(service, "CONNECTIONS", {**service.CONNECTIONS, PUSH: connection})
    tested = await service.test(PUSH, installation(session, app, settings), None)
    assert (tested.is_working, tested.value) == (False, value)
    assert tested.action
    assert "hidden" not in tested.model_dump_json()


ISSUER = "https://id.example/realm"
DOCUMENTS = {
    "/realm/.well-known/openid-configuration": {"issuer": ISSUER, "jwks_uri": "https://id.example/keys"},
    "/keys": {"keys": []},
}


@pytest.mark.parametrize(
    ("documents", "value"),
    [
        (DOCUMENTS, "It publishes no key that can be used."),
        ({}, "Its keys could not be read: status 404."),
        ({next(iter(DOCUMENTS)): {"issuer": "hidden", "jwks_uri": ""}}, "the provider's issuer is a different one"),
        ({next(iter(DOCUMENTS)): {"hidden": 1}}, "an unreadable response"),
    ],
)
async def test_a_provider_whose_keys_cannot_be_used_is_described(
    documents: dict[str, Any], value: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def respond(request: httpx.Request) -> httpx.Response:
        document = documents.get(request.url.path)
        return httpx.Response(404) if document is None else httpx.Response(200, json=document)

    transport = httpx.MockTransport(respond)
    monkeypatch.setattr(identity, "HttpClient", lambda **_: httpx.AsyncClient(transport=transport))
    given = SimpleNamespace(settings=settings.model_copy(update={"oidc_issuer": ISSUER}))
    with pytest.raises(ConnectionBroken) as failure:
        await identity.test(cast(Installation, given))
    assert value in failure.value.value
    assert "hidden" not in failure.value.value
    assert failure.value.action


@pytest.mark.parametrize(
    ("response", "value"),
    [
        (httpx.Response(200, json={"resourceType": "CapabilityStatement", "fhirVersion": "4.0.1"}), None),
        (
            httpx.Response(200, json={"resourceType": "CapabilityStatement", "fhirVersion": "5.0.0"}),
            "speaks FHIR 5.0.0",
        ),
        (httpx.Response(200, json={"resourceType": "Patient", "name": "hidden"}), "the response is none"),
        (httpx.Response(401, text="hidden"), "its capability statement: status 401"),
    ],
)
async def test_the_record_is_asked_for_its_capabilities_only(
    response: httpx.Response, value: str | None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths: list[str] = []

    def respond(request: httpx.Request) -> httpx.Response:
        paths.append(request.url.path)
        return response

    server = FhirServer("https://record.example/r4", timeout=1, transport=httpx.MockTransport(respond))
    monkeypatch.setattr(record, "server_in", lambda *_, **__: server)
    given = cast(Installation, SimpleNamespace(settings=settings))
    if value is None:
        assert await record.test(given) == "It answered, and speaks FHIR 4.0.1."
    else:
        with pytest.raises(ConnectionBroken, match=value) as failure:
            await record.test(given)
        assert "hidden" not in failure.value.value
    assert paths == ["/r4/metadata"]


@pytest.mark.parametrize(
    ("found", "state", "scopes"),
    [
        (None, "works", ["census", "filing"]),
        ({"fhir", "hl7v2"}, "unknown", ["census", "filing"]),
        ({"hl7v2"}, "unknown", ["census"]),
    ],
    ids=["the demonstration's network", "both ways", "another way"],
)
async def test_filing_counts_for_the_record_only_where_notes_are_filed_there(
    found: set[str] | None,
    state: str,
    scopes: list[str],
    app: FastAPI,
    session: AsyncSession,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    async def version(_: Settings, scope: str) -> str:
        asked.append(scope)
        return "4.0.1"

    monkeypatch.setattr(record, "_version", version)
    monkeypatch.setattr(record, "OUTCOMES", Outcomes())
    if found is not None:

        async def stored(_: object) -> set[str]:
            return found

        monkeypatch.setattr(record, "protocols", stored)
    filed = """
        with delivery as (
          insert into deliveries (channel, lane, receiver, reference, state, created_at, wanted_at)
          values ('filing', 'x', 'x', 'REFERENCE', 'waiting', now(), now()) returning id
        )
        insert into delivery_attempts (delivery_id, number, began_at, accepted_at, ended_at, state)
        select id, 1, now(), now(), now(), 'sending' from delivery
    """
    await session.execute(text(filed))
    about = {"fhir_client_id": "us", "fhir_scope": "census", "fhir_filing_scope": "filing"}
    given = installation(session, app, settings.model_copy(update=about))
    assert (await record.read(given)).state == state
    await record.test(given)
    assert asked == scopes


@pytest.mark.parametrize(
    ("kind", "status", "application", "fault"),
    [
        (FAX_APPLICATIONS, 200, {"webhook_event_url": "https://us.example/api/fax-callbacks"}, None),
        (FAX_APPLICATIONS, 200, {"webhook_event_url": "https://other.example"}, "callbacks"),
        (VOICE_APPLICATIONS, 200, {"webhook_event_url": "https://other.example"}, None),
        (VOICE_APPLICATIONS, 200, {"active": False}, "inactive"),
        (VOICE_APPLICATIONS, 401, {}, "key"),
        (VOICE_APPLICATIONS, 404, {}, "unknown"),
        (VOICE_APPLICATIONS, 503, {}, "no answer"),
    ],
)
async def test_an_account_is_asked_about_its_application_only(
    kind: str, status: int, application: dict[str, Any], fault: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []

    async def exchange(_: TelnyxClient, method: str, path: str) -> Response:
        asked.append((method, path))
        return Response(status, httpx.Response(200, json={"data": application}).content)

    monkeypatch.setattr(TelnyxClient, "exchange", exchange)
    account = TelnyxAccount("key", "a/b", "+15550100100", cast(Any, None), "https://us.example/api/fax-callbacks")
    found = None
    try:
        await check_application(account, "https://api.example/v2", kind)
    except ApplicationUnusable as error:
        found = error.fault.value
    assert found == fault
    assert asked == [("GET", f"{kind}/a%2Fb")]
