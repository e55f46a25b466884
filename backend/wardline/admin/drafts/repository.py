"""What drafted objects are called."""

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from sqlalchemy import literal, select, union_all
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.network.matching import one_of
from wardline.network.objects import Kind, ObjectKey
from wardline.people.models import Role, User
from wardline.places.models import Facility, LocationUnit, Organization
from wardline.service_lines.models import ServiceLine


class Named(NamedTuple):
    id: int
    name: str


_NAMES: Final[dict[Kind, tuple[Any, Any, Any]]] = {
    Kind.ORGANIZATION: (Organization.id, Organization.code, Organization.name),
    Kind.FACILITY: (Facility.id, Facility.code, Facility.name),
    Kind.SERVICE_LINE: (ServiceLine.id, ServiceLine.code, ServiceLine.name),
    Kind.UNIT: (LocationUnit.id, LocationUnit.code, LocationUnit.display_name),
    Kind.ROLE: (Role.id, Role.name, Role.name),
    Kind.USER: (User.id, User.username, User.first_name + " " + User.last_name),
}
"""Where the id, the code and the name of each kind of object stand; an escalation has none of its own."""


async def names_of(session: AsyncSession, keys: Collection[ObjectKey]) -> dict[ObjectKey, Named]:
    """Those of these objects that exist, by one statement."""
    parts = []
    for kind, (row_id, code, name) in _NAMES.items():
        codes = sorted(key.code for key in keys if key.kind is kind)
        if codes:
            parts.append(select(literal(kind.value), row_id, code, name).where(one_of(code, codes)))
    if not parts:
        return {}
    rows = await session.execute(union_all(*parts))
    return {ObjectKey(Kind(kind), code): Named(row_id, name) for kind, row_id, code, name in rows}
