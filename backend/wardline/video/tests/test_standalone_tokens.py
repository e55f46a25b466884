"""Tokens of devices in unattended patient mode: who gets one, what it is good for, and what is none."""

import base64
import hashlib
import hmac
import json
import re
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
from bodies import Bodies
from fastapi import FastAPI
from joserfc import jws, jwt
from joserfc.jwk import KeySet, RSAKey
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import NOON, CheckIn, RolledBackDatabase, SignIn
from wardline.access.tokens import InvalidToken
from wardline.core import clock
from wardline.core.jobs.registry import declared
from wardline.demo.identity.issuing import Issuer
from wardline.settings import Settings
from wardline.video.tests.conftest import LeaveDevice
from wardline.video.tests.devices import (
    issue_token,
    join_as_device,
    look_up,
    parts_of,
    request_to_join_as_device,
    request_token,
    with_token,
)
from wardline.video.tests.every_call import NOT_SIGNED_IN, check_good_for_nothing_else
from wardline.video.tests.windows import Window, join, refusal
from wardline.video.unattended.keys import PUBLISHED_FIRST, REPLACED_AFTER, replace_keys
from wardline.video.unattended.tokens import LIFETIME

pytestmark = pytest.mark.usefixtures("noon", "quick_keys")

CALLS_OF_DEVICES = {
    "joinMeeting",
    "attendMeeting",
    "leaveMeeting",
    "deleteExternalMeeting",
    "getStandaloneMeeting",
}
SHAPE = re.compile(r"[\w-]+\.[\w-]+\.[\w-]+")


async def published(who: httpx.AsyncClient) -> list[dict[str, Any]]:
    response = await who.get("/.well-known/keys", headers={"Authorization": ""})
    assert response.status_code == 200, response.text
    assert re.fullmatch(r"public, max-age=\d+", response.headers["cache-control"])
    found: list[dict[str, Any]] = response.json()["keys"]
    return found


@pytest.mark.req("API-38", "BAPI-22", "UNATT-15", "API-40")
async def test_a_token_names_one_meeting_and_is_verified_with_a_published_key(
    nurse: Window, settings: Settings
) -> None:
    response = await request_token(nurse)
    assert response.status_code == 201
    token = response.json()["token"]
    header, claims = parts_of(token)
    known = await published(nurse.who)
    assert header == {"typ": "standalone+jwt", "alg": "RS256", "kid": known[0]["kid"]}
    assert claims == {
        "iss": settings.origin,
        "aud": "standalone-meeting",
        "jti": str(uuid.UUID(claims["jti"])),
        "iat": int(NOON.timestamp()),
        "exp": int((NOON + timedelta(hours=12)).timestamp()),
        "consultId": nurse.consult_id,
        "externalMeetingId": nurse.external_id,
    }
    assert response.json()["expiresAt"] == "2026-03-05T00:00:00Z"
    jwt.decode(token, KeySet.import_key_set({"keys": known}), algorithms=["RS256"])


@pytest.mark.req("API-40")
async def test_only_the_public_half_of_a_key_is_published_also_before_there_is_a_token(
    client: httpx.AsyncClient,
) -> None:
    (key,), again = await published(client), await published(client)
    assert [key] == again
    assert set(key) == {"kty", "use", "alg", "kid", "n", "e"}
    assert (key["kty"], key["use"], key["alg"]) == ("RSA", "sig", "RS256")
    assert len(base64.urlsafe_b64decode(f"{key['n']}==")) == 2048 // 8


@pytest.mark.req("API-38", "API-03")
async def test_a_repeated_request_answers_the_same_token(nurse: Window, session: AsyncSession) -> None:
    first, again = [await request_token(nurse, key="press-1") for _ in range(2)]
    assert (again.status_code, again.json()) == (201, first.json())
    assert await session.scalar(text("select count(*) from standalone_tokens")) == 1
    assert (await issue_token(nurse)) != first.json()["token"]


