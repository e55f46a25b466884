"""Hosts as they stand in settings, URLs and requests: which is which, and who can listen on the way there."""

import ipaddress
import re
from typing import Final
from urllib.parse import urlsplit

PROTECTED_SCHEMES: Final = frozenset({"https", "syslog+tls"})
"""What goes there is encrypted, and whoever answers is asked for a certificate."""
LOOPBACK_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})
"""What a machine that is asked by itself is usually called."""

_AUTHORITY: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z._-]+)(:[0-9]{1,5})?")


def parse_host(authority: str, *, may_have_port: bool) -> str | None:
    """The host as `canonical` has it, of what may stand for one in a URL or a request; None for anything else."""
    found = _AUTHORITY.fullmatch(authority)
    return None if found is None or (found[2] and not may_have_port) else canonical_host(found[1])


def canonical_host(host: str) -> str:
    """A name in small letters, an IP address in its one spelling and without brackets, so that equal ones are alike."""
    name = host.removeprefix("[").removesuffix("]").lower()
    try:
        return str(ipaddress.ip_address(name))
    except ValueError:
        return name


def url_host(url: str) -> str | None:
    """As `canonical` has it; None where there is none. Raises `ValueError` for what is no URL."""
    host = urlsplit(url).hostname
    return canonical_host(host) if host else None


def is_loopback(host: str) -> bool:
    """Whether this host, a name or an IP address, is the machine itself."""
    name = canonical_host(host)
    try:
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def is_protected(address: str) -> bool:
    """Whether nobody on the network can overhear or change what is sent to this URL: by TLS, or on this machine.

    The one question for every address of another system; one that cannot be read is not protected.
    """
    try:
        scheme, host = urlsplit(address).scheme, url_host(address)
    except ValueError:
        return False
    if host is None or not scheme:
        return False
    return scheme in PROTECTED_SCHEMES or is_loopback(host)
