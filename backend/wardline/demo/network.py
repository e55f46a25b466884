"""The description of the demonstration's network."""

from functools import cache
from pathlib import Path
from typing import Final

from wardline.network import read_network
from wardline.network.schema import Network

NETWORK: Final = Path(__file__).with_name("network.yaml")


@cache
def described() -> Network:
    """The network from its file."""
    return read_network(NETWORK).network
