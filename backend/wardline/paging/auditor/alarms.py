"""Alarms: each fault raises one, which stays open until the auditor no longer finds the fault."""

import logging
import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import aggregate_order_by, insert
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.consults.models import Consult
from wardline.core import clock
from wardline.core.db.statements import AnyConnection, compile_statement, fetch_all
from wardline.notifications import service as notifications
from wardline.notifications.choices import NotificationKind
from wardline.paging.auditor.faults import Fault
from wardline.paging.choices import AlarmKind, PageTarget
from wardline.paging.duty import duty_for
from wardline.paging.models import IS_OPEN_ALARM, PagingAlarm
from wardline.paging.recipients import recipients

log = logging.getLogger(__name__)

LOGGED: Final = 5
"""How many subjects of one kind are named in a line of the log."""
_IS_KNOWN: Final = PagingAlarm.kind.in_([kind.value for kind in AlarmKind])
"""A newer version, which is being deployed while this one is still running, may find other kinds, and reports them."""

NAMED: Final = 5
"""How many subjects of one kind are named to administrators."""
_SUBJECTS: Final = func.array_agg(aggregate_order_by(PagingAlarm.subject, PagingAlarm.id)).filter(
    PagingAlarm.consult_id.is_(None), PagingAlarm.user_id.is_(None), PagingAlarm.subject != ""
)
_OPEN: Final = compile_statement(
    select(PagingAlarm.kind, func.count().label("number"), _SUBJECTS.label("subjects"))
    .where(IS_OPEN_ALARM)
    .group_by(PagingAlarm.kind)
    .order_by(PagingAlarm.kind)
)


async def update_alarms(session: AsyncSession, found: Collection[Fault], checked: Collection[AlarmKind]) -> None:
    """Raise an alarm for each new fault, and clear those of the checked kinds that were not found again.

    Coordinators are notified of alarms about consults that they may view, until these are cleared.
    """
    raised = await _raise(session, found)
    cleared = await _clear(session, found, checked)
    _log(logging.ERROR, "alarm", raised)
    _log(logging.INFO, "alarm cleared", cleared)
    await _notify(session, {alarm.consult_id for alarm in raised if alarm.consult_id is not None})
    await _withdraw(session, {alarm.consult_id for alarm in cleared if alarm.consult_id is not None})


@dataclass(frozen=True, slots=True)
class OpenAlarms:
    """Of one kind: how many, and the first lines, providers or nodes that they are about; nothing about consults."""

    number: int
    subjects: Sequence[str]


async def open_alarms(connection: AnyConnection) -> dict[AlarmKind, OpenAlarms]:
    """By kind; kinds without any are left out."""
    rows = await fetch_all(connection, _OPEN, {})
    return {
        AlarmKind(row.kind): OpenAlarms(row.number, (row.subjects or [])[:NAMED])
        for row in rows
        if row.kind in list(AlarmKind)
    }


async def claim_for_mail(session: AsyncSession) -> Sequence[PagingAlarm]:
    """Open alarms that coordinators were not told of by e-mail, the oldest first; marked as if they had been.

    So no other auditor mails them, too. Those of which nobody could be told are given back with `give_back`.
    """
    statement = (
        update(PagingAlarm)
        .where(IS_OPEN_ALARM, PagingAlarm.mailed_at.is_(None), _IS_KNOWN)
        .values(mailed_at=clock.now())
        .returning(PagingAlarm)
    )
    return sorted(await session.scalars(statement), key=lambda alarm: alarm.id)


async def give_back(session: AsyncSession, alarms: Iterable[PagingAlarm]) -> None:
    """Let them be mailed by the next run, because nobody was told."""
    ids = [alarm.id for alarm in alarms]
    await session.execute(update(PagingAlarm).where(PagingAlarm.id.in_(ids)).values(mailed_at=None))


async def _raise(session: AsyncSession, found: Collection[Fault]) -> Sequence[PagingAlarm]:
    """Another auditor may have raised it already."""
    if not found:
        return []
    now = clock.now()
    rows = [
        {
            "kind": fault.kind.value,
            "subject": fault.subject,
            "consult_id": fault.consult_id,
            "user_id": fault.user_id,
            "raised_at": now,
        }
        for fault in found
    ]
    statement = insert(PagingAlarm).values(rows).on_conflict_do_nothing().returning(PagingAlarm)
    return (await session.scalars(statement)).all()


async def _clear(
    session: AsyncSession, found: Collection[Fault], checked: Collection[AlarmKind]
) -> Sequence[PagingAlarm]:
    still = {(fault.kind.value, fault.subject) for fault in found}
    is_checked = PagingAlarm.kind.in_([kind.value for kind in checked])
    opened = (await session.scalars(select(PagingAlarm).where(IS_OPEN_ALARM, is_checked))).all()
    ids = [alarm.id for alarm in opened if (alarm.kind, alarm.subject) not in still]
    if not ids:
        return []
    statement = update(PagingAlarm).where(PagingAlarm.id.in_(ids), IS_OPEN_ALARM).values(cleared_at=clock.now())
    return (await session.scalars(statement.returning(PagingAlarm))).all()


def _log(level: int, word: str, alarms: Iterable[PagingAlarm]) -> None:
    """One line for each kind."""
    by_kind: dict[str, list[str]] = {}
    for alarm in alarms:
        by_kind.setdefault(alarm.kind, []).append(alarm.subject)
    for kind, subjects in by_kind.items():
        named = ", ".join(filter(None, subjects[:LOGGED]))
        log.log(level, "%s: %s (%s) %s", word, AlarmKind(kind).label, len(subjects), named)


async def _notify(session: AsyncSession, consult_ids: Collection[uuid.UUID]) -> None:
    if not consult_ids:
        return
    consults = (await session.scalars(select(Consult).where(Consult.id.in_(consult_ids)))).all()
    duty = await duty_for(session, consults)
    told: Mapping[uuid.UUID, set[int]] = {
        consult.id: {
            recipient.user.id
            for recipient in recipients([PageTarget.COORDINATORS], consult, duty, author_id=None)
            if recipient.may_view
        }
        for consult in consults
    }
    await notifications.notify_of_several(session, told, NotificationKind.PAGING_ALARM)


async def _withdraw(session: AsyncSession, consult_ids: Collection[uuid.UUID]) -> None:
    """Nothing is left to do about consults that have no other alarm."""
    if not consult_ids:
        return
    statement = select(PagingAlarm.consult_id).where(PagingAlarm.consult_id.in_(consult_ids), IS_OPEN_ALARM)
    with_others = set(await session.scalars(statement))
    await notifications.withdraw(session, set(consult_ids) - with_others, NotificationKind.PAGING_ALARM)
