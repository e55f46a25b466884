"""Access checks as wire types."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from wardline.access_checks.choices import CheckedAction, FactKind, RoleSource
from wardline.access_checks.objects import Named
from wardline.access_checks.repository import MAX_FOUND
from wardline.access_checks.rules import EXPLAINED
from wardline.access_checks.schemas import (
    AccessAnswer,
    AccessChoices,
    AskedPermission,
    CheckableAction,
    CheckedAbout,
    CheckedPerson,
    GrantingRole,
    LocationsFound,
    NamedPlace,
    PeopleFound,
    Refusal,
)
from wardline.access_checks.service import Answer
from wardline.admin.roles.words import words_of
from wardline.core.errors import ProductError
from wardline.network.changing import RoleOrigin
from wardline.network.models import Source
from wardline.people.models import Role, User
from wardline.places.models import Organization
from wardline.service_lines.models import ServiceLine

_BY_RIGHTS: Final = frozenset({"forbidden", "not_found", "consult_not_found"})
"""Refusals that do not say what is missing, because they must not tell it to the person."""
_BY_FACTS: Final = _BY_RIGHTS | {
    "unknown_user",
    "not_checked_in",
    "on_call_elsewhere",
    "not_your_duty",
    "location_not_requestable",
    "service_line_not_requestable",
}
"""Refusals that facts which do not hold explain."""
_SOURCES: Final = {Source.SCREEN: RoleSource.BY_HAND, Source.SCIM: RoleSource.GROUP}
"""A role from any other source came with the network file."""


def choices(lines: Iterable[ServiceLine], organizations: Iterable[Organization]) -> AccessChoices:
    return AccessChoices(
        actions=[
            CheckableAction(action=action, group=explained.group, about=explained.about)
            for action, explained in EXPLAINED.items()
        ],
        lines=[NamedPlace.model_validate(line) for line in lines],
        organizations=[NamedPlace.model_validate(organization) for organization in organizations],
    )


def people(rows: Sequence[User]) -> PeopleFound:
    """`rows` are as `AccessCheckRepository.people` returns them."""
    found = [CheckedPerson.model_validate(row) for row in rows[:MAX_FOUND]]
    return PeopleFound(people=found, has_more=len(rows) > MAX_FOUND)


def locations(rows: Sequence[Any]) -> LocationsFound:
    """`rows` are as `AccessCheckRepository.locations` returns them."""
    found = [NamedPlace.model_validate(row) for row in rows[:MAX_FOUND]]
    return LocationsFound(locations=found, has_more=len(rows) > MAX_FOUND)


def answer(found: Answer) -> AccessAnswer:
    refusal = found.decision.refusal
    permissions = _permissions(found)
    return AccessAnswer(
        person=CheckedPerson.model_validate(found.person),
        action=found.action,
        about=CheckedAbout(
            consult_id=found.about.consult_id,
            location=_place(found.about.location),
            line=_place(found.about.line),
            organization=_place(found.about.organization),
        ),
        allowed=found.decision.allowed,
        refusal=Refusal(status=refusal.status, code=refusal.code, message=str(refusal)) if refusal else None,
        reason=_reason(found, refusal, permissions) if refusal else None,
        permissions=permissions,
        facts=list(found.facts),
    )


def _place(named: Named | None) -> NamedPlace | None:
    return NamedPlace.model_validate(named) if named is not None else None


def _permissions(found: Answer) -> list[AskedPermission]:
    described = []
    for permission, held in found.asked.items():
        words = words_of(permission)
        roles = [role for role in found.roles[permission] if not held or role.id in found.role_ids]
        described.append(
            AskedPermission(
                action=permission.action,
                subject=permission.subject,
                label=words.label,
                allows=words.allows,
                held=held,
                roles=[_granting(role, found.sources.get(role.id)) for role in roles],
            )
        )
    return described


def _granting(role: Role, origin: RoleOrigin | None) -> GrantingRole:
    return GrantingRole(
        id=role.id,
        name=role.name,
        source=_source(origin) if origin is not None else None,
        groups=list(origin.groups) if origin is not None else [],
    )


def _source(origin: RoleOrigin) -> RoleSource:
    return RoleSource.EARLIER if origin.source is None else _SOURCES.get(origin.source, RoleSource.FILE)


def _reason(found: Answer, refusal: ProductError, permissions: Sequence[AskedPermission]) -> str | None:
    """What stops the person, as far as the refusal itself does not say it."""
    missing = [f"“{each.label}”" for each in permissions if not each.held]
    if found.action is CheckedAction.HAND_OVER and refusal.code == "forbidden" and found.asked:
        return "They are neither responsible for the consult nor a coordinator."
    if missing and refusal.code in _BY_RIGHTS:
        return f"None of their roles has the permission {' or '.join(missing)}."
    against = [fact.text for fact in found.facts if fact.holds is False and fact.kind is not FactKind.HOURS]
    return " ".join(against) or None if refusal.code in _BY_FACTS else None
