"""Periods and holds, under one lock with the removal: what is held when a transaction of a run begins stays."""

from collections.abc import Collection, Mapping
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.errors import ChangedMeanwhile
from wardline.audit.recording import touched
from wardline.core import clock
from wardline.core.errors import NotFound
from wardline.people.models import User
from wardline.people.responses import person
from wardline.retention.choices import HoldScope, RetentionKind
from wardline.retention.errors import HoldEnded, KeptElsewhere, NoSuchConsult, PeriodTooShort
from wardline.retention.kinds import KINDS
from wardline.retention.models import LegalHold, RetentionPeriod, RetentionRun
from wardline.retention.repository import LAST_CHANGES, RetentionRepository
from wardline.retention.schemas import (
    CountRead,
    DueRead,
    EndedHold,
    HoldRead,
    KindRead,
    NewHold,
    PeriodChange,
    PeriodFields,
    PeriodRead,
    RetentionPlan,
    RetentionRead,
    RunRead,
)
from wardline.retention.selecting import count_due, witnessed_up_to

NEVER_SET: Final = "0"
"""The version of a period that nobody has set."""

Key = tuple[RetentionKind, int | None]


async def read(session: AsyncSession, *, by: CurrentUser) -> RetentionRead:
    repository = RetentionRepository(session)
    own = by.administered_organization_ids
    names, is_everywhere = await repository.organizations(own)
    set_by = await repository.periods(own)
    held_by = await repository.holds(own)
    people = {user.id: user for _, user in set_by}
    people |= {user.id: user for _, *users in held_by for user in users if user is not None}
    periods: dict[Key, RetentionPeriod] = {}
    for period, _ in set_by:
        periods.setdefault((RetentionKind(period.kind), period.organization_id), period)
    return RetentionRead(
        kinds=[_kind(kind) for kind in RetentionKind],
        periods=[
            _period(key, periods.get(key), names, people, may_change=key[1] is not None or is_everywhere)
            for key in _keys(names)
        ],
        changes=[
            PeriodChange(
                kind=RetentionKind(row.kind),
                organization_name=names.get(row.organization_id or 0),
                days=row.days,
                reason=row.reason,
                by=person(people[row.by_id]),
                at=row.at,
            )
            for row, _ in set_by[:LAST_CHANGES]
        ],
        holds=[_hold(hold, names, people) for hold, *_ in held_by],
        runs=[_run(run, is_counted=is_everywhere) for run in await repository.runs()],
    )


async def plan(session: AsyncSession, witnesses: Collection[str], *, by: CurrentUser) -> RetentionPlan:
    """What `wardline retention apply` would remove now of what the user may see."""
    now = clock.now()
    up_to = await session.run_sync(witnessed_up_to, witnesses)
    due = await session.run_sync(count_due, now, up_to)
    names, _ = await RetentionRepository(session).organizations(by.administered_organization_ids)
    return RetentionPlan(
        at=now,
        due=[
            DueRead(
                kind=each.kind,
                organization_id=each.organization_id,
                organization_name=names.get(each.organization_id or 0),
                count=each.count,
                oldest_at=each.oldest,
            )
            for each in due
            if each.organization_id is None or each.organization_id in names
        ],
    )


async def set_period(
    session: AsyncSession, kind: RetentionKind, fields: PeriodFields, expected: str, *, by: CurrentUser
) -> PeriodRead:
    """Set how long a kind is kept, if that is still as in the `expected` version.

    Raises:
        NotFound: it is not kept by an organization of the user's.
        KeptElsewhere, PeriodTooShort
        ChangedMeanwhile: somebody else was faster.
    """
    repository = RetentionRepository(session)
    await repository.lock()
    key = (kind, fields.organization_id)
    names, is_everywhere = await repository.organizations(by.administered_organization_ids)
    if key not in _keys(names):
        raise NotFound
    if fields.organization_id is None and not is_everywhere:
        raise KeptElsewhere
    if fields.days is not None and fields.days < KINDS[kind].minimum_days:
        raise PeriodTooShort(KINDS[kind].minimum_days)
    current = await repository.period(*key)
    if expected != _version(current):
        people = await repository.people([current.by_id] if current is not None else [])
        read_now = _period(key, current, names, people, may_change=True)
        raise ChangedMeanwhile(read_now, read_now.by)
    row = RetentionPeriod(
        kind=kind.value,
        organization_id=fields.organization_id,
        days=fields.days,
        reason=fields.reason,
        by_id=by.id,
        at=clock.now(),
    )
    session.add(row)
    await session.flush()
    about = touched(session)
    about.organization_ids |= {fields.organization_id} if fields.organization_id is not None else set()
    about.details |= {"kind": kind.value, "days": fields.days, "before": current.days if current is not None else None}
    return _period(key, row, names, await repository.people([by.id]), may_change=True)


