"""Every query about meetings and their signals."""

import uuid
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    DateTime,
    String,
    Uuid,
    and_,
    bindparam,
    case,
    cast,
    delete,
    exists,
    func,
    null,
    select,
    union_all,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute, joinedload, with_expression

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import GIVE_CONSULT
from wardline.access.tokens import PROVIDER_SESSION
from wardline.consults.models import Consult, ConsultViewing
from wardline.consults.reach import readable_by
from wardline.consults.repository import VIEWING_LIFETIME
from wardline.core import clock
from wardline.core.db.statements import Execution, compile_statement
from wardline.people.models import RolePermission, User, UserRole
from wardline.video.choices import CallOutcome, GuestState
from wardline.video.models import Attendee, Guest, Meeting, Signal
from wardline.video.schemas import MAX_RECEIVED
from wardline.video.time_limits import LEASE


def _gives_consults(user_id: InstrumentedAttribute[int | None]) -> ColumnElement[bool]:
    return exists().where(
        UserRole.user_id == user_id,
        RolePermission.role_id == UserRole.role_id,
        RolePermission.action == GIVE_CONSULT.action,
        RolePermission.subject == GIVE_CONSULT.subject,
    )


def _is_present(since: datetime | BindParameter[datetime]) -> ColumnElement[bool]:
    return Attendee.left_at.is_(None) & (Attendee.seen_at > since)


def is_knocking() -> ColumnElement[bool]:
    """Of all guests: those whose devices asked a moment ago to let them in."""
    return and_(Guest.state == GuestState.WAITING.value, Guest.seen_at > clock.now() - LEASE)


_IS_USERS: Final = Attendee.guest_id.is_(None)
"""Not a guest's."""
_IS_JOINED_WINDOW: Final = and_(Attendee.left_at.is_(None), Attendee.standalone_token_id.is_(None), _IS_USERS)
_IN_MEETING: Final = (
    Meeting.consult_id == bindparam("consult_id", type_=Uuid()),
    Meeting.ended_at.is_(None),
    _is_present(bindparam("since", type_=DateTime(timezone=True))),
)
_USERS_IN_MEETING: Final = (
    select(
        User.id.label("user_id"),
        User.first_name,
        User.last_name,
        func.bool_and(Attendee.standalone_token_id.is_not(None)).label("unattended"),
        cast(null(), Uuid()).label("guest_id"),
        cast(null(), String()).label("name"),
        cast(null(), String()).label("kind"),
    )
    .join(Attendee, Attendee.user_id == User.id)
    .join(Meeting, Meeting.id == Attendee.meeting_id)
    .where(*_IN_MEETING)
    .group_by(User.id)
)
_GUESTS_IN_MEETING: Final = (
    select(null(), null(), null(), null(), Guest.id, Guest.name, Guest.kind)
    .join(Attendee, Attendee.guest_id == Guest.id)
    .join(Meeting, Meeting.id == Attendee.meeting_id)
    .where(*_IN_MEETING)
    .group_by(Guest.id)
)
_PEOPLE_IN_MEETING: Final = compile_statement(
    union_all(_USERS_IN_MEETING, _GUESTS_IN_MEETING).order_by("last_name", "first_name", "user_id", "name", "guest_id")
)


def people_in_meeting_query(consult_id: uuid.UUID) -> Execution:
    """Who is in the consult's meeting now, each once, by name: users, then guests, who have a `guest_id` instead."""
    return _PEOPLE_IN_MEETING, {"consult_id": consult_id, "since": clock.now() - LEASE}


class JoinedRow(NamedTuple):
    """A window that has not left; `session_id` is the attendee's, `subject` the user's with the provider."""

    id: uuid.UUID
    user_id: int
    subject: str
    session_id: str | None
    seen_at: datetime


class JoinedUser(NamedTuple):
    """A window that has joined a meeting; `gives_consults` is about its user."""

    attendee: Attendee
    user: User
    gives_consults: bool


class AttendanceRow(NamedTuple):
    """A window that has joined a meeting, with its consult; `gives_consults` is about its user."""

    consult: Consult
    attendee: Attendee
    user: User
    gives_consults: bool


class Way(NamedTuple):
    """How the audio and video of a meeting travel, and between how many."""

    media: str
    present: int


class MeetingRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def open_for_change(self, consult_id: uuid.UUID, *, media: str) -> Meeting:
        """The consult's open meeting, locked; it is opened, with these `media`, if there is none."""
        statement = (
            select(Meeting)
            .where(Meeting.consult_id == consult_id, Meeting.ended_at.is_(None))
            .with_for_update(key_share=True)
        )
        while True:
            meeting = (await self.session.scalars(statement)).one_or_none()
            if meeting is not None:
                return meeting
            await self.session.execute(
                insert(Meeting)
                .values(
                    id=uuid.uuid4(),
                    external_id=uuid.uuid4(),
                    consult_id=consult_id,
                    opened_at=clock.now(),
                    media=media,
                )
                .on_conflict_do_nothing()
            )

    async def way_of(self, *where: ColumnElement[bool]) -> Way | None:
        """The way of the open meeting that matches, not locked."""
        present = select(func.count()).where(Attendee.meeting_id == Meeting.id, _is_present(clock.now() - LEASE))
        statement = select(Meeting.media, present.scalar_subquery()).where(Meeting.ended_at.is_(None), *where)
        row = (await self.session.execute(statement)).one_or_none()
        return Way(*row) if row is not None else None

    async def locked(self, meeting_id: uuid.UUID) -> Meeting:
        """The meeting, locked until the transaction ends."""
        return await self.session.get_one(
            Meeting, meeting_id, with_for_update={"key_share": True}, populate_existing=True
        )

    async def lock_meeting_of(
        self,
        attendee_id: uuid.UUID,
        *where: ColumnElement[bool],
        shared: bool = False,
    ) -> Meeting | None:
        """The meeting of the attendee, locked until the transaction ends; only if the attendee matches.

        Transactions that only read it share a `shared` lock.
        """
        statement = (
            select(Meeting)
            .join(Attendee, Attendee.meeting_id == Meeting.id)
            .where(Attendee.id == attendee_id, *where)
            .options(
                with_expression(Meeting.has_knocking, exists().where(Guest.meeting_id == Meeting.id, is_knocking()))
            )
            .with_for_update(of=Meeting, read=shared, key_share=not shared)
            .execution_options(populate_existing=True)
        )
        return (await self.session.scalars(statement)).one_or_none()

    async def consult(self, meeting: Meeting) -> Consult:
        """The meeting's consult, with its patient."""
        statement = select(Consult).where(Consult.id == meeting.consult_id).options(joinedload(Consult.patient))
        return (await self.session.scalars(statement, execution_options={"populate_existing": True})).one()

    async def by_external_id(
        self, external_id: uuid.UUID, consult_id: uuid.UUID, *where: ColumnElement[bool]
    ) -> Meeting | None:
        """The meeting, if it matches, locked."""
        statement = select(Meeting).where(Meeting.external_id == external_id, Meeting.consult_id == consult_id, *where)
        return (await self.session.scalars(statement.with_for_update(key_share=True))).one_or_none()

    async def with_window(
        self, meeting_id: uuid.UUID, windows: ColumnElement[bool], *where: ColumnElement[bool], for_change: bool = True
    ) -> Meeting | None:
        """The open meeting, if it matches and one of these windows has joined it and not left; locked for a change."""
        has_joined = exists().where(Attendee.meeting_id == Meeting.id, Attendee.left_at.is_(None), windows)
        statement = select(Meeting).where(Meeting.id == meeting_id, Meeting.ended_at.is_(None), has_joined, *where)
        if for_change:
            statement = statement.with_for_update(key_share=True)
        return (await self.session.scalars(statement)).one_or_none()

    async def attendee(self, attendee_id: uuid.UUID) -> Attendee:
        """The attendee as they are now: the previous holder of the meeting's lock may have removed them."""
        return await self.session.get_one(Attendee, attendee_id, populate_existing=True)

    async def present(self, meeting_id: uuid.UUID, within: timedelta = LEASE) -> Sequence[Attendee]:
        """The attendees who have not left and were seen within this time, by name, in order of joining."""
        gives_consults = _gives_consults(Attendee.user_id) & Attendee.standalone_token_id.is_(None)
        statement = (
            select(Attendee)
            .where(Attendee.meeting_id == meeting_id, _is_present(clock.now() - within))
            .options(
                joinedload(Attendee.user),
                joinedload(Attendee.guest),
                with_expression(Attendee.gives_consults, gives_consults),
            )
            .order_by(Attendee.joined_at, Attendee.id)
            # Also of those that the session has loaded without the expression.
            .execution_options(populate_existing=True)
        )
        return (await self.session.scalars(statement)).all()

    async def present_users(self, meeting_id: uuid.UUID, within: timedelta) -> Sequence[Attendee]:
        """Those of `present` who are no guests."""
        return [attendee for attendee in await self.present(meeting_id, within) if attendee.guest_id is None]

    async def attendances_concerning(self, user: CurrentUser) -> list[AttendanceRow]:
        """Everyone who has joined an open meeting of a consult that the user requested, by meeting, the first first.

        For a user who gives no consults, also of one that they have on a screen. Each consult has its line and place.
        """
        is_concerned = Consult.created_by_id == user.id
        if not user.is_virtual:
            is_concerned |= exists().where(
                ConsultViewing.consult_id == Consult.id,
                ConsultViewing.user_id == user.id,
                ConsultViewing.renewed_at > clock.now() - VIEWING_LIFETIME,
            )
        statement = (
            select(Consult, Attendee, User, _gives_consults(User.id))
            .join(Meeting, Meeting.consult_id == Consult.id)
            .join(Attendee, Attendee.meeting_id == Meeting.id)
            .join(User, User.id == Attendee.user_id)
            .where(Meeting.ended_at.is_(None), is_concerned, readable_by(user))
            .options(joinedload(Consult.location), joinedload(Consult.service_line))
            .order_by(Attendee.meeting_id, Attendee.joined_at, Attendee.id)
        )
        return [AttendanceRow(*row) for row in (await self.session.execute(statement)).all()]

    async def attendances(self, meeting_id: uuid.UUID) -> list[JoinedUser]:
        """Everyone who has joined this meeting, the first first, each with whether they give consults."""
        statement = (
            select(Attendee, User, _gives_consults(Attendee.user_id))
            .join(User, User.id == Attendee.user_id)
            .where(Attendee.meeting_id == meeting_id)
            .order_by(Attendee.joined_at, Attendee.id)
        )
        return [JoinedUser(*row) for row in (await self.session.execute(statement)).all()]

    async def all_of(self, meeting_id: uuid.UUID) -> Sequence[Attendee]:
        """Everyone who has joined the meeting, with their users, in order of joining, as the database has them now."""
        statement = select(Attendee).where(Attendee.meeting_id == meeting_id)
        statement = statement.options(joinedload(Attendee.user), joinedload(Attendee.guest))
        ordered = statement.order_by(Attendee.joined_at, Attendee.id)
        return (await self.session.scalars(ordered, execution_options={"populate_existing": True})).all()

    async def had_problem(self, meeting_id: uuid.UUID) -> bool:
        """Whether a problem was reported before."""
        statement = select(Meeting.problem_at.is_not(None)).where(Meeting.id == meeting_id)
        return bool(await self.session.scalar(statement))

    async def count_outcomes(self, since: datetime) -> dict[tuple[CallOutcome, str, str], int]:
        """The meetings that have ended since then by outcome, quality and way (``"relay"`` or ``"direct"``)."""
        way = case((Meeting.is_relayed.is_(None), ""), (Meeting.is_relayed.is_(True), "relay"), else_="direct")
        quality = func.coalesce(Meeting.quality, "")
        statement = (
            select(Meeting.outcome, quality, way, func.count())
            .where(Meeting.ended_at > since, Meeting.outcome.is_not(None))
            .group_by(Meeting.outcome, quality, way)
        )
        rows = (await self.session.execute(statement)).all()
        return {(CallOutcome(outcome), quality, way): count for outcome, quality, way, count in rows}

    async def abandoned(self, before: datetime) -> Sequence[uuid.UUID]:
        """Open meetings without a user's window seen since then."""
        is_active = exists().where(
            Attendee.meeting_id == Meeting.id, Attendee.left_at.is_(None), Attendee.seen_at >= before, _IS_USERS
        )
        statement = select(Meeting.id).where(Meeting.ended_at.is_(None), Meeting.opened_at < before, ~is_active)
        return (await self.session.scalars(statement)).all()

    async def lapsed(self, since: datetime, until: datetime) -> Sequence[uuid.UUID]:
        """Open meetings with a window that was last seen in this period."""
        silent = exists().where(
            Attendee.meeting_id == Meeting.id,
            Attendee.left_at.is_(None),
            Attendee.seen_at > since,
            Attendee.seen_at <= until,
        )
        return (await self.session.scalars(select(Meeting.id).where(Meeting.ended_at.is_(None), silent))).all()

    async def joined(self, *, user_id: int | None, session_id: str | None = None) -> Sequence[uuid.UUID]:
        """The windows of this user, or of this sign-in, that have not left their meetings; not the user's devices.

        With both, the windows of the sign-in, and those of the user whose tokens do not name the provider's session.
        """
        of_user, of_session = Attendee.user_id == user_id, Attendee.session_id == session_id
        if session_id is None:
            condition = of_user
        else:
            may_be = Attendee.session_id.is_(None) | ~Attendee.session_id.startswith(PROVIDER_SESSION)
            condition = of_session | (of_user & may_be)
        return (await self.session.scalars(select(Attendee.id).where(condition, _IS_JOINED_WINDOW))).all()

    async def all_joined(self) -> list[JoinedRow]:
        """Every user's window that has not left its meeting, no matter how long it has been silent."""
        statement = (
            select(Attendee.id, User.id, User.subject, Attendee.session_id, Attendee.seen_at)
            .join(Meeting, Meeting.id == Attendee.meeting_id)
            .join(User, User.id == Attendee.user_id)
            .where(Meeting.ended_at.is_(None), _IS_JOINED_WINDOW)
        )
        return [JoinedRow(*row) for row in (await self.session.execute(statement)).all()]

    async def removed(self, meeting_id: uuid.UUID) -> Sequence[uuid.UUID]:
        """The windows to which others drop their connections."""
        statement = select(Attendee.id).where(Attendee.meeting_id == meeting_id, Attendee.is_removed)
        return (await self.session.scalars(statement.order_by(Attendee.id))).all()

    async def leave_all(self, meeting_id: uuid.UUID, *where: ColumnElement[bool], is_removed: bool = False) -> None:
        """Mark the attendees that match as having left; with `is_removed`, others drop their connections to them."""
        await self.session.execute(
            update(Attendee)
            .where(Attendee.meeting_id == meeting_id, Attendee.left_at.is_(None), *where)
            .values({"left_at": clock.now()} | ({"is_removed": True} if is_removed else {}))
        )

    async def forget_publishers(self, meeting_id: uuid.UUID) -> None:
        """Of windows that have left, too: their room at the media server is not used anymore."""
        await self.session.execute(update(Attendee).where(Attendee.meeting_id == meeting_id).values(publisher_id=None))

    async def pending(self, sender_id: uuid.UUID) -> dict[uuid.UUID, int]:
        """The number of this window's signals that each receiver has yet to receive."""
        statement = (
            select(Signal.receiver_id, func.count())
            .where(Signal.sender_id == sender_id, Signal.content.is_not(None))
            .group_by(Signal.receiver_id)
        )
        return {row[0]: row[1] for row in (await self.session.execute(statement)).all()}

    async def put_signals(self, signals: Iterable[dict[str, object]]) -> None:
        """Add the signals whose numbers are new."""
        values = list(signals)
        if values:
            await self.session.execute(insert(Signal).values(values).on_conflict_do_nothing())

    async def signals_to(self, attendee_id: uuid.UUID) -> Sequence[Signal]:
        """Signals that are not received yet, in order; at most as many as one request can acknowledge."""
        pending = select(Signal).where(Signal.receiver_id == attendee_id, Signal.content.is_not(None))
        return (await self.session.scalars(pending.order_by(Signal.id).limit(MAX_RECEIVED))).all()

    async def forget_received(self, attendee_id: uuid.UUID, signal_ids: Collection[int]) -> None:
        if signal_ids:
            await self.session.execute(
                update(Signal)
                .where(Signal.receiver_id == attendee_id, Signal.id.in_(signal_ids))
                .values(content=null())
            )

    async def forget_signals(self, meeting_id: uuid.UUID) -> None:
        attendee_ids = select(Attendee.id).where(Attendee.meeting_id == meeting_id)
        await self.session.execute(delete(Signal).where(Signal.receiver_id.in_(attendee_ids)))
