"""Which access tokens are accepted."""

import hmac
import json
from base64 import urlsafe_b64encode
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from joserfc.jwk import Key, RSAKey

from wardline.access.provider_keys import FixedKeys
from wardline.access.tests.signing import (
    AUDIENCE,
    CLIENT,
    CURVE_KEY,
    ISSUER,
    KEY,
    NEXT_KEY,
    NOW,
    OTHER_KEY,
    SECOND,
    claims,
    public,
    refused,
    signed,
    subject,
    verifier,
)
from wardline.access.tokens import LEEWAY, MAX_TOKEN_LENGTH, InvalidToken, verifier_for
from wardline.core import clock
from wardline.settings import Settings


@pytest.mark.parametrize(
    "token",
    [
        pytest.param(signed(claims()), id="RS256"),
        pytest.param(signed(claims(), alg="PS256"), id="PS256"),
        pytest.param(signed(claims(), key=CURVE_KEY, alg="ES256"), id="ES256"),
        pytest.param(signed(claims(), typ="JWT"), id="a provider that does not tell access tokens apart by type"),
        pytest.param(signed(claims(), typ=...), id="a token without type"),
        pytest.param(signed(claims(), nonce="x", x5t="y"), id="members that the provider adds to the header"),
        pytest.param(signed(claims(aud=["other-api", AUDIENCE])), id="one of several audiences"),
        pytest.param(signed(claims(client_id=..., azp=CLIENT)), id="client named as authorized party"),
        pytest.param(signed(claims(nbf=int(NOW.timestamp()))), id="valid from now on"),
    ],
)
@pytest.mark.req("AUTH-09")
async def test_a_valid_token_is_accepted(token: str) -> None:
    with clock.clock_at(NOW):
        believed = await verifier().verify(token)
    assert believed.subject == "nurse"
    assert believed.expires_at == NOW + timedelta(seconds=900)
    assert believed.claims["iss"] == ISSUER


@pytest.mark.req("AUTH-09")
@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"iss": "https://login.example.org/other"}, "another issuer"),
        ({"iss": ISSUER + "/"}, "another issuer"),
        ({"iss": ...}, "another issuer"),
        ({"iss": [ISSUER]}, "another issuer"),
        ({"aud": "other-api"}, "another audience"),
        ({"aud": CLIENT}, "another audience"),
        ({"aud": f"{AUDIENCE}-of-others"}, "another audience"),
        ({"aud": AUDIENCE[:-1]}, "another audience"),
        ({"aud": []}, "another audience"),
        ({"aud": {AUDIENCE: 1}}, "another audience"),
        ({"aud": ...}, "another audience"),
        ({"client_id": "other-app"}, "another client"),
        ({"client_id": ...}, "another client"),
        ({"azp": "other-app"}, "another client"),
        ({"azp": [CLIENT]}, "another client"),
        ({"exp": ...}, "no expiry"),
        ({"exp": "tomorrow"}, "no expiry"),
        ({"exp": True}, "no expiry"),
        ({"exp": 1e300}, "no expiry"),
        ({"exp": 10**400}, "no expiry"),
        ({"exp": -1}, "no expiry"),
        ({"exp": float("nan")}, "no expiry"),
        ({"nbf": "soon"}, "not yet valid"),
        ({"iat": ...}, "no time of issue"),
        ({"iat": "yesterday"}, "no time of issue"),
        ({"iat": True}, "no time of issue"),
        ({"sub": ...}, "no user"),
        ({"sub": ""}, "no user"),
        ({"sub": 7}, "no user"),
        ({"sub": "n" * 256}, "no user"),
        ({"sub": "nur\x00se"}, "no user"),
        ({"jti": 7}, "no id"),
        ({"jti": None}, "no id"),
    ],
)
async def test_a_token_for_another_audience_or_with_missing_claims_is_refused(
    changed: dict[str, Any], reason: str
) -> None:
    assert await refused(signed(claims(**changed))) == reason


@pytest.mark.req("AUTH-09")
async def test_a_token_is_valid_from_its_start_to_its_expiry() -> None:
    begins, ends = NOW + timedelta(hours=1), NOW + timedelta(hours=2)
    token = signed(claims(nbf=begins.timestamp(), exp=ends.timestamp()))
    assert await refused(token, at=begins - LEEWAY - SECOND) == "not yet valid"
    assert await subject(token, at=begins - LEEWAY) == "nurse"
    assert await subject(token, at=ends + LEEWAY - SECOND) == "nurse"
    assert await refused(token, at=ends + LEEWAY) == "expired"


