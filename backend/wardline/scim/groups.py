"""What a client does with the groups of its organization. Who is in one gets its roles, and loses them with it."""

from collections.abc import Collection, Sequence
from typing import Final

from pydantic import TypeAdapter, ValidationError
from scim2_models import InvalidValueException, NotFoundException
from sqlalchemy import any_, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.audit.recording import touched
from wardline.core import clock
from wardline.core.db.database import id_array
from wardline.core.forms.fields import ShortText
from wardline.people.models import Group, GroupMember
from wardline.people.models import User as UserRow
from wardline.scim import representing
from wardline.scim.callers import Caller
from wardline.scim.giving import follow_groups
from wardline.scim.repository import ScimRepository
from wardline.scim.resources import Group as GroupResource
from wardline.scim.searching import numbered

MAX_MEMBERS: Final = 10_000
_NAME: Final[TypeAdapter[str]] = TypeAdapter(ShortText)


class Groups:
    def __init__(self, session: AsyncSession, caller: Caller) -> None:
        self.session = session
        self.caller = caller
        self.repository = ScimRepository(session, caller.organization_id)

    async def get(self, resource_id: str) -> Group:
        """Raises `NotFoundException` unless it is a group of the client's organization."""
        number = group_number(resource_id)
        for found in await self.repository.groups(Group.id == number) if number is not None else ():
            return found
        raise NotFoundException(detail=f"There is no group {resource_id!r}")

    async def resources(self, groups: Sequence[Group], *, with_members: bool = True) -> list[GroupResource]:
        members = await self.repository.members([each.id for each in groups]) if with_members else {}
        return [representing.group(each, members.get(each.id, [])) for each in groups]

    async def create(self, resource: GroupResource) -> Group:
        """Add a group, which gives no roles until an administrator says so."""
        now = clock.now()
        group = Group(
            organization_id=self.caller.organization_id,
            display_name=_name(resource.display_name, "displayName"),
            external_id=_name(resource.external_id, "externalId") if resource.external_id else None,
            created_at=now,
            changed_at=now,
        )
        self.session.add(group)
        await self.session.flush()
        await self._set_members(group, await self._members_in(resource))
        return group

    async def update(self, group: Group, resource: GroupResource) -> Group:
        """Raises `ManagedByFile` or `LastAdministrator` if a member cannot get or lose a role."""
        group.display_name = _name(resource.display_name, "displayName")
        group.external_id = _name(resource.external_id, "externalId") if resource.external_id else None
        group.changed_at = clock.now()
        await self.session.flush()
        await self._set_members(group, await self._members_in(resource))
        return group

    async def delete(self, group: Group) -> None:
        """Raises as `update`."""
        await self._set_members(group, frozenset())
        await self.session.execute(delete(Group).where(Group.id == group.id))

    async def _members_in(self, resource: GroupResource) -> frozenset[int]:
        """The ids of people whom the client sees; what else is named as a member is left out."""
        values = [each.value or "" for each in resource.members or ()]
        numbers = {number for value in values if (number := numbered(value)) is not None}
        if len(values) > MAX_MEMBERS:
            raise InvalidValueException(detail=f"A group has at most {MAX_MEMBERS} members")
        found = await self.repository.people(UserRow.id == any_(id_array(numbers))) if numbers else []
        known = frozenset(each.user.id for each in found)
        unknown = sum(numbered(value) not in known for value in values)
        if unknown:
            members = "a member that is" if unknown == 1 else f"{unknown} members that are"
            self.caller.left_out.append(f"The group has {members} not known here. Provision them first.")
        return known

    async def _set_members(self, group: Group, members: Collection[int]) -> None:
        touched(self.session).details["groupId"] = group.id
        own = select(GroupMember.user_id).where(GroupMember.group_id == group.id)
        before = set(await self.session.scalars(own))
        gone, new = before - set(members), set(members) - before
        is_gone = (GroupMember.group_id == group.id) & (GroupMember.user_id == any_(id_array(gone)))
        await self.session.execute(delete(GroupMember).where(is_gone))
        if new:
            rows = [{"group_id": group.id, "user_id": user_id} for user_id in sorted(new)]
            await self.session.execute(insert(GroupMember), rows)
        organization = (self.caller.organization_id, self.caller.organization)
        author = self.caller.author(f"The group “{group.display_name}”")
        without = (await follow_groups(self.session, organization, gone | new, author)).without
        if without:
            people = (
                "One of the changed members also works"
                if without == 1
                else f"{without} of the changed members also work"
            )
            self.caller.left_out.append(f"{people} for another organization, so that the group gives them no role.")


def group_number(resource_id: str) -> int | None:
    """The id in the database, if it can be that of a group."""
    prefix, _, number = resource_id.partition(representing.GROUP_PREFIX)
    return numbered(number) if not prefix else None


def _name(value: str | None, attribute: str) -> str:
    try:
        return _NAME.validate_python(value)
    except ValidationError:
        raise InvalidValueException(detail=f"{attribute} is missing, too long, or has invalid characters") from None
