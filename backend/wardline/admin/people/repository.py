"""Reading people for administrators. Every query is limited to the organizations that the reader administers."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ARRAY, ColumnElement, Integer, Row, Text, any_, exists, func, literal, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import Permission
from wardline.admin.invitations.models import Invitation
from wardline.admin.invitations.repository import ROW_HAS_SIGNED_IN, is_in
from wardline.admin.people.schemas import PEOPLE_PAGE_SIZE, PeopleFilter, PersonState
from wardline.audit.models import AuditEntry
from wardline.contacts.models import Contact
from wardline.core import clock
from wardline.core.db.database import id_array
from wardline.directory.administrators import administrators
from wardline.people.models import (
    Role,
    RolePermission,
    User,
    UserLocation,
    UserOrganization,
    UserRole,
    UserServiceLine,
)
from wardline.people.naming import BY_NAME, is_named
from wardline.places.models import Facility, LocationUnit, Organization

Listed = Row[int, str, str, str, bool, list[int], list[int], bool, datetime | None]
"""Id, name for signing in, first and last name, whether active, the ids of roles and of organizations, whether they
have signed in, and until when they are invited."""
Found = Row[int, str, list[int]]
"""Id, name for signing in, and the ids of all organizations."""


class PeopleRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def page(self, reader: CurrentUser, filters: PeopleFilter) -> tuple[Sequence[Listed], int | None]:
        """The rows of one page, and the id after which the next one starts."""
        own = id_array(reader.administered_organization_ids)
        statement = (
            select(
                User.id,
                User.username,
                User.first_name,
                User.last_name,
                User.active,
                _array(select(UserRole.role_id).where(UserRole.user_id == User.id).order_by(UserRole.position)).label(
                    "role_ids"
                ),
                _array(
                    select(UserOrganization.organization_id)
                    .where(UserOrganization.user_id == User.id, UserOrganization.organization_id == any_(own))
                    .order_by(UserOrganization.organization_id)
                ).label("organization_ids"),
                ROW_HAS_SIGNED_IN.label("has_signed_in"),
                select(Invitation.expires_at)
                .where(Invitation.user_id == User.id)
                .scalar_subquery()
                .label("invited_until"),
            )
            .where(_is_within(reader), *_conditions(filters, reader))
            .order_by(*BY_NAME)
            .limit(PEOPLE_PAGE_SIZE + 1)
        )
        if filters.after is not None:
            last = (await self.session.execute(select(*BY_NAME).where(User.id == filters.after))).one_or_none()
            if last is not None:
                statement = statement.where(func.row(*BY_NAME) > func.row(*last))
        rows = (await self.session.execute(statement)).all()
        return rows[:PEOPLE_PAGE_SIZE], rows[PEOPLE_PAGE_SIZE - 1].id if len(rows) > PEOPLE_PAGE_SIZE else None

    async def find(self, reader: CurrentUser, user_id: int) -> Found | None:
        """The user's name for signing in and all their organizations, if the reader administers one of them."""
        organization_ids = _array(
            select(UserOrganization.organization_id).where(UserOrganization.user_id == User.id)
        ).label("organization_ids")
        statement = select(User.id, User.username, organization_ids).where(User.id == user_id, _is_within(reader))
        return (await self.session.execute(statement)).one_or_none()

    async def those_within(self, reader: CurrentUser, user_ids: Collection[int]) -> frozenset[int]:
        """Those of these people who work in an organization that the reader administers."""
        statement = select(User.id).where(User.id == any_(id_array(user_ids)), _is_within(reader))
        return frozenset(await self.session.scalars(statement))

    async def contacts(self, user_id: int) -> Sequence[Row[str, bool, bool]]:
        """In the order of paging: kind, whether it is verified, whether it is disabled."""
        statement = (
            select(
                Contact.kind,
                Contact.verified_at.is_not(None).label("verified"),
                Contact.disabled_at.is_not(None).label("disabled"),
            )
            .where(Contact.user_id == user_id)
            .order_by(Contact.position, Contact.id)
        )
        return (await self.session.execute(statement)).all()

    async def last_seen(self, user_id: int) -> datetime | None:
        latest = select(AuditEntry.at).where(AuditEntry.user_id == user_id).order_by(AuditEntry.id.desc()).limit(1)
        return await self.session.scalar(latest)

    async def roles(self) -> list[tuple[Role, frozenset[Permission]]]:
        """Every role with its permissions."""
        statement = (
            select(Role, RolePermission.action, RolePermission.subject)
            .outerjoin(RolePermission, RolePermission.role_id == Role.id)
            .order_by(Role.id)
        )
        permissions: dict[Role, set[Permission]] = {}
        for role, action, subject in await self.session.execute(statement):
            allowed = permissions.setdefault(role, set())
            if action is not None:
                allowed.add(Permission(action, subject))
        return [(role, frozenset(allowed)) for role, allowed in permissions.items()]

    async def organizations(self, organization_ids: frozenset[int]) -> Sequence[Organization]:
        statement = select(Organization).where(Organization.id == any_(id_array(organization_ids)))
        return (await self.session.scalars(statement.order_by(Organization.name))).all()

    async def id_of(self, username: str) -> int:
        return (await self.session.scalars(select(User.id).where(User.username == username))).one()

    async def spellings_of(self, usernames: Collection[str]) -> dict[str, str]:
        """The names for signing in that are these but for their case, by their lowercase."""
        lowered = func.lower(User.username)
        wanted = any_(literal(sorted({name.lower() for name in usernames}), ARRAY(Text)))
        statement = select(lowered, User.username).where(lowered == wanted)
        return dict((await self.session.execute(statement)).all())

    async def organization_ids(self, codes: Collection[str]) -> frozenset[int]:
        return frozenset(await self.session.scalars(select(Organization.id).where(Organization.code.in_(codes))))

    async def units_within(self, organization_ids: frozenset[int]) -> frozenset[int]:
        """The ids of all units of these organizations."""
        statement = select(LocationUnit.id).join(LocationUnit.facility)
        return frozenset(
            await self.session.scalars(statement.where(Facility.organization_id == any_(id_array(organization_ids))))
        )

    async def unit_names(self, organization_ids: frozenset[int]) -> Sequence[Row[int, int, str, str, bool]]:
        """Id, organization, facility, name and whether active of all units of these organizations, by facility."""
        statement = (
            select(
                LocationUnit.id,
                Facility.organization_id,
                Facility.name.label("facility_name"),
                LocationUnit.unit,
                LocationUnit.active,
            )
            .join(LocationUnit.facility)
            .where(Facility.organization_id == any_(id_array(organization_ids)))
            .order_by(Facility.name, Facility.id, LocationUnit.unit)
        )
        return (await self.session.execute(statement)).all()

    async def active_counts(self, organization_ids: Collection[int]) -> Sequence[Row[int, str, str, int]]:
        """Id, code, name and number of active people of each of these organizations that has any."""
        statement = (
            select(Organization.id, Organization.code, Organization.name, func.count().label("people"))
            .join(UserOrganization, UserOrganization.organization_id == Organization.id)
            .join(User, User.id == UserOrganization.user_id)
            .where(User.active, Organization.id == any_(id_array(organization_ids)))
            .group_by(Organization.id)
        )
        return (await self.session.execute(statement)).all()

    async def lack_administrator(self, organization_ids: frozenset[int]) -> bool:
        """Whether one of these organizations has no active administrator."""
        of_these = UserOrganization.organization_id == any_(id_array(organization_ids))
        administered = administrators().with_only_columns(UserOrganization.organization_id).where(of_these).distinct()
        return len((await self.session.scalars(administered)).all()) < len(organization_ids)

    async def administers(self, user_id: int, organization_id: int) -> bool:
        """Whether this person can administer this organization."""
        both = (UserOrganization.user_id == user_id) & (UserOrganization.organization_id == organization_id)
        return bool(await self.session.scalar(select(administrators().where(both).exists())))


