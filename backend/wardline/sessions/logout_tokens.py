"""The tokens that the identity provider sends when it has ended a session (OpenID Connect Back-Channel Logout 1.0)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from wardline.access.tokens import LEEWAY, InvalidToken, TokenVerifier, text_claim
from wardline.core import clock

TYPES: Final = frozenset({"logout+jwt", "application/logout+jwt", "jwt"})
EVENT: Final = "http://schemas.openid.net/event/backchannel-logout"
MAX_LIFETIME: Final = timedelta(hours=1)
"""Providers send these tokens immediately; two minutes is typical."""


@dataclass(frozen=True, slots=True)
class LogoutToken:
    """The provider has ended the session `sid`, or if there is none, every session of `sub`."""

    id: str
    sid: str | None
    sub: str | None
    subject: str | None
    """The value of the user claim, if the token has it."""
    issued_at: datetime
    expires_at: datetime


async def verify_logout(verifier: TokenVerifier, token: str) -> LogoutToken:
    """Check everything about a logout token except whether it was used before.

    Raises:
        InvalidToken, ProviderUnreachable
    """
    claims, issued_at, expires_at = await verifier.verify_for_client(token, types=TYPES, max_lifetime=MAX_LIFETIME)
    if issued_at > clock.now() + LEEWAY:
        raise InvalidToken("not yet valid")
    events = claims.get("events")
    if not isinstance(events, dict) or not isinstance(events.get(EVENT), dict) or "nonce" in claims:
        raise InvalidToken("not a logout token")
    jti, sid, sub = (text_claim(claims, name) for name in ("jti", "sid", "sub"))
    subject = text_claim(claims, verifier.user_claim)
    if jti is None:
        raise InvalidToken("no id")
    if sid is None and (sub is None or subject is None):
        raise InvalidToken("no session or user")
    return LogoutToken(jti, sid, sub, subject, issued_at, expires_at)
