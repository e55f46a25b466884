"""The links of invitations.

With a policy of the identity provider for them, a link leads through `/invite` to that policy, with a token that this
installation signs with a secret which it shares with the provider (HS256). The provider checks issuer, audience,
signature and time. Without one, the link is that of the application, where people sign in as always.
"""

from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import OctKey

from wardline.admin.invitations.choices import InvitationLinkKind
from wardline.core import clock
from wardline.settings import Settings

_ALGORITHM: Final = "HS256"


def link_kind(settings: Settings) -> InvitationLinkKind:
    has_policy = settings.invite_policy is not None and settings.invite_secret is not None
    return InvitationLinkKind.POLICY if has_policy else InvitationLinkKind.SIGN_IN


def invitation_link(settings: Settings, *, username: str, subject: str, email: str | None, expires_at: datetime) -> str:
    """The link with which somebody signs in for the first time; the same for the same invitation within a second."""
    if link_kind(settings) is InvitationLinkKind.SIGN_IN:
        return f"{settings.origin}/"
    now = int(clock.now().timestamp())
    claims = {
        "iss": settings.origin,
        "aud": settings.oidc_client_id,
        "sub": subject,
        "preferred_username": username,
        "iat": now,
        "nbf": now,
        "exp": int(expires_at.timestamp()),
    } | ({"email": email} if email is not None else {})
    hint = jwt.encode({"alg": _ALGORITHM, "typ": "JWT"}, claims, _key(settings), [_ALGORITHM])
    return f"{settings.origin}/invite?{urlencode({'id_token_hint': hint})}"


def invited_username(settings: Settings, hint: str) -> str | None:
    """Whom the token in a link of this installation invites; None if it is not valid, or no longer."""
    if settings.invite_secret is None:
        return None
    try:
        claims: dict[str, Any] = jwt.decode(hint, _key(settings), algorithms=[_ALGORITHM]).claims
    except (JoseError, ValueError, TypeError, RecursionError):
        return None
    is_ours = claims.get("iss") == settings.origin and claims.get("aud") == settings.oidc_client_id
    return claims["preferred_username"] if is_ours and claims["exp"] > clock.now().timestamp() else None


def _key(settings: Settings) -> OctKey:
    secret = settings.invite_secret
    if secret is None:
        raise ValueError("invitations are not set up")
    return OctKey.import_key(secret.get_secret_value())
