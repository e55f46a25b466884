"""Standalone tokens: for one call of one device, issued and verified here.

Their type, audience and keys are their own, so that neither they nor access tokens are ever taken for the other.
"""

import uuid
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from joserfc import jwt
from joserfc.jwk import RSAKey

from wardline.access.tokens import ClaimsRegistry, InvalidToken, check_header, is_of_type, lifetime, signed_claims

ALGORITHM: Final = "RS256"
AUDIENCE: Final = "standalone-meeting"
LIFETIME: Final = timedelta(hours=12)
TYPE: Final = "standalone+jwt"
_TYPES: Final = frozenset({TYPE})
_ALGORITHMS: Final = (ALGORITHM,)


class Claims(NamedTuple):
    """What a token says; times are in UTC, with whole seconds."""

    id: uuid.UUID
    consult_id: uuid.UUID
    external_meeting_id: uuid.UUID
    issued_at: datetime
    expires_at: datetime


def is_standalone(token: str) -> bool:
    """Whether the token says that it is one of these; nothing has been verified yet."""
    return is_of_type(token, _TYPES)


def key_id(token: str) -> str | None:
    """The id of the key that has signed the token, if it may be one of these.

    Raises:
        InvalidToken
    """
    return check_header(token, _TYPES, _ALGORITHMS)


def sign(claims: Claims, key: RSAKey, *, issuer: str) -> str:
    """`issuer` is the origin of this installation."""
    header = {"typ": TYPE, "alg": ALGORITHM, "kid": key.kid}
    content = {
        "iss": issuer,
        "aud": AUDIENCE,
        "jti": str(claims.id),
        "iat": int(claims.issued_at.timestamp()),
        "exp": int(claims.expires_at.timestamp()),
        "consultId": str(claims.consult_id),
        "externalMeetingId": str(claims.external_meeting_id),
    }
    return jwt.encode(header, content, key, algorithms=[ALGORITHM])


def verify(token: str, key: RSAKey | None, *, issuer: str) -> Claims:
    """Check everything about a token except whether it has been ended. `key` is the one of its `key_id`.

    Raises:
        InvalidToken
    """
    if key is None:
        raise InvalidToken("unknown key")
    content = signed_claims(token, key, _ALGORITHMS)
    ClaimsRegistry(issuer, AUDIENCE).check(content)
    issued_at, expires_at = lifetime(content, LIFETIME)
    token_id, consult_id, external_id = (_id(content, name) for name in ("jti", "consultId", "externalMeetingId"))
    return Claims(token_id, consult_id, external_id, issued_at, expires_at)


def _id(content: dict[str, Any], name: str) -> uuid.UUID:
    try:
        return uuid.UUID(str(content.get(name)))
    except ValueError:
        raise InvalidToken("malformed") from None
