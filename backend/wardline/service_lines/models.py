"""The lines that can be requested, when they are open, and how quickly each priority must be acknowledged."""

from datetime import date
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from wardline.core.db.database import Base
from wardline.service_lines.hours import DatedException, Timetable


class ServiceLine(Base):
    """One row for each fixed ID of a line's definition (`wardline.service_lines.registry`)."""

    __tablename__ = "service_lines"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    slug: Mapped[str]
    code: Mapped[str] = mapped_column(unique=True)
    """The code for this ID in the network file; the slug, unless one definition has several IDs."""
    name: Mapped[str]
    type: Mapped[str | None]
    display_service_type: Mapped[bool]
    primary_checkin_on: Mapped[bool]
    exceptions: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default="[]")
    """Days with other hours: each `name`, `first`, `last` (dates), `open` and `time_zone`, as in a network file.

    They are in the line's row because every consult is read with the hours of its line.
    """

    hours: Mapped[list["ServiceLineHours"]] = relationship(lazy="raise", order_by="ServiceLineHours.id")

    @property
    def timetable(self) -> Timetable:
        """When it is open; the row is loaded with its hours."""
        exceptions = [
            DatedException(
                name=each["name"],
                first_day=date.fromisoformat(each["first"]),
                last_day=date.fromisoformat(each["last"]),
                open_hours=each["open"],
                time_zone=each["time_zone"],
            )
            for each in self.exceptions
        ]
        return Timetable(self.hours, exceptions)


class ServiceLineHours(Base):
    """Opening hours; a line without rows is open around the clock."""

    __tablename__ = "service_line_hours"
    __table_args__ = (UniqueConstraint("service_line_id", "open_days_in_week", "open_hours"),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    service_line_id: Mapped[int] = mapped_column(ForeignKey("service_lines.id", ondelete="CASCADE"))
    open_days_in_week: Mapped[str] = mapped_column(server_default="[1,7]")
    open_hours: Mapped[str]
    open_hours_timezone: Mapped[str]


class Priority(Base):
    """One of a line's priorities, ids 1 to 3; `rank` is comparable across lines, lower first."""

    __tablename__ = "priorities"
    __table_args__ = (
        CheckConstraint("id between 1 and 3", name="id"),
        CheckConstraint("name in ('critical', 'urgent', 'routine')", name="name"),
        CheckConstraint("completion_limit > 0", name="completion_limit"),
    )

    service_line_id: Mapped[int] = mapped_column(ForeignKey("service_lines.id", ondelete="CASCADE"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]
    completion_limit: Mapped[int]
    """Seconds from its creation within which the consult should be completed."""
    rank: Mapped[int | None]
