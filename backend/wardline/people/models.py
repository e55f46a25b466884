"""Users and their groups, what their roles permit, where they work, and when they are on call."""

from datetime import date, datetime

from sqlalchemy import (
    ARRAY,
    BigInteger,
    CheckConstraint,
    ColumnElement,
    ForeignKey,
    ForeignKeyConstraint,
    Identity,
    Index,
    LargeBinary,
    Text,
    func,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from wardline.core.db.checks import matches, matches_phone
from wardline.core.db.database import Base
from wardline.people.states import STATE_PATTERN


class Role(Base):
    __tablename__ = "roles"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    label: Mapped[str]
    """The displayed name: Virtual or Bedside for provider roles, otherwise the name."""
    retired_permissions: Mapped[list[str] | None] = mapped_column(ARRAY(Text))
    """What a retired role allowed, as "Action Subject"; null unless it is retired.

    It has no `RolePermission` as long as it is, so that nothing can grant them by mistake.
    """

    @property
    def is_retired(self) -> bool:
        return self.retired_permissions is not None


class RolePermission(Base):
    """A permission of a role: one action on one subject."""

    __tablename__ = "role_permissions"

    role_id: Mapped[int] = mapped_column(ForeignKey("roles.id", ondelete="CASCADE"), primary_key=True)
    action: Mapped[str] = mapped_column(primary_key=True)
    subject: Mapped[str] = mapped_column(primary_key=True)


class User(Base):
    __tablename__ = "users"
    __table_args__ = (
        CheckConstraint(matches_phone("phone_number"), name="phone_number"),
        CheckConstraint(matches_phone("on_call_phone_number"), name="on_call_phone_number"),
        Index("ix_users_username_lower", text("lower(username)")),
        Index(
            "ix_users_listed", text('lower(last_name) collate "C"'), text('lower(first_name) collate "C"'), text("id")
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    username: Mapped[str] = mapped_column(unique=True)
    subject: Mapped[str] = mapped_column(unique=True)
    """The identity provider's identifier of this user."""
    first_name: Mapped[str]
    last_name: Mapped[str]
    phone_number: Mapped[str | None]
    medipac_id: Mapped[str | None]
    active: Mapped[bool] = mapped_column(server_default=text("true"))
    signed_out_at: Mapped[datetime | None]
    """Sign-ins before this time have ended; set when the user is deactivated, and kept when they return."""
    on_call_notification_type: Mapped[bool] = mapped_column(server_default=text("true"))
    on_call_service_line_id: Mapped[int | None] = mapped_column(ForeignKey("service_lines.id"))
    on_call_phone_number: Mapped[str | None]


class UserRole(Base):
    """`position` is the order in which the roles were assigned."""

    __tablename__ = "user_roles"
    __table_args__ = (Index(None, "role_id", "user_id"),)

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    role_id: Mapped[int] = mapped_column(ForeignKey("roles.id"), primary_key=True)
    position: Mapped[int]


class Group(Base):
    """A group at the identity provider, whose client speaks for one organization."""

    __tablename__ = "groups"
    __table_args__ = (Index(None, "organization_id"),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    organization_id: Mapped[int] = mapped_column(ForeignKey("organizations.id"))
    display_name: Mapped[str]
    external_id: Mapped[str | None]
    """The provider's own identifier."""
    created_at: Mapped[datetime]
    changed_at: Mapped[datetime]
    roles_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    """Who chose last which roles it gives."""


class GroupMember(Base):
    __tablename__ = "group_members"
    __table_args__ = (Index(None, "user_id"),)

    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)


class GroupRole(Base):
    """A role that administrators let a group give to its members."""

    __tablename__ = "group_roles"

    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True)
    role_id: Mapped[int] = mapped_column(ForeignKey("roles.id", ondelete="CASCADE"), primary_key=True)


class RoleFromGroup(Base):
    """A user's role that came from a group. One that was given by hand has no such row, whatever the groups."""

    __tablename__ = "user_role_groups"
    __table_args__ = (
        ForeignKeyConstraint(["user_id", "role_id"], ["user_roles.user_id", "user_roles.role_id"], ondelete="CASCADE"),
        Index(None, "group_id"),
    )

    user_id: Mapped[int] = mapped_column(primary_key=True)
    role_id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True)


class UserOrganization(Base):
    __tablename__ = "user_organizations"
    __table_args__ = (Index(None, "organization_id", "user_id"),)

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    organization_id: Mapped[int] = mapped_column(ForeignKey("organizations.id"), primary_key=True)


class UserLocation(Base):
    """Where a user works: what the wizard offers, and what the worklist shows to users who are not checked in."""

    __tablename__ = "user_locations"
    __table_args__ = (Index(None, "location_id", "user_id"),)

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    location_id: Mapped[int] = mapped_column(ForeignKey("location_units.id"), primary_key=True)


class UserServiceLine(Base):
    """A line that a user may view. They may check in to `active` ones and request `requestable` ones."""

    __tablename__ = "user_service_lines"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    service_line_id: Mapped[int] = mapped_column(ForeignKey("service_lines.id"), primary_key=True)
    member: Mapped[bool]
    active: Mapped[bool]
    requestable: Mapped[bool]


class UserLicense(Base):
    """A license to treat patients in a state."""

    __tablename__ = "user_licenses"
    __table_args__ = (CheckConstraint(matches("state", STATE_PATTERN), name="state"),)

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    state: Mapped[str] = mapped_column(primary_key=True)
    valid_until: Mapped[date | None]
    """The last day on which it is valid; null if that is not known."""


class CheckIn(Base):
    """On-call duty on one service line; at most one is open (`checked_out_at` is null) for each line and user."""

    __tablename__ = "check_ins"
    __table_args__ = (
        Index(
            "uq_check_ins_open",
            "user_id",
            "service_line_id",
            unique=True,
            postgresql_where=text("checked_out_at is null"),
        ),
        CheckConstraint(matches_phone("phone_number"), name="phone_number"),
        CheckConstraint("checked_out_at >= checked_in_at", name="order"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    role_id: Mapped[int] = mapped_column(ForeignKey("roles.id"))
    service_line_id: Mapped[int] = mapped_column(ForeignKey("service_lines.id"))
    phone_number: Mapped[str]
    primary: Mapped[bool]
    checked_in_at: Mapped[datetime]
    checked_out_at: Mapped[datetime | None]
    first_id: Mapped[int | None] = mapped_column(ForeignKey("check_ins.id"))
    """The check-in with which the user's shift began, during which they were on call throughout; null for that one."""

    role: Mapped[Role] = relationship(lazy="raise")


IS_OPEN = CheckIn.checked_out_at.is_(None)
"""The check-in's user is still on call."""


def shift_of(check_in: type[CheckIn]) -> ColumnElement[int]:
    """The id that all check-ins of one shift have in common: that of the first."""
    return func.coalesce(check_in.first_id, check_in.id)


class RightsVersion(Base):
    """A random number that changes, by triggers, in every transaction that changes what a user may do.

    The row of `SHARED_RIGHTS` is for what many users have in common, such as the permissions of a role. A user without
    a row has never been changed.
    """

    __tablename__ = "rights_versions"

    user_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    version: Mapped[int] = mapped_column(BigInteger)


SHARED_RIGHTS = 0


class SafekeepingKey(Base):
    """256 random bits with which the user's browser encrypts unsaved input when they are signed out."""

    __tablename__ = "safekeeping_keys"
    __table_args__ = (CheckConstraint("octet_length(key) = 32", name="length"),)

    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    key: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime | None] = mapped_column(server_default=func.now())
    """When the user first signed in; null if that was before this was recorded."""