@pytest.mark.req("UNATT-17", "API-38", "BAPI-22", "UNATT-14")
async def test_only_whoever_is_in_the_call_and_not_on_call_may_leave_a_device_in_it(
    nurse: Window, sign_in: SignIn, check_in: CheckIn, bodies: Bodies
) -> None:
    other = await join(nurse.who, await bodies.create(nurse.who))
    colleague = Window(sign_in("edtech"), *nurse_ids(nurse))
    on_call = await join(await check_in("psych", line="tele-psych"), nurse.consult_id)
    looks_only = Window(sign_in("admin"), *nurse_ids(nurse))
    elsewhere = Window(sign_in("elsewhere"), *nurse_ids(nurse))
    assert (await colleague.who.get(f"/consults/{nurse.consult_id}")).status_code == 200
    assert refusal(await request_token(on_call)) == (403, "on_call")
    assert refusal(await request_token(colleague)) == (403, "not_in_call")
    assert refusal(await request_token(nurse, meeting_id=other.meeting_id)) == (403, "not_in_call")
    assert refusal(await request_token(nurse, meeting_id=str(uuid.uuid4()))) == (403, "not_in_call")
    for hidden in (
        await request_token(looks_only),
        await request_token(elsewhere),
        await request_token(nurse, consult_id=str(uuid.uuid4())),
    ):
        assert refusal(hidden) == (403, "forbidden")
    await nurse.leave()
    assert refusal(await request_token(nurse)) == (403, "not_in_call")


def nurse_ids(window: Window) -> tuple[str, str, str, str]:
    return window.consult_id, window.meeting_id, window.external_id, window.attendee_id


@pytest.mark.req("UNATT-15", "API-39")
async def test_a_token_works_for_no_other_operation_of_the_contract(nurse: Window, app: FastAPI) -> None:
    """Nor for those beside it. The ids are of what its user may reach."""
    ids = {"meeting_id": nurse.meeting_id, "consult_id": nurse.consult_id, "attendee_id": nurse.attendee_id}
    token = await issue_token(nurse)
    async with with_token(app, token) as device:
        await check_good_for_nothing_else(device, token, "Bearer", ids, CALLS_OF_DEVICES)
        assert (await look_up(device, nurse)).status_code == 200, "what it is for"


@pytest.mark.req("UNATT-15")
async def test_the_verifier_of_sockets_and_of_all_other_calls_refuses_a_token(nurse: Window, app: FastAPI) -> None:
    with pytest.raises(InvalidToken) as refused:
        await app.state.token_verifier.verify(await issue_token(nurse))
    assert refused.value.reason == "another kind of token"


@pytest.mark.req("API-36", "API-37", "API-39", "BAPI-20", "UNATT-15")
async def test_a_token_works_for_its_own_meeting_and_consult_only(
    nurse: Window, psych: httpx.AsyncClient, leave_device: LeaveDevice, bodies: Bodies, sign_in: SignIn
) -> None:
    specialist = await join(psych, nurse.consult_id)
    elsewhere = await join(sign_in("nurse"), await bodies.create(nurse.who))
    device = await leave_device(nurse)
    own = await join_as_device(device, nurse)
    mixed = {"meeting_id": nurse.meeting_id, "consult_id": elsewhere.consult_id}
    refused = [
        await look_up(device, elsewhere),
        await device.get("/standalone/meeting/{meeting_id}/consults/{consult_id}".format(**mixed)),
        await request_to_join_as_device(device, elsewhere),
        await request_to_join_as_device(device, nurse, consultId=elsewhere.consult_id),
        await request_to_join_as_device(device, nurse, externalMeetingId=elsewhere.external_id),
        await request_to_join_as_device(device, nurse, externalMeetingId=None),
        await device.put("/meeting/$deleteExternalMeeting", json=elsewhere.ids_of_call),
        await own.delete(consultId=elsewhere.consult_id),
    ]
    for window in (specialist, elsewhere, nurse):
        refused.append(await device.post(f"{window.path}/attend", json={}))
        refused.append(await device.delete(window.path))
        refused.append(await device.delete(window.path, params={"restore": "true"}))
    assert [refusal(response) for response in refused] == [(403, "forbidden")] * len(refused)
    assert [(await window.attend())["state"] for window in (specialist, elsewhere, own)] == ["connected"] * 3


