"""An installation's traffic that could be read or modified on the network.

The server refuses to start if there is any, unless a setting allows it; health reports what is allowed.
"""

import ipaddress
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from psycopg.conninfo import conninfo_to_dict

from wardline.addresses import is_loopback, is_protected
from wardline.core.terminal import CommandError
from wardline.settings import Settings

_PROTECTING_MODES: Final = frozenset({"require", "verify-ca", "verify-full"})
"""Values of libpq's ``sslmode``; with any other, an attacker on the network can prevent TLS."""


class Exposed(CommandError):
    """Traffic would be unprotected.

    The message names the offending setting and the one that allows it, but no password.
    """


@dataclass(frozen=True, slots=True)
class Exposure:
    """`what` is exposed, for example ``WARDLINE_FHIR_URL``; `allowed_by` names a field of the settings."""

    what: str
    why: str
    remedy: str
    allowed_by: str

    @property
    def setting(self) -> str:
        return f"WARDLINE_{self.allowed_by.upper()}"

    def __str__(self) -> str:
        return f"{self.what}: {self.why}; {self.remedy}, or set {self.setting}=1"


def enforce(settings: Settings, exposures: Iterable[Exposure]) -> list[str]:
    """The names of the settings that allow at least one of these exposures.

    Raises:
        Exposed: for the first one that is not allowed.
    """
    allowed = []
    for exposure in exposures:
        if not getattr(settings, exposure.allowed_by):
            raise Exposed(str(exposure))
        allowed.append(exposure.setting)
    return sorted(set(allowed))


def of_settings(settings: Settings) -> Iterator[Exposure]:
    """Exposures that follow from the settings alone."""
    yield from _of_addresses(settings)
    yield from of_databases(settings)
    yield from _of_witnesses(settings)
    if settings.mail_host and settings.mail_tls == "none" and not is_loopback(settings.mail_host):
        yield Exposure(
            "WARDLINE_MAIL_TLS",
            "e-mail and its password would cross the network without TLS",
            "set it to starttls or tls",
            "allow_mail_without_tls",
        )
    if any(map(_matches_all, settings.trusted_proxies.split(","))):
        yield Exposure(
            "WARDLINE_TRUSTED_PROXIES",
            "anyone could choose the address that the audit trail records for a request",
            "list the proxies' addresses",
            "allow_any_proxy",
        )


def of_databases(settings: Settings) -> Iterator[Exposure]:
    addresses = {"WARDLINE_DATABASE_URL": settings.database_url, "WARDLINE_MIGRATE_URL": settings.migrate_url}
    for name, address in addresses.items():
        if address is not None and not _is_protected_database(address):
            yield Exposure(
                name,
                "patient data would cross the network without TLS",
                "add sslmode=verify-full to it",
                "allow_database_without_tls",
            )


def _of_witnesses(settings: Settings) -> Iterator[Exposure]:
    for address in settings.witness_addresses:
        if not address.startswith("file:") and not is_protected(address):
            yield Exposure(
                "WARDLINE_AUDIT_WITNESSES",
                "the audit trail would cross the network without TLS",
                "use syslog+tls or https addresses",
                "allow_witnesses_without_tls",
            )


def of_interface(what: str, host: str, *, has_tls: bool) -> Iterator[Exposure]:
    """Exposures of an HL7 interface for signed notes."""
    if not has_tls and not is_loopback(host):
        yield Exposure(
            what,
            f"signed notes would cross the network to {host} without TLS",
            "set tls: true in the network file",
            "allow_hl7_without_tls",
        )


def _of_addresses(settings: Settings) -> Iterator[Exposure]:
    signing_in = "an attacker on the network could sign in as anyone"
    reading = "patient data would cross the network without TLS"
    entering = "an attacker on the network could join the calls"
    rows = (
        ("WARDLINE_OIDC_ISSUER", settings.oidc_issuer, signing_in, "allow_http_issuer"),
        ("WARDLINE_PUBLIC_URL", settings.origin, reading, "allow_http_public_url"),
        ("WARDLINE_FHIR_URL", settings.fhir_url, reading, "allow_http_fhir"),
        ("WARDLINE_JANUS_URL", settings.janus_url, entering, "allow_http_video"),
        ("WARDLINE_JANUS_API_URL", settings.janus_api_url, entering, "allow_http_video"),
        ("WARDLINE_VIDYO_JOIN_URL", settings.vidyo_join_url, entering, "allow_http_video"),
        ("WARDLINE_BLUESTREAM_HOST_URL", settings.bluestream_host_url, entering, "allow_http_video"),
        ("WARDLINE_BLUESTREAM_JOIN_URL", settings.bluestream_join_url, entering, "allow_http_video"),
        ("WARDLINE_CORE_VIDEO_HOST_URL", settings.core_video_host_url, entering, "allow_http_video"),
        ("WARDLINE_CORE_VIDEO_JOIN_URL", settings.core_video_join_url, entering, "allow_http_video"),
    )
    for name, address, why, allowed_by in rows:
        if address is not None and not is_protected(address):
            secure = "wss" if address.startswith("ws:") else "https"
            yield Exposure(name, why, f"use an {secure} address", allowed_by)


def _is_protected_database(address: str) -> bool:
    """Whether it requires TLS or is local; a Unix socket has no host, or a path as its host.

    libpq reads missing parameters from its service file and then from the environment.
    """
    parameters = conninfo_to_dict(f"postgresql:{address.partition(':')[2]}")
    if parameters.get("sslmode") in _PROTECTING_MODES:
        return True
    if parameters.get("service") or os.environ.get("PGSERVICE"):
        return False
    host_values = (parameters.get(name) or os.environ.get(f"PG{name.upper()}", "") for name in ("host", "hostaddr"))
    hosts = ",".join(map(str, host_values)).split(",")
    return all(not host or host.startswith(("/", "@")) or is_loopback(host) for host in hosts)


def _matches_all(proxy: str) -> bool:
    """Whether this entry of the trusted proxies matches every address."""
    try:
        return ipaddress.ip_network(proxy.strip()).prefixlen == 0
    except ValueError:
        return proxy.strip() == "*"
