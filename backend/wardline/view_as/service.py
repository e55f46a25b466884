"""Starts, reads and ends views. A view shows what is decided for the person; it never decides anything as them."""

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import GIVE_CONSULT, REQUEST_CONSULT
from wardline.admin.people.repository import PeopleRepository
from wardline.admin.roles.repository import RoleRepository
from wardline.admin.roles.words import WORDS, words_of
from wardline.audit.recording import touched
from wardline.consults.choices import ConsultState
from wardline.consults.models import Consult
from wardline.consults.policies import allowed_actions
from wardline.consults.reach import Reach, reach_of
from wardline.consults.repository import ConsultRepository
from wardline.core import clock
from wardline.core.errors import NotFound
from wardline.directory.loading import load_by_id
from wardline.network.objects import Kind
from wardline.patients.choices import EncounterStatus
from wardline.patients.models import Encounter, Patient
from wardline.people.models import User
from wardline.people.responses import person as person_read
from wardline.view_as.errors import ViewEnded, ViewOpen
from wardline.view_as.models import PersonView
from wardline.view_as.repository import ViewRepository
from wardline.view_as.schemas import PersonSeen, SeenKind, SeenLine, SeenPermission, StartedView

LIFETIME: Final = timedelta(minutes=15)
_STATES: Final = (ConsultState.NEW, ConsultState.PENDING, ConsultState.COMPLETED)


async def start(session: AsyncSession, person_id: int, *, by: CurrentUser) -> uuid.UUID:
    """Begin, or go on, to see Wardline as a person of the administrator's organizations; returns the view's id.

    Raises:
        NotFound
        ViewOpen: the administrator has a view of somebody else.
    """
    repository = ViewRepository(session)
    await repository.lock(by.id)
    found = await PeopleRepository(session).find(by, person_id)
    if found is None:
        raise NotFound
    now = clock.now()
    _record(session, found.username, found.organization_ids, by)
    current = await repository.open(by.id, since=now - LIFETIME)
    if current is not None:
        view, viewed = current
        if viewed.id == person_id:
            return view.id
        raise ViewOpen(f"{viewed.first_name} {viewed.last_name}", view.id)
    view = PersonView(id=uuid.uuid4(), viewer_id=by.id, person_id=person_id, started_at=now)
    session.add(view)
    await session.flush()
    return view.id


async def started(session: AsyncSession, view_id: uuid.UUID, *, by: CurrentUser) -> StartedView:
    """Raises ViewEnded."""
    view, viewed = await _open(session, view_id, by)
    return StartedView(id=view.id, person=person_read(viewed), expires_at=_expiry(view))


async def read(session: AsyncSession, view_id: uuid.UUID, *, by: CurrentUser) -> PersonSeen:
    """What the person sees now, as far as it is about the administrator's organizations.

    Raises:
        ViewEnded: it was ended, its time is over, or the person has left the administrator's organizations.
    """
    view, viewed = await _open(session, view_id, by)
    found = await PeopleRepository(session).find(by, view.person_id)
    if found is None:
        raise ViewEnded
    _record(session, viewed.username, found.organization_ids, by)
    user = await load_by_id(session, view.person_id)
    own = by.administered_organization_ids
    return PersonSeen(
        id=view.id,
        person=person_read(viewed),
        expires_at=_expiry(view),
        active=user is not None,
        works_elsewhere=not set(found.organization_ids) <= own,
        permissions=await _permissions(session, user) if user is not None else [],
        organizations=list(await ViewRepository(session).organization_names(own & set(found.organization_ids))),
        units=list(await ViewRepository(session).unit_names(user.location_ids, own)) if user is not None else [],
        lines=await _lines(session, user, own) if user is not None else [],
    )


async def end(session: AsyncSession, view_id: uuid.UUID, *, by: CurrentUser) -> None:
    """End a view; one that has ended stays as it is.

    Raises:
        NotFound: it is not one of the administrator's.
    """
    found = await ViewRepository(session).find(view_id, by.id)
    if found is None:
        raise NotFound
    view, viewed = found
    _record(session, viewed.username, (), by)
    if view.ended_at is None:
        view.ended_at = clock.now()


async def _open(session: AsyncSession, view_id: uuid.UUID, by: CurrentUser) -> tuple[PersonView, User]:
    found = await ViewRepository(session).find(view_id, by.id)
    if found is None or found[0].ended_at is not None or _expiry(found[0]) <= clock.now():
        raise ViewEnded
    return found


def _expiry(view: PersonView) -> datetime:
    return view.started_at + LIFETIME


def _record(session: AsyncSession, username: str, organization_ids: Sequence[int], by: CurrentUser) -> None:
    """The audit entry names both: the administrator as whoever calls, the person among its details."""
    touched(session).about_object(Kind.USER, username)
    touched(session).organization_ids.update(by.administered_organization_ids & set(organization_ids))


async def _permissions(session: AsyncSession, user: CurrentUser) -> list[SeenPermission]:
    repository = RoleRepository(session)
    names = {role.id: role.name for role in await repository.roles()}
    granted = await repository.roles_by_permission()
    order = {permission: number for number, permission in enumerate(WORDS)}
    held = sorted(user.permissions, key=lambda each: (order.get(each, len(order)), each))
    return [
        SeenPermission(
            action=each.action,
            subject=each.subject,
            label=words_of(each).label,
            allows=words_of(each).allows,
            group=words_of(each).group,
            roles=[names[role_id] for role_id in granted[each] if role_id in user.role_ids],
        )
        for each in held
    ]


async def _lines(session: AsyncSession, user: CurrentUser, own: frozenset[int]) -> list[SeenLine]:
    reach = reach_of(user)
    seen = Reach(reach.organization_ids & own, reach.line_ids)
    counts = await ConsultRepository(session).open_by_line(seen, clock.now())
    names = await ViewRepository(session).line_names(
        user.own_line_ids | user.active_line_ids | user.checked_in_line_ids
    )
    return [
        SeenLine(
            id=line_id,
            name=name,
            is_on_call=line_id in user.checked_in_line_ids,
            may_go_on_call=user.may(GIVE_CONSULT) and line_id in user.active_line_ids,
            may_request=user.may(REQUEST_CONSULT) and line_id in user.requestable_line_ids,
            waiting=counts[line_id].waiting,
            in_progress=counts[line_id].in_progress,
            kinds=_kinds(user, seen, line_id),
        )
        for line_id, name in names.items()
    ]


def _kinds(user: CurrentUser, seen: Reach, line_id: int) -> list[SeenKind]:
    """Decided by the policies of real calls about consults that do not exist, so that none has to be read."""
    if line_id not in seen.line_ids or not seen.organization_ids:
        return []
    organization_id = min(seen.organization_ids)
    return [
        SeenKind(state=state, actions=allowed_actions(user, _imagined(organization_id, line_id, state)))
        for state in _STATES
    ]


def _imagined(organization_id: int, line_id: int, state: ConsultState) -> Consult:
    """A consult about a patient who was entered manually; unless it is new, somebody else has acknowledged it."""
    return Consult(
        id=uuid.uuid4(),
        organization_id=organization_id,
        service_line_id=line_id,
        state=state.value,
        acknowledged_by_id=None if state is ConsultState.NEW else 0,
        patient=Patient(is_emr=False),
        encounter=Encounter(status=EncounterStatus.IN_PROGRESS.value),
    )
