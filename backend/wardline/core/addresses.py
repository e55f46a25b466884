"""What an address tells about who can listen."""

import ipaddress


def is_loopback(host: str) -> bool:
    """Whether this host, a name or an IP address, is the machine itself."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
