"""The tokens of the demonstration provider."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import RSAKey

from wardline.core import clock
from wardline.demo.identity.accounts import DemoAccount

ACCESS_LIFETIME = timedelta(minutes=15)
SESSION_LIFETIME = timedelta(hours=12)
INVITATION_LIFETIME = timedelta(days=7)
_ALGORITHM = "RS256"
_SESSION_TYPE = "demo-session+jwt"
_INVITATION_TYPE = "demo-invitation+jwt"


@dataclass(frozen=True, slots=True)
class ProviderSession:
    """Who chose an account in this browser, and when (UTC, whole seconds)."""

    username: str
    signed_in_at: datetime


class Issuer:
    """Signs with one key, for one client and one API."""

    def __init__(self, *, issuer: str, key: RSAKey, client_id: str, audience: str) -> None:
        self.issuer = issuer
        self._key = key
        self._client_id = client_id
        self._audience = audience

    @property
    def public_key(self) -> RSAKey:
        return RSAKey.import_key(self._key.as_dict(private=False))

    def access_token(self, username: str, scope: str = "openid profile email") -> str:
        """An access token for the API (RFC 9068), valid for `ACCESS_LIFETIME`."""
        claims = {"aud": self._audience, "client_id": self._client_id, "scope": scope, "preferred_username": username}
        return self._sign("at+jwt", username, ACCESS_LIFETIME, claims | {"jti": secrets.token_urlsafe(16)})

    def id_token(self, account: DemoAccount, session: ProviderSession, nonce: str | None) -> str:
        """An ID token for the client, valid as long as the access token beside it."""
        claims = profile(account) | {"aud": self._client_id, "auth_time": int(session.signed_in_at.timestamp())}
        if nonce is not None:
            claims["nonce"] = nonce
        return self._sign("JWT", account.username, ACCESS_LIFETIME, claims)

    def session_cookie(self, session: ProviderSession) -> str:
        claims = {"aud": self.issuer, "auth_time": int(session.signed_in_at.timestamp())}
        return self._sign(_SESSION_TYPE, session.username, SESSION_LIFETIME, claims)

    def read_session(self, cookie: str | None) -> ProviderSession | None:
        """The session that a cookie of ours carries, or None for anything else."""
        claims = self._read(_SESSION_TYPE, cookie) if cookie is not None else None
        if claims is None:
            return None
        return ProviderSession(claims["sub"], datetime.fromtimestamp(claims["auth_time"], UTC))

    def invitation(self, username: str) -> str:
        """What `/invite` passes on as `id_token_hint`, valid for `INVITATION_LIFETIME`."""
        return self._sign(_INVITATION_TYPE, username, INVITATION_LIFETIME, {"aud": self._client_id})

    def read_invitation(self, invitation: str) -> str | None:
        """Whom an invitation of ours invites, or None for anything else and for one that has expired."""
        claims = self._read(_INVITATION_TYPE, invitation)
        return claims["sub"] if claims is not None else None

    def _read(self, kind: str, token: str) -> dict[str, Any] | None:
        """The claims of a token of ours, of this kind and still valid."""
        try:
            read = jwt.decode(token, self._key, algorithms=[_ALGORITHM])
        except (JoseError, ValueError, TypeError, RecursionError):
            return None
        claims: dict[str, Any] = read.claims
        is_good = read.header.get("typ") == kind and claims["exp"] > clock.now().timestamp()
        return claims if is_good else None

    def _sign(self, kind: str, subject: str, lifetime: timedelta, claims: Mapping[str, Any]) -> str:
        now = int(clock.now().timestamp())
        times = {"iat": now, "exp": now + int(lifetime.total_seconds())}
        header = {"alg": _ALGORITHM, "typ": kind, "kid": self._key.kid}
        return jwt.encode(header, {"iss": self.issuer, "sub": subject, **times, **claims}, self._key, [_ALGORITHM])


def profile(account: DemoAccount) -> dict[str, Any]:
    """What the profile and email scopes tell of a person."""
    return {
        "name": account.name,
        "preferred_username": account.username,
        "email": f"{account.username}@demonstration.invalid",
        "email_verified": False,
    }
