"""Who is calling: the person behind the token with everything that decisions ask for, read in one statement."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text

from wardline.access.permissions import ACCESS_ORGANIZATION, ACCESS_SERVICE_LINE, GIVE_CONSULT, Permission
from wardline.access.tokens import AccessToken
from wardline.core.db.statements import AnyConnection, compile_statement, fetch_all
from wardline.core.errors import NotSignedIn


@dataclass(frozen=True, slots=True)
class OpenCheckIn:
    id: int
    role_id: int
    service_line_id: int
    phone_number: str
    primary: bool
    checked_in_at: datetime


@dataclass(frozen=True, slots=True)
class CurrentUser:
    """The caller as of this request."""

    id: int
    username: str
    first_name: str
    last_name: str
    permissions: frozenset[Permission]
    role_ids: tuple[int, ...]
    organization_ids: frozenset[int]
    """The user's own organizations."""
    location_ids: frozenset[int]
    member_line_ids: frozenset[int]
    active_line_ids: frozenset[int]
    requestable_line_ids: frozenset[int]
    check_ins: tuple[OpenCheckIn, ...]
    """Open ones, the earliest first."""
    served_organization_ids: frozenset[int]
    """Organizations with a location that may ask for a line the user is checked in to."""
    consult_ids_in_writing: frozenset[UUID]
    """Consults whose sign-off note is locked by the user."""

    def may(self, permission: Permission) -> bool:
        return permission in self.permissions

    @property
    def is_checked_in(self) -> bool:
        return bool(self.check_ins)

    @property
    def is_virtual(self) -> bool:
        return self.may(GIVE_CONSULT)

    @property
    def checked_in_line_ids(self) -> frozenset[int]:
        return frozenset(check_in.service_line_id for check_in in self.check_ins)

    @property
    def accessible_organization_ids(self) -> frozenset[int]:
        """Whose consults and places the user may see: none without the permission, however many the user belongs to."""
        if not self.may(ACCESS_ORGANIZATION):
            return frozenset()
        return self.organization_ids | self.served_organization_ids

    @property
    def administered_organization_ids(self) -> frozenset[int]:
        """Whose places and failed filings an administrator handles: being on call for an organization is not enough."""
        return self.organization_ids & self.accessible_organization_ids

    @property
    def accessible_line_ids(self) -> frozenset[int]:
        """Whose consults the user may see: none without the permission, however many the user belongs to."""
        if not self.may(ACCESS_SERVICE_LINE):
            return frozenset()
        return self.own_line_ids | self.checked_in_line_ids

    @property
    def own_line_ids(self) -> frozenset[int]:
        """The lines that are the user's own for reading, on duty and off."""
        return self.member_line_ids | self.requestable_line_ids


class SessionEnded(NotSignedIn):
    """Whoever comes with a new token of the same sign-in is told the same."""

    code = "session_ended"
    message = "Your session has ended. Sign in again to continue."


_LOAD = """
select u.id, u.username, u.first_name, u.last_name,
  coalesce((select jsonb_agg(distinct jsonb_build_array(p.action, p.subject))
            from user_roles r join role_permissions p using (role_id) where r.user_id = u.id), '[]') as permissions,
  array(select role_id from user_roles where user_id = u.id order by position) as role_ids,
  array(select organization_id from user_organizations where user_id = u.id) as organization_ids,
  array(select location_id from user_locations where user_id = u.id) as location_ids,
  array(select service_line_id from user_service_lines where user_id = u.id and member) as member_line_ids,
  array(select service_line_id from user_service_lines where user_id = u.id and active) as active_line_ids,
  array(select service_line_id from user_service_lines where user_id = u.id and requestable) as requestable_line_ids,
  coalesce((select jsonb_agg(jsonb_build_array(c.id, c.role_id, c.service_line_id, c.phone_number, c."primary",
                                               c.checked_in_at)
                             order by c.checked_in_at, c.id)
            from check_ins c where c.user_id = u.id and c.checked_out_at is null), '[]') as check_ins,
  array(select distinct f.organization_id
        from check_ins c
        join location_service_lines s using (service_line_id)
        join location_units l on l.id = s.location_id
        join facilities f on f.id = l.facility_id
        where c.user_id = u.id and c.checked_out_at is null) as served_organization_ids,
  array(select consult_id from sign_off_notes where locked_by_id = u.id) as consult_ids_in_writing
from users u
where u.active and
"""
_IS_OVER = """
select x.*, exists(
  select from ended_sessions e
  where e.key in (:session_id, :everywhere_id, :unnamed_id) and e.ended_at >= :authenticated_at
) as is_over from (
"""
_BY_TOKEN = compile_statement(text(f"{_IS_OVER}{_LOAD} u.subject = :subject) x"))
_ENDED_AMONG = compile_statement(
    text("""
select distinct shown.whose
from unnest(cast(:whose as text[]), cast(:keys as text[]), cast(:times as timestamptz[])) shown (whose, key, at)
join ended_sessions e on e.key = shown.key and e.ended_at >= shown.at
""")
)
_BY_SUBJECT = compile_statement(text(_LOAD + "u.subject = :key"))
_BY_ID = compile_statement(text(_LOAD + "u.id = :key"))
_CHECKED_IN = (
    "u.id in (select c.user_id from check_ins c where c.service_line_id = :key and c.checked_out_at is null)"
    " order by u.id"
)
_ON_CALL = compile_statement(text(_LOAD + _CHECKED_IN))


async def load_by_token(connection: AnyConnection, token: AccessToken) -> CurrentUser | None:
    """The active user whom the identity provider vouches for.

    Raises:
        SessionEnded: the sign-in that the token is from has ended.
    """
    session_id, everywhere_id, unnamed_id = token.ended_by
    found = await fetch_all(
        connection,
        _BY_TOKEN,
        {
            "subject": token.subject,
            "session_id": session_id,
            "everywhere_id": everywhere_id,
            "unnamed_id": unnamed_id,
            "authenticated_at": token.authenticated_at,
        },
    )
    if found and found[0].is_over:
        raise SessionEnded
    return _only(found)


async def ended_among(connection: AnyConnection, shown: Sequence[tuple[str, str, datetime]]) -> frozenset[str]:
    """Those whose session has ended. Each is given with a session key of its token and its time of authentication."""
    whose, keys, times = ([each[column] for each in shown] for column in range(3))
    found = await fetch_all(connection, _ENDED_AMONG, {"whose": whose, "keys": keys, "times": times})
    return frozenset(row.whose for row in found)


async def load_by_subject(connection: AnyConnection, subject: str) -> CurrentUser | None:
    """The active user that the identity provider calls `subject`."""
    return _only(await fetch_all(connection, _BY_SUBJECT, {"key": subject}))


async def load_by_id(connection: AnyConnection, user_id: int) -> CurrentUser | None:
    return _only(await fetch_all(connection, _BY_ID, {"key": user_id}))


async def load_on_call(connection: AnyConnection, service_line_id: int) -> list[CurrentUser]:
    """The active users who are checked in to this line, by id."""
    return [_user(row) for row in await fetch_all(connection, _ON_CALL, {"key": service_line_id})]


def _only(found: list[Any]) -> CurrentUser | None:
    return _user(found[0]) if found else None


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
    )
