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
LOGOUT_LIFETIME = timedelta(minutes=2)
_ALGORITHM = "RS256"
_SESSION_TYPE = "demo-session+jwt"
_INVITATION_TYPE = "demo-invitation+jwt"
_LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"


@dataclass(frozen=True, slots=True)
class ProviderSession:
    """The account that was chosen in this browser, and when (UTC, whole seconds)."""

    username: str
    signed_in_at: datetime
    sid: str
    acr: str | None = None
    """The authentication context that was asked for; choosing an account counts as any."""

    @property
    def claims(self) -> dict[str, Any]:
        """The claims about the session in each of its tokens."""
        claims = {"sid": self.sid, "auth_time": int(self.signed_in_at.timestamp())}
        return claims if self.acr is None else claims | {"acr": self.acr}


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

    def access_token(
        self, username: str, scope: str = "openid profile email", session: ProviderSession | None = None
    ) -> str:
        """An access token for the API (RFC 9068), valid for `ACCESS_LIFETIME`; by default for a session of its own."""
        claims = {"aud": self._audience, "client_id": self._client_id, "scope": scope, "preferred_username": username}
        claims |= session.claims if session is not None else {}
        return self._sign("at+jwt", username, ACCESS_LIFETIME, claims | {"jti": secrets.token_urlsafe(16)})

    def id_token(self, account: DemoAccount, session: ProviderSession, nonce: str | None) -> str:
        """An ID token for the client, valid as long as its access token."""
        claims = profile(account) | session.claims | {"aud": self._client_id}
        if nonce is not None:
            claims["nonce"] = nonce
        return self._sign("JWT", account.username, ACCESS_LIFETIME, claims)

    def logout_token(self, session: ProviderSession) -> str:
        """Informs the client that a session has ended (OpenID Connect Back-Channel Logout 1.0)."""
        claims = {"aud": self._client_id, "sid": session.sid, "events": {_LOGOUT_EVENT: {}}}
        return self._sign("logout+jwt", session.username, LOGOUT_LIFETIME, claims | {"jti": secrets.token_urlsafe(16)})

    def session_cookie(self, session: ProviderSession) -> str:
        return self._sign(_SESSION_TYPE, session.username, SESSION_LIFETIME, session.claims | {"aud": self.issuer})

    def read_session(self, cookie: str | None) -> ProviderSession | None:
        """The session in a cookie of this provider, or None."""
        return _session(self._read(_SESSION_TYPE, cookie)) if cookie is not None else None

    def session_of(self, id_token: str) -> ProviderSession | None:
        """The session of an ID token of this provider, even an expired one, or None."""
        return _session(self._read("JWT", id_token, also_expired=True))

    def invitation(self, username: str) -> str:
        """The token that `/invite` forwards as `id_token_hint`, valid for `INVITATION_LIFETIME`."""
        return self._sign(_INVITATION_TYPE, username, INVITATION_LIFETIME, {"aud": self._client_id})

    def read_invitation(self, invitation: str) -> str | None:
        """The username in a valid invitation of this provider, or None."""
        claims = self._read(_INVITATION_TYPE, invitation)
        return claims["sub"] if claims is not None else None

    def _read(self, token_type: str, token: str, *, also_expired: bool = False) -> dict[str, Any] | None:
        """The claims of a token of this provider and this type, or None; expired ones only if `also_expired`."""
        try:
            decoded = jwt.decode(token, self._key, algorithms=[_ALGORITHM])
        except (JoseError, ValueError, TypeError, RecursionError):
            return None
        claims: dict[str, Any] = decoded.claims
        is_valid = decoded.header.get("typ") == token_type and (also_expired or claims["exp"] > clock.now().timestamp())
        return claims if is_valid else None

    def _sign(self, token_type: str, subject: str, lifetime: timedelta, claims: Mapping[str, Any]) -> str:
        now = int(clock.now().timestamp())
        times = {"iat": now, "exp": now + int(lifetime.total_seconds())}
        header = {"alg": _ALGORITHM, "typ": token_type, "kid": self._key.kid}
        return jwt.encode(header, {"iss": self.issuer, "sub": subject, **times, **claims}, self._key, [_ALGORITHM])


def _session(claims: Mapping[str, Any] | None) -> ProviderSession | None:
    """The session in these claims; None for claims from before sessions had ids."""
    if claims is None or "sid" not in claims:
        return None
    chosen_at = datetime.fromtimestamp(claims["auth_time"], UTC)
    return ProviderSession(claims["sub"], chosen_at, claims["sid"], claims.get("acr"))


def profile(account: DemoAccount) -> dict[str, Any]:
    """The claims of the profile and email scopes."""
    return {
        "name": account.name,
        "preferred_username": account.username,
        "email": f"{account.username}@demonstration.invalid",
        "email_verified": False,
    }
