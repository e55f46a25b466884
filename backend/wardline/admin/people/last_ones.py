"""For what a person is the last one: lines for which nobody else can go on call, steps that would page nobody else."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import (
    ACCESS_ORGANIZATION,
    ACCESS_SERVICE_LINE,
    ACKNOWLEDGE_TRANSFER,
    GIVE_CONSULT,
    Permission,
)
from wardline.admin.consequences import Consequence
from wardline.admin.lines.escalations.repository import EscalationRepository
from wardline.admin.lines.escalations.rules import PAGES_NOBODY, empty_steps
from wardline.admin.people.repository import PeopleRepository
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.network import changing
from wardline.network.escalations import Escalation, escalation_code
from wardline.network.objects import Kind, ObjectKey
from wardline.network.schema import User
from wardline.network.stored import Codes
from wardline.paging.choices import ON_CALL, PageTarget
from wardline.service_lines.repository import ServiceLineRepository

LAST_ON_CALL: Final = "lastOnCall"


@dataclass(frozen=True, slots=True)
class _Duties:
    """The codes of the lines for which a person may go on call, and of those that they coordinate, and where."""

    lines: frozenset[str]
    coordinated: frozenset[str]
    organizations: frozenset[str]

    def may_be(self, organization: str, line: str) -> set[PageTarget]:
        """As whom they could be paged about requests of a line."""
        found = set(ON_CALL) if line in self.lines else set[PageTarget]()
        if line in self.coordinated and organization in self.organizations:
            found.add(PageTarget.COORDINATORS)
        return found


async def foresee(session: AsyncSession, by: CurrentUser, before: User, after: User) -> Sequence[Consequence]:
    """That nobody could be paged anymore who could be before, in the administrator's organizations."""
    allowed_by = {role.name: permissions for role, permissions in await PeopleRepository(session).roles()}
    had, has = _duties(before, allowed_by), _duties(after, allowed_by)
    lost = had.lines - has.lines
    leaves = had.coordinated - has.coordinated or had.organizations - has.organizations
    concerned = lost | had.coordinated if leaves else lost
    if not concerned:
        return ()
    codes: Codes = await session.run_sync(Codes.read)
    user_id = await PeopleRepository(session).id_of(before.username)
    names = {codes.lines[line_id]: name for line_id, name in await ServiceLineRepository(session).names()}
    found = []
    if alone := await _alone(session, user_id, {line_id for line_id, code in codes.lines.items() if code in lost}):
        lines = ", ".join(sorted(names[codes.lines[line_id]] for line_id in alone))
        found.append(Consequence(LAST_ON_CALL, f"Nobody else can go on call for {lines}."))
    organizations = {codes.organizations[each] for each in by.administered_organization_ids}
    empty = [
        f"{names[escalation.service_line]}: {text}"
        for escalation in await _escalations(session, codes, organizations, concerned)
        for text in await _emptied(session, escalation, user_id, has)
    ]
    if empty:
        found.append(Consequence(PAGES_NOBODY, " ".join(empty)))
    return found


async def _alone(session: AsyncSession, user_id: int, line_ids: Collection[int]) -> Collection[int]:
    """Those of these lines for which nobody else can go on call."""
    plannable = await CallScheduleRepository(session).plannable_by_line(line_ids)
    return [line_id for line_id, user_ids in plannable.items() if user_ids <= {user_id}]


async def _escalations(
    session: AsyncSession, codes: Codes, organizations: Collection[str], lines: Collection[str]
) -> Sequence[Escalation]:
    """What these organizations have decided about how requests of these lines escalate."""
    keys = [
        ObjectKey(Kind.ESCALATION, escalation_code(organization, line))
        for organization in sorted(organizations)
        for line in sorted(lines)
    ]
    stored = await session.run_sync(changing.stored_each, keys, codes)
    return [each.entry for each in stored.values() if each.entry.policies]


def _duties(person: User, allowed_by: Mapping[str, frozenset[Permission]]) -> _Duties:
    """As `directory.coordinators` and `call_schedules.repository` see somebody who is stored."""
    held = frozenset[Permission]()
    if person.active:
        held = held.union(*(allowed_by[role] for role in person.roles))
    coordinates = ACKNOWLEDGE_TRANSFER in held and GIVE_CONSULT not in held
    sees_all = {ACCESS_ORGANIZATION, ACCESS_SERVICE_LINE} <= held
    lines = person.service_lines
    return _Duties(
        frozenset(lines.active if GIVE_CONSULT in held else ()),
        frozenset([*lines.member, *lines.requestable] if coordinates and sees_all else ()),
        frozenset(person.organizations),
    )


async def _emptied(session: AsyncSession, escalation: Escalation, user_id: int, has: _Duties) -> Sequence[str]:
    """The steps that could page somebody before, and nobody once the person has only these duties."""
    organization, line = escalation.organization, escalation.service_line
    repository = EscalationRepository(session)
    able = await repository.possible_targets(organization, line)
    left = await repository.possible_targets(organization, line, without=user_id) | has.may_be(organization, line)
    already = {text for policy in escalation.policies for text in empty_steps(policy, able)}
    now = [text for policy in escalation.policies for text in empty_steps(policy, left)]
    return [text for text in now if text not in already]
