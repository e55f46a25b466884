"""What each operation of administrators does about objects that a file manages."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from fastapi import FastAPI

from conftest import Cluster
from wardline.network.objects import Kind

from .fuzzing import operations
from .world import World

FILE: Final = "everything.yaml"
TAGS: Final = {"administration", "places"}
"""Of the operations that this is about."""
REFUSED: Final = (
    *("replacePerson", "restorePersonVersion", "setGroupRoles"),
    *("replaceRole", "restoreRoleVersion", "saveRoleDraft"),
    *("replaceOrganization", "replaceFacility", "replaceUnit", "replaceLocation", "restorePlaceVersion"),
    *("saveUnitDraft", "replaceLine", "restoreLineVersion", "saveLineDraft"),
    *("replaceEscalation", "restoreEscalationVersion", "saveEscalationDraft"),
    *("publishDraft", "scheduleDraft", "approveDraft"),
    "addOrganization",  # It would add the administrator to the new organization.
)
"""They write an object that is there already."""
IN_EACH_ROW: Final = {"importPeople"}
"""It leaves out the people whom a file manages, which the check has said about each."""
OF_NO_FILE: Final = {
    # What is new belongs to no file yet.
    *("addPerson", "addRole", "addFacility", "addUnit", "createLocation"),
    # They end what is waiting and leave the object as it is.
    *("discardDraft", "unscheduleDraft"),
    # Files do not have these.
    *("invitePerson", "withdrawInvitation", "startPersonView", "endPersonView", "allowDeactivations"),
    *("setRetentionPeriod", "addLegalHold", "endLegalHold", "reviewEmergencyAccess"),
    *("addFavoriteLocations", "removeFavoriteLocation"),
    # They answer a question.
    *("getRoleEffect", "previewLineHours", "previewPatientNumber", "compareForecasts", "checkUnitCensus"),
    *("checkPeopleImport", "checkAccess", "testConnection"),
}
_MANAGE: Final = """
insert into managed_objects (kind, code, file)
select kind, code, %(file)s from (
  select 'organization', code from organizations
  union all select 'facility', code from facilities
  union all select 'unit', code from location_units
  union all select 'serviceLine', code from service_lines
  union all select 'escalation', organizations.code || '/' || service_lines.code from organizations, service_lines
  union all select 'role', name from roles
  union all select 'user', username from users
) as objects (kind, code)
"""
_PREPARED: Final = {
    "setGroupRoles": "insert into group_members (group_id, user_id) values (:group_id, :user_id)",
    "approveDraft": "update network_drafts set by_id = :user_id where id = :draft_id",
}
"""The group has a member who would get a role; somebody else has written the draft."""


def writing() -> set[str]:
    """The operations of administrators that may change something."""
    return {
        name
        for name, operation in operations().items()
        if operation.method != "get" and TAGS & set(operation.definition.raw["tags"])
    }


@contextmanager
def all_managed(cluster: Cluster) -> Iterator[None]:
    """A file manages every object; only the owner of the tables can say so."""
    with psycopg.connect(cluster.postgres.owner_url.replace("+psycopg", ""), autocommit=True) as owner:
        owner.execute(_MANAGE, {"file": FILE})
        try:
            yield
        finally:
            owner.execute("delete from managed_objects where file = %(file)s", {"file": FILE})


async def prepare(world: World, name: str) -> dict[str, Any]:
    """Make the objects such that the operation would change one; returns the body that does it."""
    if name in _PREPARED:
        numbers = {each: int(world.ids[each]) for each in ("group_id", "user_id", "draft_id")}
        await world.execute(_PREPARED[name], numbers)
    body: dict[str, Any] = world.bodies.get(name, {})
    return body | {"roleIds": [int(world.ids["role_id"])]} if name == "setGroupRoles" else body


@contextmanager
def four_eyes(app: FastAPI, name: str) -> Iterator[None]:
    """There is something to approve."""
    settings = app.state.settings
    if name == "approveDraft":
        app.state.settings = settings.model_copy(update={"four_eyes": Kind.SERVICE_LINE.value})
    try:
        yield
    finally:
        app.state.settings = settings
