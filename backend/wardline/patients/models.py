"""The patient of a consult and the encounter it belongs to."""

import uuid
from datetime import date, datetime
from typing import Any

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, Index, Text, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from wardline.core.db.checks import matches, one_of
from wardline.core.db.database import Base
from wardline.core.forms.fields import ENUMBER_PATTERN
from wardline.patients.choices import EncounterStatus, Sex, Verification
from wardline.people.models import User


class Patient(Base):
    """A person as described in one request. Later requests never change what an earlier consult shows."""

    __tablename__ = "patients"
    __table_args__ = (
        CheckConstraint("char_length(name_given) between 1 and 255", name="name_given"),
        CheckConstraint("char_length(name_family) between 1 and 255", name="name_family"),
        CheckConstraint("birth_date >= date '1800-01-01'", name="birth_date"),
        CheckConstraint(one_of("gender", Sex), name="gender"),
        CheckConstraint(matches("enumber", ENUMBER_PATTERN), name="enumber"),
        CheckConstraint("not is_emr or emr_id is not null", name="emr_id"),
        CheckConstraint(one_of("verification", Verification), name="verification"),
        Index(None, "organization_id", "emr_id", postgresql_where=text("emr_id is not null")),
        Index("ix_patients_birth_date", "organization_id", "birth_date"),
        Index(None, "verify_at", postgresql_where=text("is_emr and verify_at is not null")),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    organization_id: Mapped[int] = mapped_column(ForeignKey("organizations.id"))
    name_given: Mapped[str]
    name_family: Mapped[str]
    birth_date: Mapped[date]
    gender: Mapped[str | None]
    is_emr: Mapped[bool]
    """The data comes from the hospital's record and is not edited here."""
    emr_id: Mapped[str | None]
    enumber: Mapped[str | None]
    patient_number: Mapped[str | None]
    identifiers: Mapped[list[Any]] = mapped_column(JSONB, server_default=text("'[]'"))
    """A list of {system, value}."""
    # Without `evaluates_none` an insert omits None, and the default for earlier versions applies.
    verification: Mapped[str | None] = mapped_column(Text().evaluates_none(), server_default=text("'waiting'"))
    """Whether `emr_id` is this person's, if they come from the record; otherwise meaningless."""
    verify_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True).evaluates_none(), server_default=text("now()")
    )
    """When to check with the record again; null for never."""
    verify_count: Mapped[int] = mapped_column(server_default=text("0"))
    """How many consecutive checks had this result."""
    created_at: Mapped[datetime]

    confirmation: Mapped["PatientConfirmation | None"] = relationship(lazy="raise", viewonly=True)

    @property
    def identifier_value(self) -> str | None:
        """The value of the first identifier, by which users know a patient from the record."""
        return str(self.identifiers[0]["value"]) if self.identifiers else None


class PatientConfirmation(Base):
    """A user's confirmation that a patient is the one in the record, if the record alone is insufficient; immutable."""

    __tablename__ = "patient_confirmations"
    __table_args__ = (
        CheckConstraint("char_length(reason) between 1 and 255", name="reason"),
        CheckConstraint(one_of("verification", Verification), name="verification"),
    )

    patient_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("patients.id"), primary_key=True)
    verification: Mapped[str]
    """The result of the checks up to then."""
    reason: Mapped[str]
    confirmed_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    confirmed_at: Mapped[datetime]

    confirmed_by: Mapped[User] = relationship(lazy="raise", viewonly=True)


class Encounter(Base):
    """The stay during which a consult is requested."""

    __tablename__ = "encounters"
    __table_args__ = (CheckConstraint(one_of("status", EncounterStatus), name="status"),)

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    patient_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("patients.id"), index=True)
    location_id: Mapped[int] = mapped_column(ForeignKey("location_units.id"))
    organization_id: Mapped[int] = mapped_column(ForeignKey("organizations.id"))
    status: Mapped[str]
    emr_data: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]

    patient: Mapped[Patient] = relationship(lazy="raise")