@pytest.mark.req("API-36", "BAPI-20", "ROUTE-34")
async def test_a_signed_in_user_neither_joins_as_a_device_nor_is_in_control_of_one(
    nurse: Window, leave_device: LeaveDevice, sign_in: SignIn
) -> None:
    own = await join_as_device(await leave_device(nurse), nurse)
    again = Window(sign_in("nurse"), *nurse_ids(own))
    assert refusal(await request_to_join_as_device(again.who, nurse)) == (403, "forbidden")
    refused = [
        await again.who.post(f"{again.path}/attend", json={"heard": [], "signals": []}),
        await again.leave(),
        await again.who.delete(again.path, params={"restore": "true"}),
    ]
    assert [refusal(response) for response in refused] == [(404, "meeting_not_found")] * 3
    assert refusal(await look_up(again.who, nurse)) == NOT_SIGNED_IN
    assert refusal(await again.delete()) == (409, "meeting_in_use")
    assert (await own.attend())["state"] == "connected"


Forge = Callable[[str, RSAKey, Issuer], str]


def signed(content: dict[str, Any], key: RSAKey, **header: Any) -> str:
    return jwt.encode({"typ": "standalone+jwt", "alg": "RS256", "kid": key.kid, **header}, content, key, ["RS256"])


def forged(token: str, key: RSAKey, **changed: Any) -> str:
    """The token with other claims, signed with its own key."""
    return signed({name: value for name, value in (parts_of(token)[1] | changed).items() if value is not ...}, key)


def encoded(content: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(content).encode()).rstrip(b"=").decode()


def without_a_signature(token: str, key: RSAKey, _: Issuer) -> str:
    return f"{encoded({'typ': 'standalone+jwt', 'alg': 'none', 'kid': key.kid})}.{token.split('.')[1]}."


def with_the_public_key_as_a_secret(token: str, key: RSAKey, _: Issuer) -> str:
    content = f"{encoded({'typ': 'standalone+jwt', 'alg': 'HS256', 'kid': key.kid})}.{token.split('.')[1]}"
    signature = hmac.digest(key.as_pem(private=False), content.encode(), hashlib.sha256)
    return f"{content}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}"


def with_another_algorithm(token: str, key: RSAKey, _: Issuer) -> str:
    plain = RSAKey.import_key(key.as_pem(private=True))
    header = {"typ": "standalone+jwt", "alg": "PS256", "kid": key.kid}
    registry = jws.JWSRegistry(algorithms=["PS256"])
    return jws.serialize_compact(header, json.dumps(parts_of(token)[1]), plain, registry=registry)


def by_the_identity_provider(token: str, key: RSAKey, issuer: Issuer) -> str:
    return signed(parts_of(token)[1], RSAKey.import_key(issuer._key.as_pem(private=True)), kid=key.kid)


def with_the_providers_key_id(token: str, _: RSAKey, issuer: Issuer) -> str:
    return signed(parts_of(token)[1], RSAKey.import_key(issuer._key.as_pem(private=True)), kid=issuer._key.kid)


FORGERIES: dict[str, Forge] = {
    "unsigned": without_a_signature,
    "HS256 with the public key": with_the_public_key_as_a_secret,
    "PS256": with_another_algorithm,
    "the provider's key": by_the_identity_provider,
    "the provider's key and its id": with_the_providers_key_id,
    "no key id": lambda token, key, _: signed(parts_of(token)[1], RSAKey.import_key(key.as_pem(private=True)), kid=""),
    "another audience": lambda token, key, _: forged(token, key, aud="wardline-api"),
    "another issuer": lambda token, key, _: forged(token, key, iss="https://elsewhere.example.org"),
    "expired": lambda token, key, _: forged(token, key, exp=int(NOON.timestamp()) - 31),
    "no end": lambda token, key, _: forged(token, key, exp=...),
    "13 hours": lambda token, key, _: forged(token, key, exp=int(NOON.timestamp()) + 13 * 3600),
    "an unknown id": lambda token, key, _: forged(token, key, jti=str(uuid.uuid4())),
    "no id": lambda token, key, _: forged(token, key, jti=...),
    "no consult": lambda token, key, _: forged(token, key, consultId=...),
    "other claims than were signed": lambda token, _, __: re.sub(
        r"\..*\.", f".{encoded(parts_of(token)[1] | {'consultId': str(uuid.uuid4())})}.", token
    ),
    "an access token": lambda _, __, issuer: issuer.access_token("nurse"),
    "an access token that says it is one": lambda _, __, issuer: issuer._sign(
        "standalone+jwt", "nurse", LIFETIME, {"aud": "standalone-meeting"}
    ),
}


