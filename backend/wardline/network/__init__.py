"""The hospital network: organizations, facilities with their units, service lines, roles and users.

`load_network` reads them from a human-readable file. It refuses a file that has mistakes, reporting each one with its
line number. `plan_network` says what it would change, and `export_network` writes such a file.
"""

from wardline.network.document import NetworkFileInvalid
from wardline.network.loading import Loaded, load_network, plan_network
from wardline.network.reading import NetworkFile, read_network

__all__ = ["Loaded", "NetworkFile", "NetworkFileInvalid", "load_network", "plan_network", "read_network"]
