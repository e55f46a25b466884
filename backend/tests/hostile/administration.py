"""Everything that an administrator changes, and valid bodies about it."""

from typing import Any, Final

import httpx

from conftest import RolledBackDatabase

from .lines import build_lines
from .people import OF_GROUPS, OF_PEOPLE, OF_ROLES, VERSION_OF_GROUP, build_people, build_roles, build_view
from .places import ON_UNITS, build_places
from .retention import NEVER_SET, OF_PERIODS, build_retention

ELSEWHERE: Final[dict[str, dict[str, str]]] = {
    **{f"restore{each}Version": {"version": "1"} for each in ("Person", "Role", "Line", "Escalation")},
    **{name: {"kind": "units", "version": "1"} for name in ON_UNITS},
    "setRetentionPeriod": {"kind": "consults"},
}
"""Parameters of operations that are no ids."""
QUERIES: Final = {"listConcernedPeople": {"action": "View", "subject": "Consult"}}


async def build_administration(
    client: httpx.AsyncClient, database: RolledBackDatabase, ids: dict[str, str], foreign: dict[str, str]
) -> tuple[dict[bytes, str], dict[str, Any]]:
    """Returns the versions of what the administrator changes, by how its path begins, and the bodies.

    Adds the ids to `ids`, and those that nobody may view to `foreign`.
    """
    person_version, bodies = await build_people(client, database, ids, foreign)
    role_version, role_bodies = await build_roles(client, ids, foreign)
    await build_view(client, ids, foreign)
    bodies |= role_bodies | await build_retention(client, database, ids, foreign)
    place_versions, place_bodies = await build_places(client, ids, foreign)
    line_versions, line_bodies = await build_lines(client, ids)
    foreign["draft_id"] = ids["draft_id"]
    versions = {OF_PEOPLE: person_version, OF_ROLES: role_version, OF_GROUPS: VERSION_OF_GROUP, OF_PERIODS: NEVER_SET}
    return versions | place_versions | line_versions, bodies | place_bodies | line_bodies