@pytest.mark.parametrize("kind", FORGERIES)
@pytest.mark.req("UNATT-15", "API-39", "UNATT-04")
async def test_what_is_not_a_token_of_this_installation_is_refused(
    nurse: Window, app: FastAPI, made_key: tuple[str, str], issuer: Issuer, kind: str
) -> None:
    token, (kid, pem) = await issue_token(nurse), made_key
    forgery = FORGERIES[kind](token, RSAKey.import_key(pem, {"kid": kid}), issuer)
    assert SHAPE.fullmatch(forgery) or forgery.endswith(".")
    assert forgery != token
    async with with_token(app, forgery) as device, with_token(app, token) as genuine:
        refused = [await look_up(device, nurse)]
        if kind != "an access token":
            refused.append(await request_to_join_as_device(device, nurse))
            refused.append(await device.put("/meeting/$deleteExternalMeeting", json=nurse.ids_of_call))
            refused.append(await device.post(f"{nurse.path}/attend", json={}))
            refused.append(await device.delete(nurse.path))
        assert [refusal(response) for response in refused] == [NOT_SIGNED_IN] * len(refused)
        assert (await look_up(genuine, nurse)).status_code == 200


@pytest.mark.req("UNATT-15")
async def test_a_token_is_good_for_twelve_hours(nurse: Window, app: FastAPI, leave_device: LeaveDevice) -> None:
    own = await join_as_device(await leave_device(nurse), nurse)
    clock.advance(timedelta(hours=12))
    assert (await own.attend())["state"] == "connected"
    clock.advance(timedelta(seconds=31))
    assert refusal(await own.who.post(f"{own.path}/attend", json={})) == NOT_SIGNED_IN


@pytest.mark.req("API-40", "UNATT-04")
async def test_a_key_is_replaced_without_a_moment_in_which_a_token_cannot_be_verified(
    nurse: Window,
    app: FastAPI,
    database: RolledBackDatabase,
    monkeypatch: pytest.MonkeyPatch,
    made_key: tuple[str, str],
) -> None:
    async def passes(time: timedelta) -> list[str]:
        clock.advance(time)
        async with database.transaction() as session:
            await replace_keys(session)
        return [key["kid"] for key in await published(nurse.who)]

    next_key = RSAKey.generate_key(2048)
    old, new = made_key[0], next_key.thumbprint()
    assert [key["kid"] for key in await published(nurse.who)] == [old]
    monkeypatch.setattr(
        "wardline.video.unattended.keys._new_key", lambda: (new, next_key.as_pem(private=True).decode())
    )
    assert await passes(REPLACED_AFTER - timedelta(seconds=1)) == [old]
    assert await passes(timedelta(seconds=1)) == [old, new]
    assert await passes(PUBLISHED_FIRST - timedelta(seconds=1)) == [old, new]
    last = await issue_token(nurse)
    assert parts_of(last)[0]["kid"] == old, "while some may not know the next one"
    assert await passes(timedelta(seconds=1)) == [old, new]
    assert parts_of(await issue_token(nurse))[0]["kid"] == new
    assert await passes(LIFETIME) == [old, new]
    async with with_token(app, last) as device:
        assert (await look_up(device, nurse)).status_code == 200
        assert await passes(timedelta(seconds=30)) == [new]
        assert refusal(await look_up(device, nurse)) == NOT_SIGNED_IN
    assert declared["replace_standalone_keys"].cron == "41 * * * *"
