"""Which hosts are the local machine."""

import pytest

from wardline.addresses import is_loopback, is_protected


@pytest.mark.parametrize(
    "host", ["localhost", "LocalHost", "127.0.0.1", "127.8.9.1", "::1", "[::1]", "0:0:0:0:0:0:0:1", "[0:0::1]"]
)
def test_all_names_of_the_local_machine_are_loopback(host: str) -> None:
    assert is_loopback(host)
    authority = f"[{host}]" if ":" in host and not host.startswith("[") else host
    assert is_protected(f"http://{authority}:8000/in")


@pytest.mark.parametrize(
    "host",
    ["", "ward.example", "localhost.ward.example", "127.0.0.1.ward.example", "0.0.0.0", "::", "10.0.0.7", "127.1"],  # noqa: S104
)
def test_other_hosts_and_wildcard_addresses_are_not_loopback(host: str) -> None:
    assert not is_loopback(host)
    assert not is_protected(f"http://{f'[{host}]' if ':' in host else host}/in")
