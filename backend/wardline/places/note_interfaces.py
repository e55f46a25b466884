"""Where organizations' signed notes are sent, as read before the server starts, and for administrators."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

from psycopg import Connection
from pydantic import TypeAdapter
from sqlalchemy import ARRAY, Integer, any_, bindparam, select

from wardline.core.db.statements import AnyConnection, array_literal, compile_statement, fetch_all
from wardline.ehr.filing import Destination, Hl7Destination
from wardline.places.models import Organization

DESTINATION: Final[TypeAdapter[Destination]] = TypeAdapter(Destination)
"""Reads `Organization.notes_destination`."""
_DESTINATIONS: Final = str(
    select(Organization.code, Organization.notes_destination)
    .where(Organization.notes_destination.is_not(None))
    .order_by(Organization.code)
)
"""As text, because there is no session yet."""
_PROTOCOL: Final = Organization.notes_destination["protocol"].astext
_PROTOCOLS: Final = compile_statement(
    select(_PROTOCOL.label("protocol")).where(Organization.notes_destination.is_not(None)).distinct()
)

_AMONG: Final = compile_statement(
    select(Organization.id, Organization.code, Organization.name, Organization.notes_destination)
    .where(Organization.id == any_(bindparam("ids", type_=ARRAY(Integer))))
    .order_by(Organization.name, Organization.id)
)


async def organizations_among(connection: AnyConnection, ids: Collection[int]) -> Sequence[Any]:
    """The `id`, `code`, `name` and stored `notes_destination` of each of these organizations, by name."""
    return await fetch_all(connection, _AMONG, {"ids": array_literal(ids)})


async def protocols(connection: AnyConnection) -> set[str]:
    """The protocols by which organizations have their notes filed, now."""
    return {row.protocol for row in await fetch_all(connection, _PROTOCOLS, {})}


def hl7_interfaces(connection: Connection[tuple[Any, ...]]) -> Iterator[tuple[str, str, bool]]:
    """The code of each organization with such an interface, the interface's host, and whether it uses TLS."""
    for code, stored in connection.execute(_DESTINATIONS.encode()):
        destination = DESTINATION.validate_python(stored)
        if isinstance(destination, Hl7Destination):
            yield code, destination.host, destination.tls
