"""Where patients are: organizations, their facilities, and the units (locations) that request consults."""

from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Numeric, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from wardline.core.db.checks import matches, matches_phone
from wardline.core.db.database import Base
from wardline.people.states import STATE_PATTERN


class Organization(Base):
    __tablename__ = "organizations"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    code: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    notes_destination: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    """`wardline.ehr.filing.Destination` as JSON; null if notes are not filed."""


class FacilityType(Base):
    __tablename__ = "facility_types"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)


class Facility(Base):
    """A hospital; it also says which additional fields a transfer to it requires."""

    __tablename__ = "facilities"
    __table_args__ = (CheckConstraint(matches("state", STATE_PATTERN), name="state"),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    code: Mapped[str] = mapped_column(unique=True)
    organization_id: Mapped[int] = mapped_column(ForeignKey("organizations.id"))
    facility_type_id: Mapped[int] = mapped_column(ForeignKey("facility_types.id"))
    name: Mapped[str]
    info: Mapped[str | None]
    state: Mapped[str | None]
    """Where it is, for whose patients people need a license; null if licenses are not checked."""
    requires_accepting_attending: Mapped[bool] = mapped_column(server_default=text("false"))
    requires_other_facility: Mapped[bool] = mapped_column(server_default=text("false"))

    organization: Mapped[Organization] = relationship(lazy="raise")
    facility_type: Mapped[FacilityType] = relationship(lazy="raise")


class LocationUnit(Base):
    """A unit of a facility, which the specification calls a location."""

    __tablename__ = "location_units"
    __table_args__ = (
        UniqueConstraint("facility_id", "unit"),
        CheckConstraint("not emr_integrated or emr_code is not null", name="emr_code"),
        CheckConstraint(matches_phone("phone_number"), name="phone_number"),
        CheckConstraint(matches_phone("fax_number"), name="fax_number"),
        CheckConstraint("preferred_video in ('vidyo', 'bluestream', 'core')", name="preferred_video"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    code: Mapped[str] = mapped_column(unique=True)
    facility_id: Mapped[int] = mapped_column(ForeignKey("facilities.id"))
    unit: Mapped[str]
    display_name: Mapped[str]
    location_type: Mapped[str]
    time_zone: Mapped[str]
    """An IANA zone; the patient's clinical times are shown in it."""
    phone_number: Mapped[str | None]
    fax_number: Mapped[str | None]
    hospital_name: Mapped[str | None]
    emr_integrated: Mapped[bool]
    emr_code: Mapped[str | None]
    active: Mapped[bool] = mapped_column(server_default=text("true"))
    collect_patient_sex: Mapped[bool]
    collect_patient_enumber: Mapped[bool]
    collect_hospital_name: Mapped[bool]
    collect_fax_number: Mapped[bool]
    preferred_video: Mapped[str | None]
    """How calls are joined here first, ``vidyo``, ``bluestream`` or ``core``; null for the application's own call."""
    configurable_patient_number: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    """`wardline.places.schemas.ConfigurablePatientNumber` as JSON; null if none is collected."""

    facility: Mapped[Facility] = relationship(lazy="raise")
    video_rooms: Mapped[list["VideoRoom"]] = relationship(lazy="raise", order_by="VideoRoom.id")
    transfer_protocols: Mapped[list["TransferProtocol"]] = relationship(lazy="raise", order_by="TransferProtocol.id")


class LocationServiceLine(Base):
    """A service line that a location may request."""

    __tablename__ = "location_service_lines"

    location_id: Mapped[int] = mapped_column(ForeignKey("location_units.id", ondelete="CASCADE"), primary_key=True)
    service_line_id: Mapped[int] = mapped_column(ForeignKey("service_lines.id"), primary_key=True)


class FavoriteLocation(Base):
    """A location that a user has marked as a favorite."""

    __tablename__ = "favorite_locations"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    location_id: Mapped[int] = mapped_column(ForeignKey("location_units.id", ondelete="CASCADE"), primary_key=True)


class VideoRoom(Base):
    __tablename__ = "video_rooms"
    __table_args__ = (UniqueConstraint("location_id", "name"),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    location_id: Mapped[int] = mapped_column(ForeignKey("location_units.id", ondelete="CASCADE"))
    name: Mapped[str]
    phone_number: Mapped[str | None]


class TransferProtocol(Base):
    __tablename__ = "transfer_protocols"
    __table_args__ = (
        UniqueConstraint("location_id", "service_line_id", "transfer_for"),
        CheckConstraint("transfer_for in ('LVO', 'Thrombolytic')", name="transfer_for"),
        CheckConstraint("transfer_distance_miles >= 0", name="distance"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    location_id: Mapped[int] = mapped_column(ForeignKey("location_units.id", ondelete="CASCADE"))
    service_line_id: Mapped[int] = mapped_column(ForeignKey("service_lines.id"))
    transfer_for: Mapped[str]
    transfer_to: Mapped[str]
    transfer_distance_miles: Mapped[float] = mapped_column(Numeric(6, 1, asdecimal=False))
