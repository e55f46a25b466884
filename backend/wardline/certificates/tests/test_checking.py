"""Certificates are read from real TLS servers."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path
from typing import cast

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import RolledBackDatabase
from wardline.certificates import checking
from wardline.certificates.checking import Found, check, check_all
from wardline.certificates.choices import CertificateFault
from wardline.certificates.watched import Watched, watched_by
from wardline.core.db.database import Database
from wardline.settings import Settings

LATER = datetime(2036, 3, 4, 12, tzinfo=UTC)


def make_certificate(folder: Path, *, expires_at: datetime) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "hospital")])
    built = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(expires_at - timedelta(days=9_000))
        .not_valid_after(expires_at)
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(IPv4Address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    unlocked = serialization.NoEncryption()
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, unlocked)
    path = folder / "certificate.pem"
    path.write_bytes(built.public_bytes(serialization.Encoding.PEM) + private)
    return path


@asynccontextmanager
async def serving(certificate: Path) -> AsyncIterator[Watched]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0, ssl=context)
    async with server:
        yield Watched("the hospital", "127.0.0.1", server.sockets[0].getsockname()[1])


@pytest.mark.parametrize(
    ("expires_at", "is_trusted", "expected"),
    [
        (LATER, True, Found(LATER, None)),
        (datetime.now(UTC) - timedelta(days=1), True, Found(None, CertificateFault.EXPIRED)),
        (LATER, False, Found(None, CertificateFault.UNTRUSTED)),
    ],
    ids=["good", "expired", "untrusted"],
)
async def test_a_certificate_is_accepted_as_clients_would(
    tmp_path: Path, expires_at: datetime, is_trusted: bool, expected: Found
) -> None:
    certificate = make_certificate(tmp_path, expires_at=expires_at)
    async with serving(certificate) as watched:
        trusted = ssl.create_default_context(cafile=str(certificate) if is_trusted else None)
        assert await check(watched, trusted) == expected
    assert await check(watched, trusted) == Found(None, CertificateFault.UNREACHABLE)


async def test_what_was_known_stays_while_a_system_cannot_be_reached_and_what_is_not_watched_goes(
    database: RolledBackDatabase, session: AsyncSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = {"the hospital": Found(LATER, None), "relay 1": Found(None, CertificateFault.EXPIRED)}

    async def found(watched: Watched, _: ssl.SSLContext) -> Found:
        return results[watched.name]

    monkeypatch.setattr(checking, "check", found)
    trusted = ssl.create_default_context()
    hospital, relay = (Watched(name, "host.invalid", 443) for name in results)
    await check_all(cast(Database, database), [hospital, relay], trusted)
    results["the hospital"] = Found(None, CertificateFault.UNREACHABLE)
    await check_all(cast(Database, database), [hospital], trusted)
    rows = await session.execute(text("select name, expires_at, fault from certificate_checks"))
    assert [tuple(row) for row in rows] == [("the hospital", LATER, "unreachable")]


def test_systems_that_use_tls_across_the_network_are_watched() -> None:
    settings = Settings(
        public_url="https://consults.hospital.example/",
        oidc_issuer="https://id.hospital.example:8443/realm",
        fhir_url="http://127.0.0.1/fhir",
        janus_url="wss://janus.hospital.example/ws",
        mail_host="mail.hospital.example",
        turn_urls="turn:turn.hospital.example:3478?transport=udp,turns:turn.hospital.example:443?transport=tcp",
        audit_witnesses="file:///var/log/audit.ndjson,syslog+tls://siem.hospital.example",
    )
    assert watched_by(settings) == [
        Watched("this site", "consults.hospital.example", 443),
        Watched("the sign-in provider", "id.hospital.example", 8443),
        Watched("the media server", "janus.hospital.example", 443),
        Watched("relay 2", "turn.hospital.example", 443),
        Watched("witness 2", "siem.hospital.example", 6514),
    ]
