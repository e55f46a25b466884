"""Opens a TLS connection, as users and jobs would, and reads when the certificate expires."""

import asyncio
import ssl
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import delete, func
from sqlalchemy.dialects.postgresql import insert

from wardline.certificates.choices import CertificateFault
from wardline.certificates.models import CertificateCheck
from wardline.certificates.watched import Watched
from wardline.core.db.database import Database

CONNECT_SECONDS: Final = 10
_HAS_EXPIRED: Final = 10
"""OpenSSL's X509_V_ERR_CERT_HAS_EXPIRED."""


@dataclass(frozen=True, slots=True)
class Found:
    """One of the two is None."""

    expires_at: datetime | None
    fault: CertificateFault | None


async def check_all(database: Database, watched: Sequence[Watched], trusted: ssl.SSLContext) -> None:
    """Store what is found, and forget what is no longer watched."""
    found = await asyncio.gather(*(check(each, trusted) for each in watched))
    async with database.transaction() as session:
        names = [each.name for each in watched]
        await session.execute(delete(CertificateCheck).where(CertificateCheck.name.not_in(names)))
        for each, result in zip(watched, found, strict=True):
            values: dict[str, Any] = {"checked_at": func.now(), "fault": result.fault.value if result.fault else None}
            if result.expires_at is not None:
                values["expires_at"] = result.expires_at
            statement = insert(CertificateCheck).values(name=each.name, **values)
            await session.execute(statement.on_conflict_do_update(index_elements=["name"], set_=values))


async def check(watched: Watched, trusted: ssl.SSLContext) -> Found:
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            _, writer = await asyncio.open_connection(watched.host, watched.port, ssl=trusted)
    except ssl.SSLCertVerificationError as error:
        has_expired = error.verify_code == _HAS_EXPIRED
        return Found(None, CertificateFault.EXPIRED if has_expired else CertificateFault.UNTRUSTED)
    except (OSError, TimeoutError):
        return Found(None, CertificateFault.UNREACHABLE)
    certificate = writer.get_extra_info("peercert")
    writer.close()
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(1):
            await writer.wait_closed()
    return Found(datetime.fromtimestamp(ssl.cert_time_to_seconds(certificate["notAfter"]), tz=UTC), None)