async def add_hold(session: AsyncSession, new: NewHold, *, by: CurrentUser) -> int:
    """Begin a hold; returns its id.

    Raises:
        NotFound: the organization is not the user's.
        NoSuchConsult
    """
    repository = RetentionRepository(session)
    await repository.lock()
    if new.organization_id not in by.administered_organization_ids:
        raise NotFound
    about = touched(session)
    about.organization_ids.add(new.organization_id)
    hold = LegalHold(
        organization_id=new.organization_id,
        from_at=new.from_at,
        until_at=new.until_at,
        reason=new.reason,
        by_id=by.id,
        at=clock.now(),
    )
    if new.consult_id is not None:
        consult = await repository.consult(new.consult_id, new.organization_id)
        if consult is None:
            raise NoSuchConsult
        about.consult_ids.add(str(consult.id))
        about.patient_ids.add(str(consult.patient_id))
        if new.scope is HoldScope.CONSULT:
            hold.consult_id = consult.id
        else:
            hold.patient_id = consult.patient_id
    session.add(hold)
    await session.flush()
    about.details["hold"] = hold.id
    return hold.id


async def end_hold(session: AsyncSession, hold_id: int, ended: EndedHold, *, by: CurrentUser) -> int:
    """End a hold; returns its id.

    Raises:
        NotFound
        HoldEnded: somebody else was faster.
    """
    repository = RetentionRepository(session)
    await repository.lock()
    hold = await repository.hold(hold_id, by.administered_organization_ids)
    if hold is None:
        raise NotFound
    if hold.ended_at is not None:
        raise HoldEnded
    hold.ended_at, hold.ended_by_id, hold.end_reason = clock.now(), by.id, ended.reason
    await session.flush()
    about = touched(session)
    about.organization_ids.add(hold.organization_id)
    about.details["hold"] = hold.id
    return hold.id


async def find_hold(session: AsyncSession, hold_id: int, *, by: CurrentUser) -> HoldRead:
    """Raises NotFound."""
    repository = RetentionRepository(session)
    hold = await repository.hold(hold_id, by.administered_organization_ids)
    if hold is None:
        raise NotFound
    names, _ = await repository.organizations([hold.organization_id])
    user_ids = {hold.by_id} | ({hold.ended_by_id} if hold.ended_by_id is not None else set())
    return _hold(hold, names, await repository.people(user_ids))


def _keys(names: Mapping[int, str]) -> list[Key]:
    """Of the periods that people of these organizations see. Audit entries may be about no organization at all."""
    return [
        (kind, organization_id)
        for kind, rules in KINDS.items()
        for organization_id in (
            *(names if rules.by_organization else ()),
            *(() if kind in {RetentionKind.CONSULTS, RetentionKind.PAGING_PROOF} else (None,)),
        )
    ]


def _version(row: RetentionPeriod | None) -> str:
    return NEVER_SET if row is None else str(row.id)


def _kind(kind: RetentionKind) -> KindRead:
    rules = KINDS[kind]
    return KindRead(
        kind=kind,
        contains=rules.contains,
        minimum_days=rules.minimum_days,
        advice=rules.advice,
        source=rules.source,
    )


def _period(
    key: Key,
    row: RetentionPeriod | None,
    names: Mapping[int, str],
    people: Mapping[int, User],
    *,
    may_change: bool,
) -> PeriodRead:
    kind, organization_id = key
    return PeriodRead(
        kind=kind,
        organization_id=organization_id,
        organization_name=names.get(organization_id or 0),
        days=row.days if row is not None else None,
        version=_version(row),
        reason=row.reason if row is not None else None,
        by=person(people[row.by_id]) if row is not None else None,
        at=row.at if row is not None else None,
        may_change=may_change,
    )


def _hold(hold: LegalHold, names: Mapping[int, str], people: Mapping[int, User]) -> HoldRead:
    scope = HoldScope.ORGANIZATION
    if hold.consult_id is not None or hold.patient_id is not None:
        scope = HoldScope.CONSULT if hold.consult_id is not None else HoldScope.PATIENT
    return HoldRead(
        id=hold.id,
        organization_id=hold.organization_id,
        organization_name=names[hold.organization_id],
        scope=scope,
        subject_id=hold.consult_id or hold.patient_id,
        from_at=hold.from_at,
        until_at=hold.until_at,
        reason=hold.reason,
        by=person(people[hold.by_id]),
        at=hold.at,
        ended_at=hold.ended_at,
        ended_by=person(people[hold.ended_by_id]) if hold.ended_by_id is not None else None,
        end_reason=hold.end_reason,
    )


def _run(run: RetentionRun, *, is_counted: bool) -> RunRead:
    removed = [CountRead(kind=kind, count=run.counts[kind.value]) for kind in RetentionKind if kind.value in run.counts]
    return RunRead(
        id=run.id,
        started_at=run.started_at,
        ended_at=run.ended_at,
        removed=removed if is_counted else None,
    )
