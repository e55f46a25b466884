"""The key that identifies this installation to push services (VAPID, RFC 8292)."""

from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from joserfc import jwt
from joserfc.jwk import ECKey
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.core.db.statements import AnyConnection, compile_statement, fetch_all
from wardline.core.terminal import CommandError
from wardline.settings import Settings
from wardline.webpush.encryption import CURVE, public_point
from wardline.webpush.models import PushKey
from wardline.webpush.schemas import encode_base64url

TOKEN_LIFETIME: Final = timedelta(hours=12)
"""RFC 8292 allows 24 hours from the request; clocks may differ."""
_STORED: Final = compile_statement(select(PushKey.private_key))


class PushUnusable(CommandError):
    """The settings for web push are invalid. The message names the setting, never the key."""


@dataclass(frozen=True, slots=True)
class VapidKey:
    pem: str

    @property
    def public(self) -> str:
        """The public key in base64url, as browsers subscribe with it and push services expect it."""
        return encode_base64url(public_point(_private_key(self.pem).public_key()))

    def authorization(self, endpoint: str, *, contact: str) -> str:
        """The Authorization header for a request to this endpoint."""
        address = urlsplit(endpoint)
        claims = {
            "aud": f"{address.scheme}://{address.netloc}",
            "exp": int((clock.now() + TOKEN_LIFETIME).timestamp()),
            "sub": contact,
        }
        token = jwt.encode({"typ": "JWT", "alg": "ES256"}, claims, ECKey.import_key(self.pem), algorithms=["ES256"])
        return f"vapid t={token}, k={self.public}"


async def vapid_key(session: AsyncSession, settings: Settings) -> VapidKey:
    """The key in the settings, or the installation's own, which the first request makes.

    Raises:
        PushUnusable: the file in the settings is not such a key.
    """
    if settings.push_key_file is not None:
        return key_in(settings.push_key_file)
    statement = select(PushKey.private_key)
    pem = await session.scalar(statement)
    if pem is None:
        new = ec.generate_private_key(CURVE).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
        await session.execute(insert(PushKey).values(id=1, private_key=new).on_conflict_do_nothing())
        pem = (await session.scalars(statement)).one()
    return VapidKey(pem)


async def existing_key(connection: AnyConnection, settings: Settings) -> VapidKey | None:
    """The same key; None if the installation has not needed its own yet.

    Raises:
        PushUnusable: as in `vapid_key`.
    """
    if settings.push_key_file is not None:
        return key_in(settings.push_key_file)
    rows = await fetch_all(connection, _STORED, {})
    return VapidKey(rows[0].private_key) if rows else None


def key_in(file: Path) -> VapidKey:
    """The key in a PEM file. Raises `PushUnusable` as above."""
    try:
        pem = file.read_text(encoding="ascii")
        _private_key(pem)
    except (OSError, ValueError, TypeError):
        raise PushUnusable("WARDLINE_PUSH_KEY_FILE is not a readable PEM file with a private key on P-256") from None
    return VapidKey(pem)


@lru_cache(maxsize=4)
def _private_key(pem: str) -> ec.EllipticCurvePrivateKey:
    key = load_pem_private_key(pem.encode(), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.curve.name != CURVE.name:
        raise ValueError("not on P-256")
    return key
