"""What the identity provider sends when it has ended a session (OpenID Connect Back-Channel Logout 1.0)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from wardline.access.tokens import LEEWAY, InvalidToken, TokenVerifier, claimed
from wardline.core import clock

KINDS: Final = frozenset({"logout+jwt", "application/logout+jwt", "jwt"})
EVENT: Final = "http://schemas.openid.net/event/backchannel-logout"
LONGEST: Final = timedelta(hours=1)
"""How long one may be good for; providers send it at once, and two minutes are usual."""


@dataclass(frozen=True, slots=True)
class LogoutToken:
    """The provider's word that it has ended the session `sid`, or without one every session of `sub`."""

    id: str
    sid: str | None
    sub: str | None
    subject: str | None
    """What the product knows the person by, where the token names it."""
    issued_at: datetime
    expires_at: datetime


async def verify_logout(verifier: TokenVerifier, token: str) -> LogoutToken:
    """What the token says, once everything about it is checked but whether it came before.

    Raises `InvalidToken` or `ProviderUnreachable`.
    """
    claims, issued_at, expires_at = await verifier.read(
        token, kinds=KINDS, audience=verifier.client_id, longest=LONGEST
    )
    if issued_at > clock.now() + LEEWAY:
        raise InvalidToken("not yet valid")
    events = claims.get("events")
    if not isinstance(events, dict) or not isinstance(events.get(EVENT), dict) or "nonce" in claims:
        raise InvalidToken("not a logout token")
    jti, sid, sub = (claimed(claims, name) for name in ("jti", "sid", "sub"))
    subject = claimed(claims, verifier.user_claim)
    if jti is None:
        raise InvalidToken("no id")
    if sid is None and (sub is None or subject is None):
        raise InvalidToken("nobody's logout")
    return LogoutToken(jti, sid, sub, subject, issued_at, expires_at)
