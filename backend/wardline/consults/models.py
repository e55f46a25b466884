"""Consults, and the screens that show them."""

import uuid
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    ARRAY,
    BindParameter,
    CheckConstraint,
    ColumnElement,
    Computed,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    Text,
    TextClause,
    TypeDecorator,
    func,
    text,
    type_coerce,
)
from sqlalchemy.dialects.postgresql import JSONB, TSVECTOR
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import Mapped, mapped_column, relationship

from wardline.consults.choices import ConsultState, StateFilter
from wardline.core.db.checks import matches_phone, one_of
from wardline.core.db.database import Base
from wardline.patients.models import Encounter, Patient
from wardline.people.models import User
from wardline.places.models import LocationUnit
from wardline.service_lines.base.completion import CANCELLED
from wardline.service_lines.models import Priority, ServiceLine

CLOSED_STATES: Final = (ConsultState.COMPLETED, ConsultState.CANCELLED)
"""A discharged consult can still be worked on."""
_BUCKET = (
    f"case when state = '{ConsultState.CANCELLED}' "
    f"or (state = '{ConsultState.COMPLETED}' and complete_type = '{CANCELLED}') then 'cancelled' "
    f"when state in ('{ConsultState.COMPLETED}', '{ConsultState.DISCHARGED}') then 'completed' else 'pending' end"
)
NAME_LIMIT: Final = 400
"""How many characters of the names' words are in the list's indexes, which hold up to 2,700 bytes per row."""
PREFIX_LENGTH: Final = 3
"""Names are found by up to this many letters of a word."""
LAST: Final = 2_147_483_647
"""Sorts consults without a rank last, in either direction."""


def _list_index(name: str, *columns: str | TextClause) -> Index:
    """An index on these columns by date, which covers everything else that lists filter and sort by."""
    covered = ("organization_id", "service_line_id", "location_id", "sort_rank", "listed_words")
    return Index(
        f"ix_consults_by_{name}",
        *columns,
        "created_at",
        "id",
        postgresql_include=[column for column in covered if column not in columns],
    )


class _Words(TypeDecorator[list[str]]):
    """A list of words, stored as a `tsvector`."""

    impl = TSVECTOR
    cache_ok = True

    def bind_expression(self, bindparam: BindParameter[list[str]]) -> ColumnElement[Any]:
        return func.array_to_tsvector(type_coerce(bindparam, ARRAY(Text)))


