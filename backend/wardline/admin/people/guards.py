"""What must not happen by mistake when many people change: mass changes."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from wardline.admin.consequences import Consequence
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
    losses = mass_losses({organization: len(names) for organization, names in people.items()}, active, percent)
    if not losses:
        return None
    return MassChange(len(set().union(*(people[each.organization] for each in losses))), losses)


def mass_losses(affected: Mapping[str, int], active: Mapping[str, int], percent: float) -> tuple[Loss, ...]:
    """The organizations of which so many people lose something that it has to be confirmed."""
    return tuple(
        Loss(organization, active[organization], people)
        for organization, people in sorted(affected.items())
        if people >= MASS_CHANGE_PEOPLE and 100 * people > percent * active[organization]
    )


def mass_consequences(losses: Iterable[Loss], names: Mapping[str, str], what: str) -> Iterator[Consequence]:
    """What is asked about each organization; `what` says what happens to its people.

    One confirmation covers all of them, whatever the numbers are by then, because people come and go until a draft that
    is scheduled is published.
    """
    for each in losses:
        people = f"{each.affected:,} of {each.active:,} active people of {names[each.organization]}"
        yield Consequence("massChange", f"{people} {what} at once.")


def _losses(before: User | None, after: User) -> set[str]:
    """The organizations in which an active person loses something."""
    if before is None or not before.active:
        return set()
    if not after.active or set(before.roles) - set(after.roles):
        return set(before.organizations)
    return set(before.organizations) - set(after.organizations)