@pytest.mark.req("AUTH-09")
@pytest.mark.parametrize("hours", [24, 8])
async def test_a_token_issued_for_longer_than_the_setting_allows_is_refused(hours: int) -> None:
    by = verifier(max_lifetime=timedelta(hours=hours))
    issued, end = NOW.timestamp(), (NOW + timedelta(hours=hours)).timestamp()
    assert await subject(signed(claims(exp=end)), by=by) == "nurse"
    assert await refused(signed(claims(exp=end + 1)), by=by) == "valid for too long"
    assert await refused(signed(claims(iat=issued - 1, exp=end)), by=by) == "valid for too long"
    ten_years = signed(claims(exp=(NOW + timedelta(days=3653)).timestamp()))
    assert await refused(ten_years, by=by) == "valid for too long"
    assert await refused(ten_years, by=by, at=NOW + timedelta(days=3652.9)) == "valid for too long"


@pytest.mark.req("AUTH-09")
async def test_a_token_does_not_name_a_later_time_of_issue_to_be_valid_for_longer() -> None:
    later = NOW + timedelta(days=30)
    end = later + timedelta(hours=1)
    token = signed(claims(iat=later.timestamp(), exp=end.timestamp()))
    assert await refused(token) == "valid for too long"
    assert await refused(token, at=end - timedelta(hours=24) - LEEWAY - SECOND) == "valid for too long"
    assert await subject(token, at=end - timedelta(hours=24) - LEEWAY) == "nurse"


