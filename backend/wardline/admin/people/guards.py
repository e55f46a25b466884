"""What must not happen by mistake when many people change: mass changes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from wardline.network.schema import User

MASS_CHANGE_PEOPLE: Final = 3
"""Fewer people are never a mass change, however small the organization is."""


@dataclass(frozen=True, slots=True)
class Loss:
    """How many of an organization's active people a change deactivates, takes roles from, or takes out of it."""

    organization: str
    active: int
    affected: int


@dataclass(frozen=True, slots=True)
class MassChange:
    """`affected` people, each counted once, of organizations that lose too many at once."""

    affected: int
    losses: tuple[Loss, ...]


def mass_change(
    changes: Iterable[tuple[User | None, User]], active: Mapping[str, int], percent: float
) -> MassChange | None:
    """What has to be confirmed, if more than so many percent of the active people of an organization lose something.

    `active` has the number of active people of each organization to look after, by its code.
    """
    people: dict[str, set[str]] = defaultdict(set)
    for before, after in changes:
        for organization in _losses(before, after) & active.keys():
            people[organization].add(after.username)
    too_many = {
        organization: names
        for organization, names in people.items()
        if len(names) >= MASS_CHANGE_PEOPLE and 100 * len(names) > percent * active[organization]
    }
    if not too_many:
        return None
    losses = [Loss(organization, active[organization], len(names)) for organization, names in sorted(too_many.items())]
    return MassChange(len(set().union(*too_many.values())), tuple(losses))


def _losses(before: User | None, after: User) -> set[str]:
    """The organizations in which an active person loses something."""
    if before is None or not before.active:
        return set()
    if not after.active or set(before.roles) - set(after.roles):
        return set(before.organizations)
    return set(before.organizations) - set(after.organizations)
