"""Roles that come from groups: members get them, and lose them with the group. A role given by hand always stays."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Select, any_, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from wardline.admin.errors import ManagedByFile
from wardline.core.db.database import id_array
from wardline.core.db.deadlines import wait_at_most
from wardline.network.applying import Author, apply
from wardline.network.models import ManagedObject
from wardline.network.objects import Kind, ObjectKey, document_of
from wardline.network.planning import Change
from wardline.network.schema import User as UserEntry
from wardline.network.stored import Codes, read_entries
from wardline.people.models import Group, GroupMember, GroupRole, RoleFromGroup, User
from wardline.scim.guards import keeping_administrators

SECONDS_FOR_MANY: Final = 20
"""A group has thousands of members, who get a role in one transaction or not at all; 2,000 take a second or two."""

Given = dict[str, set[int]]
"""Maps the names of roles to the ids of the groups that give them."""


@dataclass(frozen=True, slots=True)
class _Member:
    """Somebody with the roles that groups of the organization should give, and those that came from them."""

    user_id: int
    entry: UserEntry
    due: Given
    had: Given

    def after(self, organization: str) -> tuple[UserEntry, Given]:
        """The person as they should be, and which of their roles then come from which groups.

        Nobody who also works for another organization is given a role, which would count there, too; and those who have
        left this one lose what they had from it.
        """
        by_hand = set(self.entry.roles) - self.had.keys()
        due = self.due if organization in self.entry.organizations else {}
        may_get = set(self.entry.organizations) <= {organization}
        given = {role: groups for role, groups in due.items() if role not in by_hand and (may_get or role in self.had)}
        kept = [role for role in self.entry.roles if role in by_hand or role in given]
        roles = [*kept, *sorted(given.keys() - set(kept))]
        return self.entry.model_copy(update={"roles": roles}), given


@dataclass(frozen=True, slots=True)
class Followed:
    """What became of the people of groups."""

    without: int = 0
    """How many get no role because they also work for another organization."""
    losing: int = 0
    """How many active people have lost a role."""


async def follow_groups(
    session: AsyncSession, organization: tuple[int, str], user_ids: Collection[int], author: Author
) -> Followed:
    """Give these people the roles of the organization's groups that they are in, and take those of groups they left.

    The caller holds the network's lock.

    Raises:
        ManagedByFile: a role of somebody whom a file manages would change.
        LastAdministrator
    """
    if not user_ids:
        return Followed()
    with wait_at_most(SECONDS_FOR_MANY):
        async with keeping_administrators(session, user_ids):
            return await session.run_sync(_follow, organization, user_ids, author)


def _follow(session: Session, organization: tuple[int, str], user_ids: Collection[int], author: Author) -> Followed:
    organization_id, code = organization
    without = losing = 0
    changes: list[Change] = []
    rows: list[dict[str, int]] = []
    codes = Codes.read(session)
    role_ids = {name: role_id for role_id, name in codes.roles.items()}
    for member in _members(session, codes, organization_id, user_ids):
        entry, given = member.after(code)
        without += code in entry.organizations and not member.due.keys() <= {*entry.roles}
        losing += entry.active and not set(member.entry.roles) <= set(entry.roles)
        if entry.roles != member.entry.roles:
            changes.append(Change(entry, document_of(member.entry), document_of(entry)))
        rows += [
            {"user_id": member.user_id, "role_id": role_ids[role], "group_id": group_id}
            for role, groups in given.items()
            for group_id in groups
        ]
    _refuse_managed(session, changes)
    apply(session, changes, author)
    own_groups = select(Group.id).where(Group.organization_id == organization_id)
    session.execute(
        delete(RoleFromGroup).where(
            RoleFromGroup.user_id == any_(id_array(user_ids)), RoleFromGroup.group_id.in_(own_groups)
        )
    )
    if rows:
        session.execute(insert(RoleFromGroup), rows)
    return Followed(without, losing)


def _refuse_managed(session: Session, changes: Collection[Change]) -> None:
    file = session.scalar(
        select(ManagedObject.file).where(
            ManagedObject.kind == Kind.USER.value, ManagedObject.code.in_([change.key.code for change in changes])
        )
    )
    if file is not None:
        raise ManagedByFile(file)


def _members(session: Session, codes: Codes, organization_id: int, user_ids: Collection[int]) -> Iterator[_Member]:
    is_among = User.id == any_(id_array(user_ids))
    names = {row.id: row.username for row in session.execute(select(User.id, User.username).where(is_among))}
    entries = read_entries(session, codes, [ObjectKey(Kind.USER, name) for name in names.values()])
    due, had = _due(session, codes, organization_id, names), _had(session, codes, organization_id, names)
    for user_id, name in sorted(names.items()):
        entry = entries[ObjectKey(Kind.USER, name)]
        assert isinstance(entry, UserEntry)  # noqa: S101 - of its key's kind
        yield _Member(user_id, entry, due.get(user_id, {}), had.get(user_id, {}))


def _due(session: Session, codes: Codes, organization_id: int, user_ids: Collection[int]) -> Mapping[int, Given]:
    statement = (
        select(GroupMember.user_id, GroupRole.role_id, Group.id)
        .join(Group, Group.id == GroupMember.group_id)
        .join(GroupRole, GroupRole.group_id == Group.id)
        .where(Group.organization_id == organization_id, GroupMember.user_id == any_(id_array(user_ids)))
    )
    return _by_user(session, codes, statement)


def _had(session: Session, codes: Codes, organization_id: int, user_ids: Collection[int]) -> Mapping[int, Given]:
    statement = (
        select(RoleFromGroup.user_id, RoleFromGroup.role_id, Group.id)
        .join(Group, Group.id == RoleFromGroup.group_id)
        .where(Group.organization_id == organization_id, RoleFromGroup.user_id == any_(id_array(user_ids)))
    )
    return _by_user(session, codes, statement)


def _by_user(session: Session, codes: Codes, statement: Select[int, int, int]) -> dict[int, Given]:
    result: dict[int, Given] = {}
    for user_id, role_id, group_id in session.execute(statement):
        result.setdefault(user_id, {}).setdefault(codes.roles[role_id], set()).add(group_id)
    return result
