"""Loads a `CurrentUser` with everything about them that decisions depend on, in one statement."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    DateTime,
    Integer,
    Select,
    Text,
    and_,
    any_,
    bindparam,
    cast,
    distinct,
    exists,
    false,
    func,
    literal,
    literal_column,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from wardline.access.current_user import CurrentUser, OpenCheckIn, OpenEmergency, SessionEnded
from wardline.access.permissions import Permission
from wardline.access.tokens import AccessToken
from wardline.core.db.statements import AnyConnection, array_literal, compile_statement, fetch_all
from wardline.people.models import (
    IS_OPEN,
    SHARED_RIGHTS,
    CheckIn,
    RightsVersion,
    Role,
    RolePermission,
    User,
    UserLocation,
    UserOrganization,
    UserRole,
    UserServiceLine,
)
from wardline.places.models import Facility, LocationServiceLine, LocationUnit
from wardline.sessions.models import EmergencyAccess, EndedSession
from wardline.signoff.models import SignOffNote


def _array(query: Select[Any]) -> ColumnElement[Any]:
    return func.array(query.scalar_subquery())


def _json_list(query: Select[Any]) -> ColumnElement[Any]:
    return func.coalesce(query.scalar_subquery(), literal_column("'[]'::jsonb"))


def _line_ids(flag: InstrumentedAttribute[bool]) -> ColumnElement[Any]:
    return _array(select(UserServiceLine.service_line_id).where(UserServiceLine.user_id == User.id, flag))


def _rights_version(user_id: ColumnElement[int] | InstrumentedAttribute[int]) -> ColumnElement[int]:
    versions = select(func.coalesce(func.sum(RightsVersion.version), literal_column("0"))).where(
        RightsVersion.user_id.in_([user_id, literal_column(str(SHARED_RIGHTS))])
    )
    return cast(versions.scalar_subquery(), BigInteger)


_USER: Final = select(
    User.id,
    User.username,
    User.first_name,
    User.last_name,
    _json_list(
        select(func.jsonb_agg(distinct(func.jsonb_build_array(RolePermission.action, RolePermission.subject))))
        .join(UserRole, UserRole.role_id == RolePermission.role_id)
        .where(UserRole.user_id == User.id)
    ).label("permissions"),
    _array(
        select(UserRole.role_id)
        .join(Role, Role.id == UserRole.role_id)
        .where(UserRole.user_id == User.id, Role.retired_permissions.is_(None))
        .order_by(UserRole.position)
    ).label("role_ids"),
    _array(select(UserOrganization.organization_id).where(UserOrganization.user_id == User.id)).label(
        "organization_ids"
    ),
    _array(select(UserLocation.location_id).where(UserLocation.user_id == User.id)).label("location_ids"),
    _line_ids(UserServiceLine.member).label("member_line_ids"),
    _line_ids(UserServiceLine.active).label("active_line_ids"),
    _line_ids(UserServiceLine.requestable).label("requestable_line_ids"),
    _json_list(
        select(
            func.jsonb_agg(
                aggregate_order_by(
                    func.jsonb_build_array(
                        CheckIn.id,
                        CheckIn.role_id,
                        CheckIn.service_line_id,
                        CheckIn.phone_number,
                        CheckIn.primary,
                        CheckIn.checked_in_at,
                    ),
                    CheckIn.checked_in_at,
                    CheckIn.id,
                )
            )
        ).where(CheckIn.user_id == User.id, IS_OPEN)
    ).label("check_ins"),
    _array(
        select(distinct(Facility.organization_id))
        .select_from(CheckIn)
        .join(LocationServiceLine, LocationServiceLine.service_line_id == CheckIn.service_line_id)
        .join(LocationUnit, LocationUnit.id == LocationServiceLine.location_id)
        .join(Facility, Facility.id == LocationUnit.facility_id)
        .where(CheckIn.user_id == User.id, IS_OPEN)
    ).label("served_organization_ids"),
    _array(select(SignOffNote.consult_id).where(SignOffNote.locked_by_id == User.id)).label("consult_ids_in_writing"),
    _rights_version(User.id).label("rights_version"),
    _json_list(
        select(
            func.jsonb_agg(
                func.jsonb_build_array(
                    EmergencyAccess.id,
                    EmergencyAccess.organization_id,
                    EmergencyAccess.consult_ids,
                    EmergencyAccess.expires_at,
                )
            )
        ).where(EmergencyAccess.user_id == User.id, EmergencyAccess.ended_at.is_(None))
    ).label("emergencies"),
).where(User.active)

_SESSION_KEYS: Final = ("session_id", "everywhere_id", "unnamed_id")


_IS_SUBJECT: Final = User.subject == bindparam("subject", type_=Text)
_IS_ENDED: Final = exists().where(
    EndedSession.key.in_([bindparam(name, type_=Text) for name in _SESSION_KEYS]),
    EndedSession.ended_at >= bindparam("authenticated_at", type_=DateTime(timezone=True)),
)
_IS_ON_CALL: Final = User.id.in_(
    select(CheckIn.user_id).where(CheckIn.service_line_id == bindparam("line_id", type_=Integer), IS_OPEN)
)
_BY_SUBJECT: Final = compile_statement(_USER.where(_IS_SUBJECT))
_BY_ID: Final = compile_statement(_USER.where(User.id == bindparam("id", type_=Integer)))
_ON_CALL: Final = compile_statement(_USER.where(_IS_ON_CALL).order_by(User.id))
_BY_IDS: Final = compile_statement(_USER.where(User.id == any_(bindparam("ids", type_=ARRAY(Integer)))))
_PERMITTED: Final = compile_statement(
    _USER.where(
        User.id.in_(
            select(UserRole.user_id)
            .join(RolePermission, RolePermission.role_id == UserRole.role_id)
            .where(
                RolePermission.action == bindparam("action", type_=Text),
                RolePermission.subject == bindparam("subject", type_=Text),
            )
        )
    ).order_by(User.id)
)
_IS_FROM_BEFORE: Final = User.signed_out_at >= bindparam("authenticated_at", type_=DateTime(timezone=True))
_BY_TOKEN: Final = compile_statement(
    _USER.where(_IS_SUBJECT).add_columns(or_(_IS_ENDED, func.coalesce(_IS_FROM_BEFORE, false())).label("is_ended"))
)
IS_CURRENT: Final = and_(
    _rights_version(bindparam("caller_id", type_=Integer)) == bindparam("rights_version", type_=BigInteger),
    ~_IS_ENDED,
)
"""Whether nothing about a user has changed since they were loaded, and the sign-in has not ended (`confirmation`)."""
_IS_CURRENT: Final = compile_statement(select(IS_CURRENT.label("is_current")))


async def has_current_rights(session: AsyncSession, user: CurrentUser) -> bool:
    """Whether nothing about the user has changed since they were loaded."""
    return await session.scalar(select(_rights_version(literal(user.id)))) == user.rights_version


async def load_by_token(connection: AnyConnection, token: AccessToken) -> CurrentUser | None:
    """The active user to whom the token was issued.

    Raises:
        SessionEnded: the sign-in that the token is from has ended.
    """
    rows = await fetch_all(connection, _BY_TOKEN, {"subject": token.subject, **_sign_in(token)})
    if rows and rows[0].is_ended:
        raise SessionEnded
    return _only(rows)


def confirmation(user: CurrentUser, token: AccessToken) -> dict[str, Any]:
    """The parameters of `IS_CURRENT`."""
    return {"caller_id": user.id, "rights_version": user.rights_version, **_sign_in(token)}


async def is_current(connection: AnyConnection, user: CurrentUser, token: AccessToken) -> bool:
    """Whether nothing about the user has changed since they were loaded, and the sign-in has not ended."""
    ((current,),) = await fetch_all(connection, _IS_CURRENT, confirmation(user, token))
    return bool(current)


async def load_by_subject(connection: AnyConnection, subject: str) -> CurrentUser | None:
    """The active user whom the identity provider knows by this subject."""
    return _only(await fetch_all(connection, _BY_SUBJECT, {"subject": subject}))


async def load_by_id(connection: AnyConnection, user_id: int) -> CurrentUser | None:
    """The active user with this id."""
    return _only(await fetch_all(connection, _BY_ID, {"id": user_id}))


async def load_on_call(connection: AnyConnection, service_line_id: int) -> list[CurrentUser]:
    """The active users who are checked in to this line, by id."""
    return [_user(row) for row in await fetch_all(connection, _ON_CALL, {"line_id": service_line_id})]


async def load_by_ids(connection: AnyConnection, user_ids: Iterable[int]) -> list[CurrentUser]:
    """The active ones of these users, in no particular order."""
    return [_user(row) for row in await fetch_all(connection, _BY_IDS, {"ids": array_literal(user_ids)})]


async def load_permitted(connection: AnyConnection, permission: Permission) -> list[CurrentUser]:
    """The active users with this permission, by id."""
    parameters = {"action": permission.action, "subject": permission.subject}
    return [_user(row) for row in await fetch_all(connection, _PERMITTED, parameters)]


def _sign_in(token: AccessToken) -> dict[str, Any]:
    """The parameters of `_IS_ENDED`."""
    return {"authenticated_at": token.authenticated_at, **dict(zip(_SESSION_KEYS, token.ended_by, strict=True))}


def _only(rows: list[Any]) -> CurrentUser | None:
    return _user(rows[0]) if rows else None


def _user(row: Any) -> CurrentUser:
    return CurrentUser(
        id=row.id,
        username=row.username,
        first_name=row.first_name,
        last_name=row.last_name,
        permissions=frozenset(Permission(*pair) for pair in row.permissions),
        role_ids=tuple(row.role_ids),
        organization_ids=frozenset(row.organization_ids),
        location_ids=frozenset(row.location_ids),
        member_line_ids=frozenset(row.member_line_ids),
        active_line_ids=frozenset(row.active_line_ids),
        requestable_line_ids=frozenset(row.requestable_line_ids),
        check_ins=tuple(
            OpenCheckIn(key, role, line, phone, primary, datetime.fromisoformat(since))
            for key, role, line, phone, primary, since in row.check_ins
        ),
        served_organization_ids=frozenset(row.served_organization_ids),
        consult_ids_in_writing=frozenset(row.consult_ids_in_writing),
        rights_version=row.rights_version,
        emergencies=tuple(
            OpenEmergency(UUID(key), organization, tuple(map(UUID, consults)), datetime.fromisoformat(until))
            for key, organization, consults, until in row.emergencies
        ),
    )
