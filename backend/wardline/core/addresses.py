"""What an address tells about who can listen."""

import ipaddress
from typing import Final
from urllib.parse import urlsplit

PROTECTED_SCHEMES: Final = frozenset({"https", "syslog+tls"})
"""What goes there is encrypted, and whoever answers is asked for a certificate."""


def is_loopback(host: str) -> bool:
    """Whether this host, a name or an IP address, is the machine itself."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_protected(address: str) -> bool:
    """Whether nobody on the network can overhear or change what is sent to this URL: by TLS, or on this machine.

    The one question for every address of another system; one that cannot be read is not protected.
    """
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        return False
    if not host or not parts.scheme:
        return False
    return parts.scheme in PROTECTED_SCHEMES or is_loopback(host)
