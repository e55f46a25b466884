"""Hosts in settings, URLs and requests: canonical forms, and whether traffic to them is protected."""

import ipaddress
import re
from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

PROTECTED_SCHEMES: Final = frozenset({"https", "syslog+tls", "wss"})
"""Schemes with encryption and a server certificate."""
LOOPBACK_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})
"""The usual names of the local machine."""

_AUTHORITY: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z._-]+)(:[0-9]{1,5})?")


def without_trailing_slash(url: str) -> str:
    """A base URL to which paths with a leading slash are appended."""
    return url.rstrip("/")


def parse_host(authority: str, *, may_have_port: bool) -> str | None:
    """The canonical host of an authority in a URL or a ``Host`` header; None if it is not a valid one."""
    match = _AUTHORITY.fullmatch(authority)
    return None if match is None or (match[2] and not may_have_port) else canonical_host(match[1])


def canonical_host(host: str) -> str:
    """A name in lowercase, or an IP address in its canonical spelling without brackets, for comparison."""
    name = host.removeprefix("[").removesuffix("]").lower()
    try:
        return str(ipaddress.ip_address(name))
    except ValueError:
        return name


def url_host(url: str) -> str | None:
    """The canonical host of a URL; None if it has none. Raises `ValueError` for an invalid URL."""
    host = urlsplit(url).hostname
    return canonical_host(host) if host else None


def is_loopback(host: str) -> bool:
    """Whether this name or IP address is the local machine."""
    name = canonical_host(host)
    try:
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def is_listed(host: str, names: Collection[str]) -> bool:
    """Whether this canonical host is one of these; a name that starts with ``*.`` stands for all names below it."""
    return any(host.endswith(name[1:]) if name.startswith("*.") else host == name for name in names)


def is_protected(address: str) -> bool:
    """Whether traffic to this URL cannot be read or changed on the network, because of TLS or because it is local.

    Used for all addresses of other systems. An invalid one is not protected.
    """
    try:
        scheme, host = urlsplit(address).scheme, url_host(address)
    except ValueError:
        return False
    if host is None or not scheme:
        return False
    return scheme in PROTECTED_SCHEMES or is_loopback(host)
