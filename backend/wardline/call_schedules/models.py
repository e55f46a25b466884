"""Call schedules, the changes made to them, and whom they plan."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, Index, text
from sqlalchemy.orm import Mapped, mapped_column

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
    """The name that its rotation had."""
    change_id: Mapped[int | None] = mapped_column(ForeignKey("schedule_changes.id", ondelete="SET NULL"))


class Holiday(Base):
    """A day that rotations may treat as a holiday."""

    __tablename__ = "holidays"

    day: Mapped[date] = mapped_column(primary_key=True)
    name: Mapped[str]
