"""Escalations, the people they page, and each notice; the rows are the proof of who was told what, when and how."""

import uuid
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    ARRAY,
    BigInteger,
    CheckConstraint,
    Double,
    ForeignKey,
    Identity,
    Index,
    LargeBinary,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from wardline.core.db.checks import matches_phone, one_of
from wardline.core.db.database import Base
from wardline.paging.choices import AlarmKind, EndReason, EscalationKind, NodeTask, NotPaged, PageChannel, PageTarget

_RUNNING = text("ended_at is null")
IN_TURNS: Final = (PageChannel.TEXT, PageChannel.CALL)
"""Channels on which what is not critical takes turns (`wardline.paging.turns`)."""


class EscalationPolicyRow(Base):
    """How requests escalate, where a hospital has decided otherwise than `wardline.paging.moves`.

    The most specific row applies: the facility's before that of the organization, a priority's before that of all.
    """

    __tablename__ = "escalation_policies"
    __table_args__ = (
        CheckConstraint("priority in ('critical', 'urgent', 'routine')", name="priority"),
        UniqueConstraint(
            "organization_id", "service_line_id", "priority", "facility_id", postgresql_nulls_not_distinct=True
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    organization_id: Mapped[int] = mapped_column(ForeignKey("organizations.id", ondelete="CASCADE"))
    service_line_id: Mapped[int] = mapped_column(ForeignKey("service_lines.id", ondelete="CASCADE"))
    priority: Mapped[str | None]
    facility_id: Mapped[int | None] = mapped_column(ForeignKey("facilities.id", ondelete="CASCADE"))
    policy: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """`wardline.paging.schemas.EscalationPolicy` as JSON."""


class Escalation(Base):
    """People are paged about a consult, step by step, until one of them answers.

    What its steps depend on is copied here when it starts, so that a change of the policy does not affect it.
    """

    __tablename__ = "escalations"
    __table_args__ = (
        CheckConstraint(one_of("kind", EscalationKind), name="kind"),
        CheckConstraint(one_of("end_reason", EndReason), name="end_reason"),
        CheckConstraint("(ended_at is null) = (end_reason is null)", name="ended"),
        CheckConstraint("ended_at is null or next_at is null", name="next_at"),
        CheckConstraint("(kind = 'urgentComment') = (comment_id is not null)", name="comment"),
        CheckConstraint("position >= 0", name="position"),
        Index(
            "uq_escalations_running",
            "consult_id",
            "kind",
            "comment_id",
            unique=True,
            postgresql_nulls_not_distinct=True,
            postgresql_where=_RUNNING,
        ),
        Index("ix_escalations_due", "next_at", postgresql_where=_RUNNING),
        Index("ix_escalations_running", "service_line_id", postgresql_where=_RUNNING),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    consult_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("consults.id"), index=True)
    service_line_id: Mapped[int] = mapped_column(ForeignKey("service_lines.id"))
    kind: Mapped[str]
    comment_id: Mapped[int | None] = mapped_column(ForeignKey("timeline_entries.id"))
    """The urgent comment."""
    author_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    """Whose action started it, who is therefore not paged; null for a follow-up."""
    priority: Mapped[str]
    completion_limit: Mapped[int]
    """Seconds; of the priority when it started."""
    policy: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    """The hospital's own policy when it started; null for the standard one."""
    position: Mapped[int]
    """How many moves it has made or skipped."""
    ahead: Mapped[int] = mapped_column(server_default=text("0"))
    """The move that is next is this many after the one at `position` (`wardline.paging.moves`): more than 0 if it has
    left some out, because nobody was on call for them, less if it has begun anew, because somebody came."""
    started_at: Mapped[datetime]
    next_at: Mapped[datetime | None]
    """When the next move is due; null when there is none."""
    retry_at: Mapped[datetime | None]
    """When to try again after an error in a move."""
    failures: Mapped[int] = mapped_column(server_default=text("0"))
    """How many moves in a row have failed with an error."""
    skipped: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=text("'[]'"))
    """Moves that paged nobody: `wardline.paging.schemas.SkippedMove` as JSON, in order."""
    targets: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default=text("'{}'"))
    """The groups that have been paged so far; who joins one of them later is paged, too."""
    ended_at: Mapped[datetime | None]
    end_reason: Mapped[str | None]
    ended_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    """Whose action ended it; null if it ended by itself."""


IS_RUNNING = Escalation.ended_at.is_(None)


