"""Which certificates are watched: those of the addresses in the settings that use TLS from the start."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from wardline.addresses import is_loopback
from wardline.settings import Settings

THIS_SITE: Final = "this site"
_DEFAULT_PORTS: Final = {"https": 443, "wss": 443, "turns": 5349, "syslog+tls": 6514}


@dataclass(frozen=True, slots=True)
class Watched:
    """`name` says in words whose certificate it is."""

    name: str
    host: str
    port: int


def watched_by(settings: Settings) -> list[Watched]:
    """By name; systems on this machine are left out."""
    return [each for each in _all(settings) if each.host and not is_loopback(each.host)]


def _all(settings: Settings) -> Iterator[Watched]:
    yield from _of(THIS_SITE, settings.origin)
    yield from _of("the sign-in provider", settings.oidc_issuer)
    yield from _of("the hospital's record", settings.fhir_url)
    yield from _of("the media server", settings.janus_url)
    if settings.mail_host is not None and settings.mail_tls == "tls":
        yield Watched("the mail server", settings.mail_host, settings.mail_port)
    relays = [address.strip() for address in (settings.turn_urls or "").split(",")]
    for number, address in enumerate(relays, start=1):
        scheme, _, rest = address.partition("?")[0].partition(":")
        yield from _of(f"relay {number}", f"{scheme}://{rest}")
    for number, address in enumerate(settings.witness_addresses, start=1):
        yield from _of(f"witness {number}", address)


def _of(name: str, address: str | None) -> Iterator[Watched]:
    url = urlsplit(address or "")
    if url.scheme in _DEFAULT_PORTS:
        yield Watched(name, url.hostname or "", url.port or _DEFAULT_PORTS[url.scheme])