def _array(statement: Any) -> ColumnElement[list[int]]:
    return func.array(statement.scalar_subquery(), type_=ARRAY(Integer))


def _is_within(reader: CurrentUser) -> ColumnElement[bool]:
    return exists().where(
        UserOrganization.user_id == User.id,
        UserOrganization.organization_id == any_(id_array(reader.administered_organization_ids)),
    )


def _conditions(filters: PeopleFilter, reader: CurrentUser) -> list[ColumnElement[bool]]:
    conditions = is_named(filters.text)
    if filters.state is not None:
        conditions.append(User.active == (filters.state is PersonState.ACTIVE))
    if filters.invitation is not None:
        conditions.append(is_in(filters.invitation, clock.now()))
    for model, column, wanted in (
        (UserRole, UserRole.role_id, filters.role_id),
        (UserOrganization, UserOrganization.organization_id, filters.organization_id),
        (UserLocation, UserLocation.location_id, filters.location_id),
        (UserServiceLine, UserServiceLine.service_line_id, filters.service_line_id),
    ):
        if wanted is not None:
            conditions.append(exists().where(model.user_id == User.id, column == wanted))
    own = id_array(reader.administered_organization_ids)
    if filters.organization_id is not None:
        conditions.append(literal(filters.organization_id) == any_(own))
    if filters.location_id is not None:
        of_own = select(LocationUnit.id).join(LocationUnit.facility).where(Facility.organization_id == any_(own))
        conditions.append(literal(filters.location_id).in_(of_own))
    return conditions
