"""Requests to transfer a consult's patient to another hospital."""

import uuid
from datetime import datetime

from sqlalchemy import CheckConstraint, Computed, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column, relationship

from wardline.core.db.checks import matches_phone, one_of
from wardline.core.db.database import Base
from wardline.people.models import User
from wardline.places.models import Facility
from wardline.transfers.choices import Ending, StrokeLevel, TransferState, TransportationMode

_BUCKET = "case when state = 'completed' then 'completed' when closed_at is not null then 'closed' else 'pending' end"
_SHORT_TEXTS = (
    "referring_physician",
    "accepting_attending_physician",
    "other_preferred_facility",
    "accepting_location",
    "consulting_physician",
    "consulting_contact",
)


class Transfer(Base):
    """At most one for each consult.

    The columns that its list filters and sorts by are copied from the consult, where they never change. Who may view a
    transfer still depends on the consult, when its card is read.
    """

    __tablename__ = "transfers"
    __table_args__ = (
        CheckConstraint(one_of("state", TransferState), name="state"),
        CheckConstraint("(acknowledged_at is null) = (acknowledged_by_id is null)", name="acknowledged"),
        CheckConstraint("(resolved_at is null) = (resolved_by_id is null)", name="resolved"),
        CheckConstraint("(state = 'requested') = (acknowledged_at is null)", name="acknowledged_state"),
        CheckConstraint("(state = 'completed') = (resolved_at is not null)", name="completed_state"),
        CheckConstraint("state = 'requested' or assignee_id is not null", name="assignee"),
        CheckConstraint("(closed_at is null) = (closed_reason is null)", name="closed"),
        CheckConstraint("closed_by_id is null or closed_at is not null", name="closed_by"),
        CheckConstraint("closed_at is null or state <> 'completed'", name="closed_state"),
        CheckConstraint(one_of("closed_reason", Ending), name="closed_reason"),
        CheckConstraint(matches_phone("referring_location_number"), name="referring_location_number"),
        CheckConstraint(one_of("preferred_transportation_mode", TransportationMode), name="transportation_mode"),
        CheckConstraint(one_of("stroke_level", StrokeLevel), name="stroke_level"),
        *(CheckConstraint(f"char_length({text}) between 1 and 255", name=text) for text in _SHORT_TEXTS),
        # Pending ones are few, and mostly newer than all others.
        Index(None, "bucket", "created_at", "id"),
        Index(None, "created_at", "id"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    consult_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("consults.id"), unique=True)
    organization_id: Mapped[int] = mapped_column(ForeignKey("organizations.id"))
    location_id: Mapped[int] = mapped_column(ForeignKey("location_units.id"))
    service_line_id: Mapped[int] = mapped_column(ForeignKey("service_lines.id"))
    sort_rank: Mapped[int | None]
    author_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    created_at: Mapped[datetime]
    state: Mapped[str]
    bucket: Mapped[str] = mapped_column(Computed(_BUCKET, persisted=True))
    """pending, completed or closed: what the list's state filter means."""
    assignee_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    """The only user who may continue it; null while every user with the permission may."""
    acknowledged_at: Mapped[datetime | None]
    acknowledged_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    resolved_at: Mapped[datetime | None]
    resolved_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    closed_at: Mapped[datetime | None]
    """When the consult was cancelled or the patient discharged while it was running; its state stays as it was."""
    closed_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    """Who did that; not known of every closed transfer."""
    closed_reason: Mapped[str | None]
    """An `Ending`."""
    referring_physician: Mapped[str]
    referring_location_number: Mapped[str]
    """The phone number of the location that the patient is transferred from."""
    preferred_facility_id: Mapped[int] = mapped_column(ForeignKey("facilities.id"))
    facility_location_id: Mapped[int] = mapped_column(ForeignKey("facilities.id"))
    """One of the user's `facilityLocations`, which are also facilities."""
    accepting_attending_physician: Mapped[str | None]
    other_preferred_facility: Mapped[str | None]
    preferred_transportation_mode: Mapped[str]
    stroke_level: Mapped[str]
    accepting_location: Mapped[str | None]
    consulting_physician: Mapped[str | None]
    consulting_contact: Mapped[str | None]
    is_consulting_physician_accepting: Mapped[bool | None]

    author: Mapped[User] = relationship(lazy="raise", viewonly=True, foreign_keys=[author_id])
    assignee: Mapped[User | None] = relationship(lazy="raise", viewonly=True, foreign_keys=[assignee_id])
    acknowledged_by: Mapped[User | None] = relationship(lazy="raise", viewonly=True, foreign_keys=[acknowledged_by_id])
    resolved_by: Mapped[User | None] = relationship(lazy="raise", viewonly=True, foreign_keys=[resolved_by_id])
    closed_by: Mapped[User | None] = relationship(lazy="raise", viewonly=True, foreign_keys=[closed_by_id])
    preferred_facility: Mapped[Facility] = relationship(
        lazy="raise", viewonly=True, foreign_keys=[preferred_facility_id]
    )
    facility_location: Mapped[Facility] = relationship(lazy="raise", viewonly=True, foreign_keys=[facility_location_id])
    declined_offers: Mapped[list["DeclinedOffer"]] = relationship(
        lazy="raise", viewonly=True, order_by="DeclinedOffer.number"
    )


class DeclinedOffer(Base):
    """A facility that declined the transfer; the transfer itself has the facility that was asked last."""

    __tablename__ = "declined_offers"
    __table_args__ = (
        CheckConstraint("number >= 1", name="number"),
        CheckConstraint("char_length(reason) between 1 and 255", name="reason"),
        CheckConstraint("char_length(accepting_attending_physician) between 1 and 255", name="attending"),
        CheckConstraint("char_length(other_preferred_facility) between 1 and 255", name="other_facility"),
        CheckConstraint(one_of("preferred_transportation_mode", TransportationMode), name="transportation_mode"),
    )

    transfer_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("transfers.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """Counts the facilities that were asked, from 1."""
    preferred_facility_id: Mapped[int] = mapped_column(ForeignKey("facilities.id"))
    facility_location_id: Mapped[int] = mapped_column(ForeignKey("facilities.id"))
    accepting_attending_physician: Mapped[str | None]
    other_preferred_facility: Mapped[str | None]
    preferred_transportation_mode: Mapped[str]
    reason: Mapped[str]
    declined_at: Mapped[datetime]
    """When it was noted."""
    declined_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    """The user who noted it."""

    preferred_facility: Mapped[Facility] = relationship(
        lazy="raise", viewonly=True, foreign_keys=[preferred_facility_id]
    )
    facility_location: Mapped[Facility] = relationship(lazy="raise", viewonly=True, foreign_keys=[facility_location_id])
    declined_by: Mapped[User] = relationship(lazy="raise", viewonly=True)