def encoded(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def tampered(token: str, part: int, text: Any) -> str:
    parts = token.split(".")
    parts[part] = encoded(json.dumps(text).encode())
    return ".".join(parts)


@pytest.mark.req("AUTH-09")
async def test_a_signature_by_another_key_or_over_other_content() -> None:
    assert await refused(signed(claims(), key=OTHER_KEY)) == "not signed by the issuer"
    assert await refused(tampered(signed(claims()), 1, claims(sub="admin"))) == "not signed by the issuer"
    assert await refused(signed(claims()).rsplit(".", 1)[0] + ".") == "not signed by the issuer"
    assert await refused(signed(claims(), key=NEXT_KEY)) == "unknown key"


class _Published(FixedKeys):
    """Keys that a provider may replace."""

    def replace(self, *keys: Key) -> None:
        self._keys = list(keys)


@pytest.mark.req("AUTH-09")
async def test_a_token_that_was_accepted_is_not_accepted_forever() -> None:
    keys = _Published([KEY])
    by = verifier(keys=keys)
    token = signed(claims())
    assert [await subject(token, by=by), await subject(token, by=by)] == ["nurse", "nurse"]
    body, _, signature = token.rpartition(".")
    other_ending = "A" if signature[0] != "A" else "B"
    assert await refused(f"{body}.{other_ending}{signature[1:]}", by=by) == "not signed by the issuer"
    assert await refused(tampered(token, 1, claims(sub="admin")), by=by) == "not signed by the issuer"
    assert await refused(token, by=by, at=NOW + timedelta(hours=1)) == "expired"
    keys.replace(OTHER_KEY)
    assert await refused(token, by=by) == "not signed by the issuer"
    keys.replace(NEXT_KEY)
    assert await refused(token, by=by) == "unknown key"
    keys.replace(KEY)
    assert await subject(token, by=by) == "nurse"


@pytest.mark.req("AUTH-09")
async def test_the_token_does_not_choose_how_it_is_checked() -> None:
    """Not unsigned, not with the public key as a shared secret, and not with a key inside the token."""
    unsigned = tampered(signed(claims()), 0, {"alg": "none", "kid": "one"}).rsplit(".", 1)[0] + "."
    assert await refused(unsigned) == "algorithm not accepted"
    shared = tampered(signed(claims()), 0, {"alg": "HS256", "kid": "one"}).rsplit(".", 1)[0]
    mac = hmac.digest(KEY.as_pem(private=False), shared.encode(), "sha256")
    assert await refused(f"{shared}.{encoded(mac)}") == "algorithm not accepted"
    own = signed(claims(), key=OTHER_KEY, jwk=public(OTHER_KEY)[0], jku="https://evil.example.org/keys")
    assert await refused(own) == "not signed by the issuer"
    assert await refused(tampered(signed(claims()), 0, {"alg": "ES256", "kid": "one"})) == "not signed by the issuer"
    assert await refused(signed(claims(), crit=["b64"], b64=True)) == "algorithm not accepted"
    only_rs256 = RSAKey.import_key({**public(KEY)[0], "alg": "RS256"})
    assert await refused(signed(claims(), alg="PS256"), by=verifier(only_rs256)) == "not signed by the issuer"


@pytest.mark.req("AUTH-09")
@pytest.mark.parametrize("kind", ["id+jwt", "logout+jwt", "secevent+jwt", ["at+jwt"]])
async def test_tokens_made_for_something_else(kind: Any) -> None:
    assert (
        await refused(tampered(signed(claims()), 0, {"alg": "RS256", "kid": "one", "typ": kind}))
        == "another kind of token"
    )


@pytest.mark.parametrize("claim", ["at_hash", "c_hash", "events"])
async def test_a_token_of_another_kind_is_refused_although_its_audience_is_ours(claim: str) -> None:
    assert await refused(signed(claims(**{claim: "x"}), typ="JWT")) == "another kind of token"


@pytest.mark.req("AUTH-09")
@pytest.mark.parametrize(
    ("token", "reason"),
    [
        ("", "malformed"),
        ("nurse", "malformed"),
        ("a.b.c", "malformed"),
        ("....", "malformed"),
        ("\ud800.\u00e9.", "malformed"),
        (tampered(signed(claims()), 0, ["alg"]), "malformed"),
        (tampered(signed(claims()), 0, "alg"), "malformed"),
        (tampered(signed(claims()), 0, {"alg": "RS256", "kid": 1}), "malformed"),
        (tampered(signed(claims()), 0, {"kid": "one"}), "algorithm not accepted"),
        (tampered(signed(claims()), 0, {"alg": {}}), "algorithm not accepted"),
        (signed(claims()) + ".x.y", "not signed by the issuer"),
        (signed(b"not json"), "not signed by the issuer"),
        (signed(b"[" * 10_000), "not signed by the issuer"),
        (signed(b"\xff"), "not signed by the issuer"),
        (signed(["list"]), "malformed"),
        (signed(claims(padding="x" * MAX_TOKEN_LENGTH)), "too large"),
    ],
)
async def test_malformed_and_huge_tokens(token: str, reason: str) -> None:
    assert await refused(token) == reason


@pytest.mark.req("AUTH-09")
async def test_a_token_without_key_id_is_checked_with_the_only_key() -> None:
    token = signed(claims(), kid=...)
    assert await subject(token, by=verifier(KEY)) == "nurse"
    assert await refused(token, by=verifier(KEY, NEXT_KEY)) == "unknown key"


@pytest.mark.req("AUTH-10")
async def test_another_claim_may_name_the_user_and_any_client_may_be_allowed() -> None:
    token = signed(claims(upn="n.nurse@hospital.example.org", client_id="other"))
    by = verifier(user_claim="upn", client_id=None)
    assert await subject(token, by=by) == "n.nurse@hospital.example.org"


async def test_a_token_may_lack_what_only_newer_providers_send() -> None:
    """RFC 9068 requires ``sub`` and ``jti``. Without them and ``sid``, user and time of issue tell sessions apart."""
    by = verifier(user_claim="upn")
    issued_at = int(NOW.timestamp())
    with clock.clock_at(NOW):
        first, shorter, later, other = [
            await by.verify(signed(claims(**({"upn": "first", "sub": ...} | changed))))
            for changed in ({}, {"exp": issued_at + 600}, {"iat": issued_at + 1}, {"upn": "other"})
        ]
    assert first.subject == "first"
    assert first.session_id == shorter.session_id
    assert len({token.session_id for token in (first, later, other)}) == 3
    assert await refused(signed(claims(upn="first", sub=None)), by=by) == "no user"


@pytest.mark.req("AUTH-10")
async def test_issuer_audience_client_and_claim_come_from_the_settings() -> None:
    settings = Settings(
        oidc_issuer="https://sso.example.org",
        oidc_client_id="ward",
        oidc_audience="api",
        oidc_user_claim="email",
        oidc_token_hours=12,
    )
    by = verifier_for(settings, FixedKeys([KEY]))
    valid = claims(iss="https://sso.example.org", aud="api", client_id="ward", email="a@b.example")
    assert await subject(signed(valid), by=by) == "a@b.example"
    assert await refused(signed(valid | {"exp": valid["iat"] + 12 * 3600 + 1}), by=by) == "valid for too long"
    for name in ("iss", "aud", "client_id", "email"):
        await refused(signed(valid | {name: None}), by=by)
    with pytest.raises(ValueError, match="provider"):
        verifier_for(Settings(demo=False), FixedKeys([KEY]))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.text() | st.lists(json_values.map(json.dumps).map(str.encode).map(encoded), min_size=3, max_size=3).map(".".join)
)
@pytest.mark.req("AUTH-09")
async def test_garbage_is_an_invalid_token(token: str) -> None:
    await refused(token)


@given(st.sampled_from(["alg", "typ", "kid", "crit", "b64", "jwk", "x5c", "zip"]), json_values)
@pytest.mark.req("AUTH-09")
async def test_a_header_that_was_changed_afterwards_is_refused(name: str, value: Any) -> None:
    token = tampered(signed(claims()), 0, {"alg": "RS256", "kid": "one", name: value})
    await refused(token)


@given(st.sampled_from(["iss", "aud", "sub", "exp", "nbf", "client_id", "azp", "iat"]), json_values)
@pytest.mark.req("AUTH-09")
async def test_any_signed_claim_is_accepted_or_refused(name: str, value: Any) -> None:
    with clock.clock_at(NOW), suppress(InvalidToken):
        believed = await verifier().verify(signed(claims(**{name: value})))
        assert believed.subject == believed.claims["sub"]
