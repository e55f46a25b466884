"""Invalid tokens on a real server: for a request that reads patients, and for a socket."""

import hmac
import json
import time
from base64 import urlsafe_b64encode
from typing import Any

import httpx
import pytest
from joserfc import jws
from joserfc.jwk import Key, RSAKey

from .conftest import Refused, Server, live, open_socket

Servers = tuple[Server, Server]
MINUTE = 60
OTHER_KEY = RSAKey.generate_key(2048)


def encoded(content: Any) -> str:
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def own_key(server: Server) -> Key:
    return server.issuer._key


def claims(server: Server, **changed: Any) -> dict[str, Any]:
    """The claims of a valid token with changes; ``...`` removes one."""
    now = int(time.time())
    usual = {
        "iss": server.settings.issuer,
        "sub": "nurse",
        "aud": server.settings.oidc_audience,
        "client_id": server.settings.oidc_client_id,
        "iat": now,
        "exp": now + 15 * MINUTE,
    }
    return {name: value for name, value in (usual | changed).items() if value is not ...}


def signed(server: Server, payload: Any, *, key: Key | None = None, alg: str = "RS256", **header: Any) -> str:
    own = own_key(server)
    protected = {"alg": alg, "typ": "at+jwt", "kid": own.kid, **header}
    registry = jws.JWSRegistry(algorithms=[alg], strict_check_header=False)
    return jws.serialize_compact(protected, json.dumps(payload), key or own, registry=registry)


def unsigned(server: Server) -> str:
    return f"{encoded({'alg': 'none', 'typ': 'at+jwt'})}.{encoded(claims(server))}."


def signed_with_the_public_key(server: Server) -> str:
    content = f"{encoded({'alg': 'HS256', 'kid': own_key(server).kid})}.{encoded(claims(server))}"
    secret = server.issuer.public_key.as_pem(private=False)
    return f"{content}.{encoded(hmac.digest(secret, content.encode(), 'sha256'))}"


def with_other_claims(server: Server) -> str:
    header, _, signature = signed(server, claims(server)).split(".")
    return f"{header}.{encoded(claims(server, sub='admin'))}.{signature}"


def bad_tokens(server: Server) -> dict[str, str]:
    now = int(time.time())
    return {
        "none at all": "",
        "garbage": "nurse",
        "three dots": "...",
        "another audience": signed(server, claims(server, aud="other-api")),
        "the ID token's audience": signed(server, claims(server, aud=server.settings.oidc_client_id)),
        "another issuer": signed(server, claims(server, iss="https://login.example.org")),
        "another client": signed(server, claims(server, client_id="other-app")),
        "no client": signed(server, claims(server, client_id=...)),
        "another algorithm": f"{encoded({'alg': 'ES256', 'kid': own_key(server).kid})}.{encoded(claims(server))}.AAAA",
        "unsigned": unsigned(server),
        "signed with the public key as a secret": signed_with_the_public_key(server),
        "signed by another key": signed(server, claims(server), key=OTHER_KEY),
        "signed by a key that it brings along": signed(
            server, claims(server), key=OTHER_KEY, jwk=OTHER_KEY.as_dict(private=False)
        ),
        "an unknown key": signed(server, claims(server), kid="other"),
        "other claims than were signed": with_other_claims(server),
        "expired": signed(server, claims(server, exp=now - MINUTE)),
        "without an end": signed(server, claims(server, exp=...)),
        "not yet valid": signed(server, claims(server, nbf=now + 2 * MINUTE)),
        "made for something else": signed(server, claims(server), typ="logout+jwt"),
        "without a user": signed(server, claims(server, sub=...)),
        "too long": signed(server, claims(server, padding="x" * 12_500)),
    }


@pytest.mark.req("AUTH-09")
async def test_invalid_tokens_are_refused(two_servers: Servers) -> None:
    server, _ = two_servers
    async with httpx.AsyncClient(base_url=f"{server.url}/api") as client:
        for kind, token in bad_tokens(server).items():
            response = await client.post(
                "/consults/$search", json={}, headers={"Authorization": f"Bearer {token}".strip()}
            )
            assert (response.status_code, response.json()) == (
                401,
                {"code": "not_signed_in", "message": "Sign in to continue.", "errors": []},
            ), kind
            with pytest.raises(Refused, match='"not_signed_in"'):
                async with open_socket(server.url, {"token": token}):
                    pass
        valid = signed(server, claims(server, groups="x" * 11_000))
        headers = {"Authorization": f"Bearer {valid}"}
        assert (await client.post("/consults/$search", json={}, headers=headers)).status_code == 200
        async with open_socket(server.url, {"token": valid}):
            pass


@pytest.mark.req("AUTH-09", "AUTH-11")
async def test_a_valid_token_of_an_unknown_user_grants_nothing(two_servers: Servers) -> None:
    server, _ = two_servers
    async with server.client("stranger") as client:
        response = await client.post("/consults/$search", json={})
        assert (response.status_code, response.json()["code"]) == (403, "unknown_user")
    with pytest.raises(Refused, match='"unknown_user"'):
        async with live(server, "stranger"):
            pass


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Basic bnVyc2U6", "Token {}", "{}", "Bearer {} {}", "Bearer\t{}", "bearer,{}"]
)
@pytest.mark.req("AUTH-09")
async def test_a_token_is_accepted_in_one_place_only(two_servers: Servers, header: str) -> None:
    server, _ = two_servers
    valid = signed(server, claims(server))
    async with httpx.AsyncClient(base_url=f"{server.url}/api") as client:
        headers = {"Authorization": header.replace("{}", valid), "Cookie": f"access_token={valid}", "X-Token": valid}
        assert (await client.get("/me", headers=headers)).status_code == 401
        assert (await client.get("/me", params={"access_token": valid})).status_code == 401