class PagedPerson(Base):
    """Someone whom an escalation has paged, and what they answered."""

    __tablename__ = "paged_people"
    __table_args__ = (
        CheckConstraint(one_of("target", PageTarget), name="target"),
        CheckConstraint(one_of("not_paged", NotPaged), name="not_paged"),
        CheckConstraint("char_length(decline_reason) between 1 and 255", name="decline_reason"),
        CheckConstraint("(declined_at is null) = (decline_reason is null)", name="declined"),
        Index("ix_paged_people_user", "user_id", "escalation_id"),
    )

    escalation_id: Mapped[int] = mapped_column(ForeignKey("escalations.id"), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    target: Mapped[str]
    """Why they were paged first; of those who are off call and waited for because they are planned, that."""
    not_paged: Mapped[str | None]
    """Why they were not; then there are no notices."""
    first_at: Mapped[datetime]
    shown_at: Mapped[datetime | None]
    """When a browser of theirs first showed it."""
    seen_at: Mapped[datetime | None]
    """When they opened the consult, here or from a notice."""
    heard_at: Mapped[datetime | None]
    """When they pressed a key in a call, or replied, without the right to acknowledge: their own repeats stop."""
    muted_at: Mapped[datetime | None]
    gone_at: Mapped[datetime | None]
    """When they had gone without an answer, off call and not planned; null again once they are back."""
    declined_at: Mapped[datetime | None]
    decline_reason: Mapped[str | None]


class Notice(Base):
    """One message to one person, or to a backup number, on one channel; stored before it is sent.

    A notice on a channel outside the application is sent as a delivery of the outbox, which has its attempts and its
    outcome. One without a delivery is waiting for `due_at`, or was withdrawn.
    """

    __tablename__ = "notices"
    __table_args__ = (
        CheckConstraint(one_of("target", PageTarget), name="target"),
        CheckConstraint(one_of("channel", PageChannel), name="channel"),
        CheckConstraint(matches_phone("phone_number"), name="phone_number"),
        CheckConstraint("user_id is not null or phone_number is not null", name="receiver"),
        CheckConstraint("phone_number is null or contact_id is null", name="one_number"),
        CheckConstraint("withdrawn_at is null or delivery_id is null", name="withdrawn"),
        UniqueConstraint(
            "escalation_id", "position", "user_id", "channel", "contact_id", postgresql_nulls_not_distinct=True
        ),
        Index(
            "ix_notices_due",
            "due_at",
            postgresql_where=text("delivery_id is null and withdrawn_at is null and channel <> 'screen'"),
        ),
        Index(
            "ix_notices_turns",
            "contact_id",
            "due_at",
            postgresql_where=text(f"{one_of('channel', IN_TURNS)} and withdrawn_at is null"),
        ),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    escalation_id: Mapped[int] = mapped_column(ForeignKey("escalations.id"), index=True)
    position: Mapped[int]
    """The move that paged them."""
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    phone_number: Mapped[str | None]
    """The backup number, if it is not for a user; otherwise one that is no contact (`check_in_numbers`)."""
    target: Mapped[str]
    """Why."""
    channel: Mapped[str]
    contact_id: Mapped[int | None]
    """The person's contact (`wardline.contacts`); it may have been removed since."""
    queued_at: Mapped[datetime]
    due_at: Mapped[datetime]
    delivery_id: Mapped[int | None] = mapped_column(ForeignKey("deliveries.id"), unique=True)
    withdrawn_at: Mapped[datetime | None]
    heard_at: Mapped[datetime | None]
    """When a key was pressed in the call; only of the backup number, because people have their own."""
    taken_delivery_id: Mapped[int | None] = mapped_column(ForeignKey("deliveries.id"), unique=True)
    """Of the push that replaces this one on the device, once nobody waits for an answer anymore."""


class PagingNode(Base):
    """A machine that serves, pages people, or audits that. All times are the database's."""

    __tablename__ = "paging_nodes"

    name: Mapped[str] = mapped_column(primary_key=True)
    ahead_seconds: Mapped[float] = mapped_column(Double)
    """How far its clock is ahead of the database's."""
    reported_at: Mapped[datetime]
    watched_at: Mapped[datetime | None]
    """When one of its workers last finished looking for what is due."""
    audited_at: Mapped[datetime | None]
    """When an auditor on it last finished a run, whatever it found."""


class NodeProcess(Base):
    """What a node does, and with which version; one row for each of its tasks. All times are the database's."""

    __tablename__ = "node_processes"
    __table_args__ = (CheckConstraint(one_of("task", NodeTask), name="task"),)

    node: Mapped[str] = mapped_column(primary_key=True)
    task: Mapped[str] = mapped_column(primary_key=True)
    version: Mapped[str]
    started_at: Mapped[datetime]
    """Of the process that reported last, if there are several."""
    reported_at: Mapped[datetime]


class PagingAlarm(Base):
    """A fault that the auditor found; open until it finds it no more, once for each kind and subject."""

    __tablename__ = "paging_alarms"
    __table_args__ = (
        CheckConstraint(one_of("kind", AlarmKind), name="kind"),
        Index("uq_paging_alarms_open", "kind", "subject", unique=True, postgresql_where=text("cleared_at is null")),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    kind: Mapped[str]
    subject: Mapped[str]
    """What it is about, in words and numbers that may be logged; empty if the installation as a whole."""
    consult_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("consults.id"))
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    """Whom it is about; an e-mail gives their name, the log only the subject."""
    raised_at: Mapped[datetime]
    mailed_at: Mapped[datetime | None]
    """When coordinators were told by e-mail, or an auditor began to tell them."""
    cleared_at: Mapped[datetime | None]


class DutyToken(Base):
    """What lets a browser ring for someone on call after it has signed them out (`wardline.paging.locked_screens`).

    Kept until the shift is over if it was used, because then its owner has been told of the lock.
    """

    __tablename__ = "duty_tokens"
    __table_args__ = (
        CheckConstraint("octet_length(digest) = 32", name="digest"),
        Index(None, "check_in_id"),
        Index(None, "expires_at"),
    )

    digest: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    """The token's SHA-256; the token itself is only in the browser."""
    check_in_id: Mapped[int] = mapped_column(ForeignKey("check_ins.id"))
    """The owner's latest open check-in when it was issued; the token is good for that one's shift."""
    issued_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    first_used_at: Mapped[datetime | None]
    """When the screen was locked."""


IS_OPEN_ALARM = PagingAlarm.cleared_at.is_(None)
