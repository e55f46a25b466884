"""Call schedules, the changes made to them, whom they plan, and the calendars that they are read from and in."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from wardline.call_schedules.calendars.choices import CalendarProblem
from wardline.call_schedules.choices import ChangeKind, CoverEnd
from wardline.core.db.checks import one_of
from wardline.core.db.database import Base


class CallSchedule(Base):
    """One group of people who take turns on call for a service line. Removed ones stay, for their history."""

    __tablename__ = "call_schedules"
    __table_args__ = (
        Index(
            "uq_call_schedules_name",
            "service_line_id",
            "name",
            unique=True,
            postgresql_where=text("removed_at is null"),
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    service_line_id: Mapped[int] = mapped_column(ForeignKey("service_lines.id"))
    name: Mapped[str]
    time_zone: Mapped[str]
    primary: Mapped[bool]
    """Whether its people get all notifications, or escalations only."""
    rotations: Mapped[list[Any]]
    """As on the wire (`wardline.call_schedules.schemas.RotationFields`)."""
    version: Mapped[int]
    """Counts the saves, so that of two planners the second learns of the first."""
    saved_at: Mapped[datetime]
    saved_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    removed_at: Mapped[datetime | None]


class ScheduleChange(Base):
    """A departure from the rotations for a time; see `ChangeKind`. Changes apply in the order of their ids."""

    __tablename__ = "schedule_changes"
    __table_args__ = (
        CheckConstraint(one_of("kind", ChangeKind), name="kind"),
        CheckConstraint("starts_at < ends_at", name="order"),
        CheckConstraint("(kind in ('remove', 'replace')) = (replaced_user_id is not null)", name="replaced"),
        CheckConstraint(
            "case kind when 'remove' then user_id is null when 'only' then true else user_id is not null end",
            name="person",
        ),
        Index(None, "schedule_id", "ends_at"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    schedule_id: Mapped[int] = mapped_column(ForeignKey("call_schedules.id"))
    kind: Mapped[str]
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime]
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    """Who is on call because of it."""
    replaced_user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    """Who is not."""
    copy_id: Mapped[int | None]
    """Of a change that came from a copied month: the id of the first change that did."""
    made_at: Mapped[datetime]
    made_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))


class CoverRequest(Base):
    """Somebody asks colleagues to take a shift, or part of one; with a return, to swap it for one of a colleague's."""

    __tablename__ = "cover_requests"
    __table_args__ = (
        CheckConstraint("starts_at < ends_at", name="order"),
        CheckConstraint(one_of("ending", CoverEnd), name="ending"),
        CheckConstraint("(ended_at is null) = (ending is null)", name="ended"),
        CheckConstraint(
            "num_nulls(return_starts_at, return_ends_at) in (0, 2)"
            " and (return_starts_at is null or offered_to_id is not null)",
            name="return",
        ),
        CheckConstraint("(ending in ('taken', 'undone')) is not true or taken_by_id is not null", name="taken"),
        Index(None, "schedule_id", "ends_at"),
        Index(None, "starts_at", postgresql_where=text("ended_at is null")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    schedule_id: Mapped[int] = mapped_column(ForeignKey("call_schedules.id"))
    asked_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    asked_at: Mapped[datetime]
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime]
    offered_to_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    """The only one who may take it; null for anybody of the group."""
    return_starts_at: Mapped[datetime | None]
    return_ends_at: Mapped[datetime | None]
    """What the one who asks takes on in return."""
    taken_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    change_id: Mapped[int | None] = mapped_column(ForeignKey("schedule_changes.id", ondelete="SET NULL"))
    return_change_id: Mapped[int | None] = mapped_column(ForeignKey("schedule_changes.id", ondelete="SET NULL"))
    ended_at: Mapped[datetime | None]
    ending: Mapped[str | None]


class PlannedShift(Base):
    """Somebody is expected on call. What lies in the past never changes; what is ahead is planned anew when needed."""

    __tablename__ = "planned_shifts"
    __table_args__ = (
        CheckConstraint("starts_at < ends_at", name="order"),
        Index(None, "schedule_id", "ends_at"),
        Index(None, "user_id", "ends_at"),
        Index(None, "starts_at"),
        # Whoever is planned now is looked for several times a second, among all that was and will be.
        Index("ix_planned_shifts_times", text("tstzrange(starts_at, ends_at)"), postgresql_using="gist"),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    schedule_id: Mapped[int] = mapped_column(ForeignKey("call_schedules.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime]
    rotation: Mapped[str | None]
    """The name that its rotation or imported calendar had."""
    change_id: Mapped[int | None] = mapped_column(ForeignKey("schedule_changes.id", ondelete="SET NULL"))


class Holiday(Base):
    """A day that rotations may treat as a holiday."""

    __tablename__ = "holidays"

    day: Mapped[date] = mapped_column(primary_key=True)
    name: Mapped[str]


class CalendarLink(Base):
    """A secret address at which calendars read somebody's own shifts, or all shifts of one schedule."""

    __tablename__ = "calendar_links"
    __table_args__ = (
        CheckConstraint("octet_length(digest) = 32", name="digest"),
        UniqueConstraint("digest"),
        UniqueConstraint(
            "user_id",
            "schedule_id",
            name="uq_calendar_links_user_id_schedule_id",
            postgresql_nulls_not_distinct=True,
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    """Who gave the address to a calendar; it works as long as they may see the shifts."""
    schedule_id: Mapped[int | None] = mapped_column(ForeignKey("call_schedules.id"))
    """None for their own shifts on all schedules."""
    digest: Mapped[bytes]
    """The SHA-256 of the secret in the address, which is stored nowhere."""
    created_at: Mapped[datetime]
    last_read_at: Mapped[datetime | None]


class ImportedCalendar(Base):
    """A calendar kept elsewhere that is one of a schedule's layers."""

    __tablename__ = "imported_calendars"
    __table_args__ = (
        CheckConstraint(one_of("problem", CalendarProblem), name="problem"),
        Index("uq_imported_calendars_name", "schedule_id", text("lower(name)"), unique=True),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    schedule_id: Mapped[int] = mapped_column(ForeignKey("call_schedules.id"))
    name: Mapped[str]
    layer: Mapped[int]
    address: Mapped[str | None]
    """Where it is fetched again and again; None if it was uploaded. It may contain a secret."""
    content: Mapped[str] = mapped_column(deferred=True)
    """The last good copy."""
    entries: Mapped[list[Any]]
    """What the copy says until `read_until` (`wardline.call_schedules.calendars.entries`)."""
    remarks: Mapped[list[Any]]
    """What in it was not understood: a `CalendarRemark` and the words it is about."""
    read_until: Mapped[datetime]
    fetched_at: Mapped[datetime]
    """When the last good copy was fetched or uploaded."""
    tried_at: Mapped[datetime]
    problem: Mapped[str | None]
    """Why the last attempt brought no good copy."""
    version: Mapped[int]
    """Counts what planners have saved, so that of two who replace it, the second learns of the first."""
