"""Every query about notices of duty."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    ARRAY,
    BindParameter,
    ColumnElement,
    DateTime,
    Integer,
    Select,
    Text,
    and_,
    any_,
    bindparam,
    delete,
    exists,
    literal,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute, aliased
from sqlalchemy.types import TypeEngine

from wardline.core.db.database import id_array, parameter_table
from wardline.duty_notices.models import IS_UNSEEN, DutyNoticeDelivery, DutyNoticeRow
from wardline.duty_notices.schemas import MAX_LISTED
from wardline.people.models import User
from wardline.service_lines.models import ServiceLine

_About = aliased(User)
_NEW: Final[Mapping[str, TypeEngine[Any]]] = {
    "user_id": Integer(),
    "kind": Text(),
    "service_line_id": Integer(),
    "time_zone": Text(),
    "starts_at": DateTime(timezone=True),
    "ends_at": DateTime(timezone=True),
    "shift_count": Integer(),
    "about_id": Integer(),
    "schedule_name": Text(),
    "cause": Text(),
}
"""What a new notice says, by column."""


def _contents() -> Select[*tuple[Any, ...]]:
    """What notices that nobody has seen say, as rows for `wardline.duty_notices.responses`."""
    return (
        select(
            DutyNoticeRow.id,
            DutyNoticeRow.user_id,
            DutyNoticeRow.kind,
            DutyNoticeRow.service_line_id,
            ServiceLine.name.label("line"),
            DutyNoticeRow.schedule_name,
            (_About.first_name + " " + _About.last_name).label("about"),
            DutyNoticeRow.time_zone,
            DutyNoticeRow.starts_at,
            DutyNoticeRow.ends_at,
            DutyNoticeRow.shift_count,
            DutyNoticeRow.created_at,
        )
        .join(ServiceLine, ServiceLine.id == DutyNoticeRow.service_line_id)
        .outerjoin(_About, _About.id == DutyNoticeRow.about_id)
        .where(IS_UNSEEN)
    )


def is_told(
    cause: ColumnElement[str], user_id: InstrumentedAttribute[int] | None = None, *, only_unseen: bool = False
) -> ColumnElement[bool]:
    """Whether somebody, or this user, has been told of this cause; for the queries of those who tell."""
    conditions = [DutyNoticeRow.cause == cause]
    if user_id is not None:
        conditions.append(DutyNoticeRow.user_id == user_id)
    if only_unseen:
        conditions.append(IS_UNSEEN)
    return exists().where(*conditions)


def unseen_causes(pattern: str) -> Select[str]:
    """The causes that match this regular expression and of which somebody still has a notice; for those who tell."""
    return select(DutyNoticeRow.cause).where(IS_UNSEEN, DutyNoticeRow.cause.regexp_match(pattern)).distinct()


def _text_array(values: Iterable[str]) -> BindParameter[Sequence[str]]:
    return bindparam(None, sorted(values), type_=ARRAY(Text))


class DutyNoticeRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def add(self, notices: Sequence[Mapping[str, Any]], now: datetime) -> Sequence[Any]:
        """Add these notices, which have a value for each of `_NEW`, in one statement.

        Without those of users who are not active, or who have one of the same cause. Returns the `id`, `user_id` and
        `kind` of each that was added.
        """
        new = parameter_table("new", _NEW, notices)
        # In an order that all transactions share, so that no two wait for each other's.
        to_active = (
            select(*new.c, literal(now))
            .join(User, and_(User.id == new.c.user_id, User.active))
            .order_by(new.c.cause, new.c.user_id)
        )
        statement = (
            insert(DutyNoticeRow)
            .from_select([*_NEW, "created_at"], to_active)
            .on_conflict_do_nothing(index_elements=["cause", "user_id"])
            .returning(DutyNoticeRow.id, DutyNoticeRow.user_id, DutyNoticeRow.kind)
        )
        return (await self.session.execute(statement)).all()

    async def told_causes(self, causes: Collection[str]) -> frozenset[str]:
        """Those of these causes of which somebody has been told."""
        statement = select(DutyNoticeRow.cause).where(DutyNoticeRow.cause == any_(_text_array(causes)))
        return frozenset((await self.session.scalars(statement.distinct())).all())

    async def of_user(self, user_id: int) -> Sequence[Any]:
        """What the user has not seen, the newest first."""
        newest = (DutyNoticeRow.created_at.desc(), DutyNoticeRow.id.desc())
        statement = _contents().where(DutyNoticeRow.user_id == user_id).order_by(*newest).limit(MAX_LISTED)
        return (await self.session.execute(statement)).all()

    async def of_delivery(self, delivery_id: int) -> Any | None:
        """What the delivery says, with its contact; None if its reader has seen it or is no longer active."""
        reader = aliased(User)
        statement = (
            _contents()
            .add_columns(DutyNoticeDelivery.contact_id)
            .join(DutyNoticeDelivery, DutyNoticeDelivery.notice_id == DutyNoticeRow.id)
            .join(reader, reader.id == DutyNoticeRow.user_id)
            .where(DutyNoticeDelivery.delivery_id == delivery_id, reader.active)
        )
        return (await self.session.execute(statement)).one_or_none()

    async def own_for_change(self, user_id: int, notice_id: int) -> DutyNoticeRow | None:
        """The notice, locked until the transaction ends."""
        statement = select(DutyNoticeRow).where(DutyNoticeRow.id == notice_id, DutyNoticeRow.user_id == user_id)
        return await self.session.scalar(statement.with_for_update(key_share=True))

    async def notice_of(self, delivery_id: int) -> DutyNoticeRow | None:
        """The notice that the delivery carries, locked."""
        statement = (
            select(DutyNoticeRow)
            .join(DutyNoticeDelivery, DutyNoticeDelivery.notice_id == DutyNoticeRow.id)
            .where(DutyNoticeDelivery.delivery_id == delivery_id)
        )
        return await self.session.scalar(statement.with_for_update(of=DutyNoticeRow, key_share=True))

    async def mark_seen_by_prefix(self, prefix: str, now: datetime) -> Mapping[int, int]:
        """Those that nobody has seen with a cause that begins like this; returns the users by notice."""
        return await self._mark_seen(DutyNoticeRow.cause.startswith(prefix, autoescape=True), now)

    async def mark_seen_by_cause(self, causes: Collection[str], now: datetime) -> Mapping[int, int]:
        """Those that nobody has seen with one of these causes; returns the users by notice."""
        return await self._mark_seen(DutyNoticeRow.cause == any_(_text_array(causes)), now)

    async def _mark_seen(self, of: ColumnElement[bool], now: datetime) -> Mapping[int, int]:
        statement = (
            update(DutyNoticeRow)
            .where(of, IS_UNSEEN)
            .values(seen_at=now)
            .returning(DutyNoticeRow.id, DutyNoticeRow.user_id)
        )
        rows = await self.session.execute(statement, execution_options={"synchronize_session": False})
        return {row.id: row.user_id for row in rows}

    async def deliveries_of(self, notice_ids: Iterable[int]) -> Sequence[int]:
        """The ids of the deliveries that carry these."""
        statement = select(DutyNoticeDelivery.delivery_id).where(
            DutyNoticeDelivery.notice_id == any_(id_array(notice_ids))
        )
        return (await self.session.scalars(statement)).all()

    async def forget(self, before: datetime) -> None:
        await self.session.execute(delete(DutyNoticeRow).where(DutyNoticeRow.created_at < before))
