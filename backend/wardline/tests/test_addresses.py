"""What counts as this machine."""

import pytest

from wardline.addresses import is_loopback, is_protected


@pytest.mark.parametrize(
    "host", ["localhost", "LocalHost", "127.0.0.1", "127.8.9.1", "::1", "[::1]", "0:0:0:0:0:0:0:1", "[0:0::1]"]
)
def test_this_machine_under_all_its_names(host: str) -> None:
    assert is_loopback(host)
    authority = f"[{host}]" if ":" in host and not host.startswith("[") else host
    assert is_protected(f"http://{authority}:8000/in")


@pytest.mark.parametrize(
    "host",
    ["", "ward.example", "localhost.ward.example", "127.0.0.1.ward.example", "0.0.0.0", "::", "10.0.0.7", "127.1"],  # noqa: S104
)
def test_another_machine_or_all_of_its_addresses(host: str) -> None:
    assert not is_loopback(host)
    assert not is_protected(f"http://{f'[{host}]' if ':' in host else host}/in")
