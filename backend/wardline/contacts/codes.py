"""Verification codes: six random digits, of which only slow, salted hashes are stored."""

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from wardline.contacts.models import ContactMessage

DIGITS: Final = 6
LIFETIME: Final = timedelta(minutes=10)
MAX_TRIES: Final = 5
KEPT_HASHES: Final = 3
_SALT_BYTES: Final = 16
_COST: Final = 2**14
"""Trying all codes takes hours, while each expires after minutes."""


def new_code() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


async def hash_code(code: str) -> bytes:
    """The salt and the hash."""
    salt = secrets.token_bytes(_SALT_BYTES)
    return salt + await asyncio.to_thread(_hash, code, salt)


async def is_code(code: str, hashes: Sequence[bytes]) -> bool:
    """Whether it is one of these. Takes the same time whichever it is."""
    found = [
        hmac.compare_digest(await asyncio.to_thread(_hash, code, stored[:_SALT_BYTES]), stored[_SALT_BYTES:])
        for stored in hashes
    ]
    return any(found)


def _hash(code: str, salt: bytes) -> bytes:
    return hashlib.scrypt(code.encode(), salt=salt, n=_COST, r=8, p=1, maxmem=2**26, dklen=32)


async def new_code_for(message: ContactMessage) -> str:
    """A new code for this message; the caller commits its hash before the code leaves."""
    code = new_code()
    message.code_hashes = [*message.code_hashes, await hash_code(code)][-KEPT_HASHES:]
    return code
