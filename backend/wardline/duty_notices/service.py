"""What can be done with notices of duty, one function for each verb."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.core import clock
from wardline.core.errors import Forbidden
from wardline.duty_notices.choices import DutyNoticeKind
from wardline.duty_notices.events import DutyNoticesChanged
from wardline.duty_notices.models import DutyNoticeRow
from wardline.duty_notices.repository import DutyNoticeRepository
from wardline.duty_notices.sending import order
from wardline.outbox import service as outbox
from wardline.realtime import rooms
from wardline.realtime.publish import publish_many


@dataclass(frozen=True, slots=True, kw_only=True)
class DutyNotice:
    """What to tell people.

    `time_zone` is an IANA zone, whose clocks show `starts_at` and `ends_at`: those of the shift or the gap, or only its
    start; of the first one if it is about several shifts. `about_id` is the user whom the notice names, for example who
    asks for cover.
    """

    kind: DutyNoticeKind
    service_line_id: int
    time_zone: str
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    shift_count: int = 1
    about_id: int | None = None
    schedule_name: str | None = None


@dataclass(frozen=True, slots=True)
class Telling:
    """Whom to tell what.

    `cause` names what happened, from the general to the particular, such as ``shift 12 begins``: each user is told of
    it once, and `withdraw` finds it by its beginning.
    """

    user_ids: Collection[int]
    notice: DutyNotice
    cause: str


async def tell(session: AsyncSession, *tellings: Telling) -> None:
    """Tell users on their screens, and on their verified contacts as the kind of each notice says.

    Takes the same number of statements no matter how many there are. Users who are no longer active are left out.
    """
    notices = [
        asdict(telling.notice) | {"kind": telling.notice.kind.value, "cause": telling.cause, "user_id": user_id}
        for telling in tellings
        for user_id in telling.user_ids
    ]
    told = await DutyNoticeRepository(session).add(notices, clock.now()) if notices else []
    if told:
        await order(session, told)
        _publish_change(session, (row.user_id for row in told))


async def withdraw(session: AsyncSession, cause_prefix: str) -> None:
    """Take back what no longer applies: everything unseen with a cause that begins like this.

    What has been sent stays on the phones where it is. End the prefix where a number ends, lest 1 stand for 12.
    """
    await _taken_back(session, await DutyNoticeRepository(session).mark_seen_by_prefix(cause_prefix, clock.now()))


async def withdraw_causes(session: AsyncSession, causes: Collection[str]) -> None:
    """Take back everything unseen with exactly one of these causes."""
    if causes:
        await _taken_back(session, await DutyNoticeRepository(session).mark_seen_by_cause(causes, clock.now()))


async def told_among(session: AsyncSession, causes: Collection[str]) -> frozenset[str]:
    """Those of these causes of which anybody has been told, whether or not they have seen it."""
    return await DutyNoticeRepository(session).told_causes(causes) if causes else frozenset()


async def mark_seen(session: AsyncSession, notice_id: int, *, by: CurrentUser) -> None:
    """Remove one of the user's own notices from their screens; what has not been sent of it is not sent anymore.

    Raises:
        Forbidden: it is another user's, or does not exist; the same error for both, so that ids reveal nothing.
    """
    notice = await DutyNoticeRepository(session).own_for_change(by.id, notice_id)
    if notice is None:
        raise Forbidden
    await _see(session, notice)


async def follow(session: AsyncSession, delivery_id: int) -> None:
    """The reader has opened its page from a device: what is only news has been seen."""
    notice = await DutyNoticeRepository(session).notice_of(delivery_id)
    if notice is not None and not DutyNoticeKind(notice.kind).handling.needs_answer:
        await _see(session, notice)


async def _see(session: AsyncSession, notice: DutyNoticeRow) -> None:
    if notice.seen_at is None:
        notice.seen_at = clock.now()
        await session.flush()
        await _stop_sending(session, [notice.id])
        _publish_change(session, [notice.user_id])


async def _taken_back(session: AsyncSession, withdrawn: Mapping[int, int]) -> None:
    """What follows when these notices, given with their readers, no longer apply."""
    if withdrawn:
        await _stop_sending(session, withdrawn)
        _publish_change(session, withdrawn.values())


async def _stop_sending(session: AsyncSession, notice_ids: Iterable[int]) -> None:
    ordered = await DutyNoticeRepository(session).deliveries_of(notice_ids)
    if ordered:
        await outbox.withdraw(session, ordered)


def _publish_change(session: AsyncSession, user_ids: Iterable[int]) -> None:
    publish_many(session, [(DutyNoticesChanged(), [rooms.of_user(each)]) for each in sorted(set(user_ids))])
