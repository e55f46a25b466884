"""The secrets of guests: one in the link, and one that the device which opens the link has chosen."""

import hashlib
import re
import secrets
from typing import Final

PATTERN: Final = "^[A-Za-z0-9_-]{43}$"
"""32 random bytes in base64url."""
_SECRET_BYTES: Final = 32
_SECRET: Final = re.compile(PATTERN[1:-1])


def new_secret() -> str:
    return secrets.token_urlsafe(_SECRET_BYTES)


def is_secret(text: str) -> bool:
    """Whether it can be one."""
    return _SECRET.fullmatch(text) is not None


def digest_of(secret: str) -> bytes:
    """All that is stored of a secret."""
    return hashlib.sha256(secret.encode()).digest()
