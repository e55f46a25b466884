"""The HL7 interfaces that organizations' signed notes are sent to, as read before the server starts."""

from collections.abc import Iterator
from typing import Any, Final

from psycopg import Connection
from sqlalchemy import select

from wardline.places.models import Organization

_DESTINATIONS: Final = str(
    select(Organization.code, Organization.notes_destination)
    .where(Organization.notes_destination.is_not(None))
    .order_by(Organization.code)
)
"""As text, because there is no session yet."""


def hl7_interfaces(connection: Connection[tuple[Any, ...]]) -> Iterator[tuple[str, str, bool]]:
    """The code of each organization with such an interface, the interface's host, and whether it uses TLS."""
    for code, destination in connection.execute(_DESTINATIONS.encode()):
        if destination["protocol"] == "hl7v2":
            yield code, destination["host"], destination.get("tls", False)
