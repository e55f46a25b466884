"""Loads a hospital network, described in one human-readable file, into the database.

`load_network` reads organizations, facilities with their units, service lines, roles and users. It refuses a file that
has mistakes, reporting each one with its line number, and otherwise makes the database match the file.
"""

from wardline.network.document import NetworkFileInvalid
from wardline.network.loading import load_network
from wardline.network.matching import Changes
from wardline.network.reading import NetworkFile, read_network

__all__ = ["Changes", "NetworkFile", "NetworkFileInvalid", "load_network", "read_network"]
