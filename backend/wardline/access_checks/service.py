"""Answers whether a person can do something, and what decides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.decision import Decision
from wardline.access.dependencies import UnknownUser
from wardline.access.permissions import Permission
from wardline.access_checks import objects
from wardline.access_checks.choices import CheckedAction, CheckedObject, FactKind
from wardline.access_checks.facts import Surroundings, facts_about
from wardline.access_checks.objects import About
from wardline.access_checks.observed import ObservedUser, observe
from wardline.access_checks.repository import AccessCheckRepository
from wardline.access_checks.rules import EXPLAINED, Case, decide
from wardline.access_checks.schemas import CheckAccess, Fact
from wardline.audit.recording import touched
from wardline.core import clock
from wardline.core.errors import NotFound
from wardline.directory.loading import load_by_id
from wardline.network.changing import RoleOrigin
from wardline.people.models import Role, User
from wardline.places.repository import PlacesRepository
from wardline.service_lines.repository import ServiceLineRepository
from wardline.settings import Settings


@dataclass(frozen=True, slots=True)
class Answer:
    person: User
    action: CheckedAction
    about: About
    decision: Decision
    asked: Mapping[Permission, bool]
    """The permissions that the rule asked for, and whether the person has them."""
    role_ids: Sequence[int]
    """The person's."""
    roles: Mapping[Permission, Sequence[Role]]
    """The roles with each of these permissions."""
    sources: Mapping[int, RoleOrigin]
    """Where each of the person's roles comes from."""
    facts: Sequence[Fact]


async def check(session: AsyncSession, question: CheckAccess, settings: Settings, *, by: CurrentUser) -> Answer:
    """What the person would get from the real call now.

    Raises:
        NotFound: the person, or what the question is about, is not one of the organizations that the caller
            administers.
        ValidationFailed: the action needs something that the question does not name.
    """
    repository = AccessCheckRepository(session, by.administered_organization_ids)
    people = await repository.people(only_id=question.person_id)
    if not people:
        raise NotFound
    (person,) = people
    touched(session).details |= {"personId": person.id, "checkedAction": question.action.value}
    about = await objects.find(session, question, EXPLAINED[question.action].about, by=by)
    if about.organization is not None:
        touched(session).organization_ids.add(about.organization.id)
    loaded = await load_by_id(session, person.id)
    if loaded is None:
        return _of_inactive(person, question.action, about)
    user = observe(loaded)
    decision = await decide(question.action, Case(session, user, about, settings))
    asked = dict(user.asked)
    return Answer(
        person=person,
        action=question.action,
        about=about,
        decision=decision,
        asked=asked,
        role_ids=user.role_ids,
        roles=await repository.roles_with(asked) if asked else {},
        sources=await repository.sources_of_roles(person, user.role_ids),
        facts=await _facts(session, question, about, user, decision),
    )


def _of_inactive(person: User, action: CheckedAction, about: About) -> Answer:
    fact = Fact(kind=FactKind.ACCOUNT, holds=False, text="Their account is deactivated.")
    return Answer(person, action, about, Decision(UnknownUser()), {}, (), {}, {}, [fact])


async def _facts(
    session: AsyncSession, question: CheckAccess, about: About, user: ObservedUser, decision: Decision
) -> list[Fact]:
    explained = EXPLAINED[question.action]
    is_request = explained.about is CheckedObject.LOCATION_AND_LINE
    seen = "check_ins" in user.seen
    line_ids = user.checked_in_line_ids if seen else frozenset()
    around = Surroundings(
        line_names=await AccessCheckRepository(session, ()).names_of_lines(line_ids) if line_ids else {},
        lines_of_location=await PlacesRepository(session).line_ids(about.location.id)
        if is_request and about.location is not None
        else frozenset(),
    )
    facts = facts_about(user, about, around, group=explained.group, refusal=decision.refusal)
    if is_request and about.line is not None:
        facts.append(await _hours(session, question, about.line.id))
    return facts


async def _hours(session: AsyncSession, question: CheckAccess, line_id: int) -> Fact:
    """The form offers only open lines; the call itself accepts a line that closed in the meantime."""
    (line,) = await ServiceLineRepository(session).lines([line_id])
    when = "now" if question.at is None else "then"
    if line.timetable.is_open(question.at or clock.now()):
        return Fact(kind=FactKind.HOURS, holds=True, text=f"{line.name} is open {when}.")
    text = f"{line.name} is closed {when}, so the form for requests does not offer it."
    return Fact(kind=FactKind.HOURS, holds=False, text=text)
