"""What a change of a role does to the people who have it, from who they are and what else they have."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from wardline.access.permissions import Permission
from wardline.network.changing import Stored
from wardline.network.schema import Role


@dataclass(frozen=True, slots=True)
class Group:
    """People who have the role, who all have the same other roles and belong to the same organizations."""

    people: int
    active: bool
    other_role_ids: frozenset[int]
    organization_ids: frozenset[int]


@dataclass(frozen=True, slots=True)
class Found:
    """A role, and who has it, for an administrator."""

    id: int
    stored: Stored[Role]
    people: int
    """Active ones of the administrator's organizations."""
    is_held_elsewhere: bool


@dataclass(frozen=True, slots=True)
class PermissionEffect:
    """`people` and `organizations` are among those that the administrator sees; `elsewhere` counts everybody else."""

    permission: Permission
    people: int
    organizations: int
    elsewhere: int


@dataclass(frozen=True, slots=True)
class Effect:
    gains: Sequence[PermissionEffect]
    losses: Sequence[PermissionEffect]
    people: int
    """How many of the administrator's people gain or lose something."""
    elsewhere: int


def granted(role: Role | None) -> frozenset[Permission]:
    """What a role allows; nothing while it is retired, or before it exists."""
    if role is None or not role.active:
        return frozenset()
    return permissions_in(role)


def permissions_in(role: Role) -> frozenset[Permission]:
    return frozenset(Permission(*pair.split(" ")) for pair in role.permissions)


@dataclass(frozen=True, slots=True)
class Change:
    """What the role allows before and after, and the groups of those who have it."""

    before: frozenset[Permission]
    after: frozenset[Permission]
    groups: Sequence[Group]
    allowed_by: Mapping[int, frozenset[Permission]]
    """What each role allows, by its id."""

    def effect(self, own: Collection[int]) -> Effect:
        """`own` are the organizations whose people are counted with their organizations."""
        changed = [group for group in self.groups if self._gained(group) or self._lost(group)]
        return Effect(
            gains=[self._of(each, own, self._gained) for each in sorted(self.after - self.before)],
            losses=[self._of(each, own, self._lost) for each in sorted(self.before - self.after)],
            people=sum(group.people for group in changed if group.organization_ids & set(own)),
            elsewhere=sum(group.people for group in changed if not group.organization_ids & set(own)),
        )

    def held(self, other_role_ids: Collection[int]) -> frozenset[Permission]:
        """What somebody with these other roles may do after the change."""
        return self.after | self._otherwise(other_role_ids)

    def losing(self) -> Mapping[int, int]:
        """How many active people of each organization lose something, by its id."""
        people: Counter[int] = Counter()
        for group in self.groups:
            if self._lost(group):
                people.update(dict.fromkeys(group.organization_ids, group.people))
        return people

    def _gained(self, group: Group) -> frozenset[Permission]:
        return self._changed(group, self.after - self.before)

    def _lost(self, group: Group) -> frozenset[Permission]:
        return self._changed(group, self.before - self.after)

    def _changed(self, group: Group, permissions: frozenset[Permission]) -> frozenset[Permission]:
        return permissions - self._otherwise(group.other_role_ids) if group.active else frozenset()

    def _otherwise(self, role_ids: Collection[int]) -> frozenset[Permission]:
        return frozenset().union(*(self.allowed_by.get(role_id, frozenset()) for role_id in role_ids))

    def _of(
        self, permission: Permission, own: Collection[int], changed: Callable[[Group], frozenset[Permission]]
    ) -> PermissionEffect:
        concerned = [group for group in self.groups if permission in changed(group)]
        return PermissionEffect(
            permission,
            people=sum(group.people for group in concerned if group.organization_ids & set(own)),
            organizations=len(frozenset().union(*_organizations(concerned)) & set(own)),
            elsewhere=sum(group.people for group in concerned if not group.organization_ids & set(own)),
        )


def _organizations(groups: Sequence[Group]) -> Iterator[frozenset[int]]:
    return (group.organization_ids for group in groups)
