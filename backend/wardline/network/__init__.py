"""A hospital network as one readable file, and loading it into the database.

`load_network` reads organizations, facilities with their units, service lines, roles and users, refuses a file with
mistakes as a whole, naming each with its line, and otherwise makes the database say what the file says.
"""

from wardline.network.document import NetworkFileInvalid
from wardline.network.loading import load_network
from wardline.network.matching import Changes
from wardline.network.reading import NetworkFile, read_network

__all__ = ["Changes", "NetworkFile", "NetworkFileInvalid", "load_network", "read_network"]