class Consult(Base):
    """This row has what the worklist filters and sorts by; `detail` has the answers to the line's own questions."""

    __tablename__ = "consults"
    __table_args__ = (
        ForeignKeyConstraint(["service_line_id", "priority_id"], ["priorities.service_line_id", "priorities.id"]),
        CheckConstraint(one_of("state", ConsultState), name="state"),
        CheckConstraint(matches_phone("callback_number"), name="callback_number"),
        CheckConstraint("char_length(reason) between 1 and 255", name="reason"),
        CheckConstraint("char_length(cancellation_reason) between 1 and 255", name="cancellation_reason"),
        CheckConstraint("char_length(hospital_name) between 1 and 255", name="hospital_name"),
        CheckConstraint(matches_phone("fax_number"), name="fax_number"),
        CheckConstraint("call_length >= 1", name="call_length"),
        CheckConstraint("(acknowledged_at is null) = (acknowledged_by_id is null)", name="acknowledged"),
        CheckConstraint("handed_over_to_id is null or acknowledged_by_id is not null", name="handed_over"),
        CheckConstraint("(completed_at is null) = (completed_by_id is null)", name="completed"),
        CheckConstraint("(state = 'completed') <= (completed_at is not null)", name="completed_state"),
        CheckConstraint("(state = 'completed') <= (complete_type is not null)", name="complete_type"),
        CheckConstraint(
            "(complete_type is not distinct from 'cancelled') <= (cancellation_reason is not null)", name="cancelled"
        ),
        CheckConstraint("comment_count >= 0", name="comment_count"),
        # For `consults.picking`: each piece of a list is a range of one covering index.
        _list_index("line_rank_up", "service_line_id", "bucket", text(f"coalesce(sort_rank, {LAST})")),
        _list_index("line_rank_down", "service_line_id", "bucket", text(f"coalesce(-sort_rank, {LAST})")),
        _list_index("line_date", "service_line_id", "bucket"),
        _list_index("organization", "organization_id", "service_line_id", "bucket"),
        _list_index("location", "location_id", "bucket"),
        _list_index("created_by", "created_by_id", "bucket"),
        _list_index("acknowledged_by", "acknowledged_by_id", "bucket"),
        _list_index("completed_by", "completed_by_id", "bucket"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    patient_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("patients.id"), index=True)
    encounter_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("encounters.id"), index=True)
    organization_id: Mapped[int] = mapped_column(ForeignKey("organizations.id"))
    location_id: Mapped[int] = mapped_column(ForeignKey("location_units.id"))
    service_line_id: Mapped[int] = mapped_column(ForeignKey("service_lines.id"))
    priority_id: Mapped[int] = mapped_column(server_default=text("3"))
    sort_rank: Mapped[int | None] = mapped_column(Integer)
    """The priority's rank when the consult was requested."""
    callback_number: Mapped[str]
    reason: Mapped[str | None]
    is_emergency: Mapped[bool] = mapped_column(server_default=text("false"))
    fax_number: Mapped[str | None]
    hospital_name: Mapped[str | None]
    detail: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """The line's own record, validated by the line's schema of version `detail_version`."""
    detail_version: Mapped[int]
    state: Mapped[str] = mapped_column(server_default=text("'new'"))
    bucket: Mapped[str] = mapped_column(Computed(_BUCKET, persisted=True))
    """pending, completed or cancelled: what the worklist's state filter means."""
    created_at: Mapped[datetime]
    created_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    acknowledged_at: Mapped[datetime | None]
    acknowledged_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    handed_over_to_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    """Who took it over last; null as long as whoever acknowledged it is responsible."""
    completed_at: Mapped[datetime | None]
    completed_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    complete_type: Mapped[str | None]
    cancellation_reason: Mapped[str | None]
    qa_comment: Mapped[str | None]
    call_length: Mapped[int | None]
    """Minutes."""
    comment_count: Mapped[int] = mapped_column(server_default=text("0"))
    name_vector: Mapped[list[str]] = mapped_column(_Words, deferred=True, deferred_raiseload=True)
    """The patient's names as search words (`wardline.core.text.search_words`); never read into Python."""
    listed_words: Mapped[str] = mapped_column(Computed(f"left(name_vector::text, {NAME_LIMIT})", persisted=True))
    """The same as text, each word in single quotes, truncated to the limit of an index."""
    changed_at: Mapped[datetime]

    # Read-only, because a writable relationship takes part in every flush.
    patient: Mapped[Patient] = relationship(lazy="raise", viewonly=True)
    encounter: Mapped[Encounter] = relationship(lazy="raise", viewonly=True)
    location: Mapped[LocationUnit] = relationship(lazy="raise", viewonly=True)
    service_line: Mapped[ServiceLine] = relationship(lazy="raise", viewonly=True)
    priority: Mapped[Priority] = relationship(lazy="raise", viewonly=True)
    created_by: Mapped[User] = relationship(lazy="raise", viewonly=True, foreign_keys=[created_by_id])
    acknowledged_by: Mapped[User | None] = relationship(lazy="raise", viewonly=True, foreign_keys=[acknowledged_by_id])
    completed_by: Mapped[User | None] = relationship(lazy="raise", viewonly=True, foreign_keys=[completed_by_id])

    @hybrid_property
    def responsible_id(self) -> int | None:
        """Who acknowledged it, until they hand it over; None before that."""
        return self.handed_over_to_id if self.handed_over_to_id is not None else self.acknowledged_by_id

    @responsible_id.inplace.expression
    @classmethod
    def _responsible_id_expression(cls) -> ColumnElement[int | None]:
        return func.coalesce(cls.handed_over_to_id, cls.acknowledged_by_id)

    @hybrid_property
    def is_closed(self) -> bool:
        return self.state in CLOSED_STATES

    @is_closed.inplace.expression
    @classmethod
    def _is_closed(cls) -> ColumnElement[bool]:
        return cls.state.in_(CLOSED_STATES)

    @hybrid_property
    def is_cancelled(self) -> bool:
        return self.state == ConsultState.CANCELLED or self.complete_type == CANCELLED

    @is_cancelled.inplace.expression
    @classmethod
    def _is_cancelled(cls) -> ColumnElement[bool]:
        return cls.bucket == StateFilter.CANCELLED.value


class ConsultName(Base):
    """A consult under the beginning of a word in its patient's names, with what lists filter and sort by.

    There are rows for the first two and three letters of each word, and for its first letter if that is not a Latin one
    or the names do not fit in `Consult.listed_words`. Triggers on consults keep the rows up to date, like an index.
    """

    __tablename__ = "consult_names"
    __table_args__ = tuple(
        Index(f"ix_consult_names_by_{name}", "prefix", "bucket", *rank, "created_at", "consult_id")
        for name, rank in {
            "rank_up": [text(f"coalesce(sort_rank, {LAST})")],
            "rank_down": [text(f"coalesce(-sort_rank, {LAST})")],
            "date": [],
        }.items()
    )

    consult_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("consults.id", ondelete="CASCADE"), primary_key=True)
    prefix: Mapped[str] = mapped_column(primary_key=True)
    organization_id: Mapped[int]
    location_id: Mapped[int]
    service_line_id: Mapped[int]
    sort_rank: Mapped[int | None]
    bucket: Mapped[str]
    created_at: Mapped[datetime]
    listed_words: Mapped[str]
    """All of the names' words, in single quotes."""


class ConsultViewing(Base):
    """A consult on one socket's screen. Rows that have not been renewed for a while belong to a node that died."""

    __tablename__ = "consult_viewings"

    socket_id: Mapped[str] = mapped_column(primary_key=True)
    consult_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("consults.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    renewed_at: Mapped[datetime]

    __table_args__ = (Index(None, "consult_id"),)


class RemovedConsult(Base):
    """What stays of a consult whose time was over (`wardline.retention`): nothing about its patient."""

    __tablename__ = "removed_consults"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    organization_id: Mapped[int] = mapped_column(ForeignKey("organizations.id"))
    service_line_id: Mapped[int] = mapped_column(ForeignKey("service_lines.id"))
    created_at: Mapped[datetime]
    closed_at: Mapped[datetime]
    removed_at: Mapped[datetime]
    run_id: Mapped[int]
    """Of `retention_runs`, to which there is no foreign key, because that table belongs to a domain above."""
