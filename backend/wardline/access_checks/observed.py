"""A user who notes what a policy looks at, so that an explanation shows what decided, and nothing else."""

from dataclasses import dataclass, field, fields
from typing import Any, Final

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import Permission

_FACTS: Final = frozenset(
    {
        "check_ins",
        "location_ids",
        "organization_ids",
        "served_organization_ids",
        "member_line_ids",
        "active_line_ids",
        "requestable_line_ids",
        "emergencies",
    }
)


@dataclass(frozen=True, slots=True)
class ObservedUser(CurrentUser):
    """The same user to every policy. Of those properties that build on others, the others are noted."""

    asked: dict[Permission, bool] = field(default_factory=dict)
    """The permissions that were asked for, in order, and whether the user has them."""
    seen: set[str] = field(default_factory=set)
    """The names of the facts that were read, as `CurrentUser` has them."""

    def may(self, permission: Permission) -> bool:
        return self.asked.setdefault(permission, permission in self.permissions)

    def __getattribute__(self, name: str) -> Any:
        if name in _FACTS:
            object.__getattribute__(self, "seen").add(name)
        return object.__getattribute__(self, name)


def observe(user: CurrentUser) -> ObservedUser:
    """The user, of whom nothing has been noted yet."""
    return ObservedUser(**{each.name: getattr(user, each.name) for each in fields(CurrentUser)})
