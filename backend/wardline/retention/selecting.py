"""What the periods allow to be removed, without what is held; the same statements count and remove it.

`p` are the periods: one row for each organization (null: the installation), with the time `before` which a record must
have ended. Every statement returns the record's `key`, its `organization_id` and the time `at` when it ended.
"""

# ruff: noqa: S608 - statements consist of constants; every value is a parameter

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import RowMapping, text
from sqlalchemy.orm import Session

from wardline.retention.choices import RetentionKind
from wardline.retention.kinds import KINDS

BATCH: Final = 2_000
CONSULTS: Final = 500
"""In one transaction: the many rows below each take half a second."""

_EVERYTHING: Final = 2**63 - 1

_PERIODS: Final = (
    "with p as materialized (select * from unnest(cast(:organizations as integer[]), cast(:times as timestamptz[]))"
    " as p (organization_id, before)) "
)
_CURRENT: Final = "not exists (select from legal_holds h where h.ended_at is null"
_OVERLAPS: Final = "(h.from_at is null or {end} >= h.from_at) and (h.until_at is null or {begin} < h.until_at)"
_CONSULT_IS_FREE: Final = (
    f"{_CURRENT} and h.organization_id = c.organization_id and coalesce(h.consult_id, c.id) = c.id"
    " and coalesce(h.patient_id, c.patient_id) = c.patient_id and "
)
_NOTHING_WHOLE_IS_HELD: Final = f"{_CURRENT} and h.consult_id is null and h.patient_id is null and "
"""An organization's hold also keeps what belongs to the installation."""


def _overlaps(begin: str, end: str) -> str:
    return _OVERLAPS.format(begin=begin, end=end) + ")"


_CLOSED_AT: Final = "coalesce(c.completed_at, c.changed_at)"
_OLD_CLOSED_CONSULTS: Final = (
    "cross join service_lines l cross join unnest(array['completed', 'cancelled']) as b (bucket)"
    " cross join lateral (select * from consults where organization_id = p.organization_id"
    " and service_line_id = l.id and bucket = b.bucket and created_at < p.before offset 0) c"
)
"""Nothing ends before it begins, and an index has an organization's consults of each line by when they began.

Each line by itself (`offset 0`), because PostgreSQL would read all consults otherwise.
"""
_DUE: Final = {
    RetentionKind.CONSULTS: (
        f"select c.id as key, c.organization_id, {_CLOSED_AT} as at from p {_OLD_CLOSED_CONSULTS}"
        f" where {_CLOSED_AT} < p.before and c.state in ('completed', 'cancelled')"
        " and not exists (select from transfers t where t.consult_id = c.id and t.bucket = 'pending')"
        " and not exists (select from escalations e where e.consult_id = c.id and e.ended_at is null)"
        f" and {_CONSULT_IS_FREE}{_overlaps('c.created_at', _CLOSED_AT)}"
    ),
    RetentionKind.PAGING_PROOF: (
        "select e.id as key, c.organization_id, e.ended_at as at from p join consults c"
        " on c.organization_id = p.organization_id and c.created_at < p.before"
        " join escalations e on e.consult_id = c.id and e.ended_at < p.before"
        f" where {_CONSULT_IS_FREE}{_overlaps('e.started_at', 'e.ended_at')}"
    ),
    RetentionKind.AUDIT_ENTRIES: (
        "select e.id as key, e.organization_ids[1] as organization_id, e.at from audit_entries e"
        " join audit_links l on l.entry_id = e.id"
        " where e.at < (select max(p.before) from p) and e.action <> 'applyRetention'"
        " and l.position <= :witnessed"
        " and case when e.organization_ids = '{}'"
        " then exists (select from p where p.organization_id is null and e.at < p.before)"
        " else not exists (select from unnest(e.organization_ids) o left join p on p.organization_id = o"
        " where p.before is null or e.at >= p.before) end"
        f" and {_CURRENT} and (e.organization_ids = '{{}}' or h.organization_id = any(e.organization_ids))"
        " and (h.consult_id is null or h.consult_id = any(e.consult_ids))"
        " and (h.patient_id is null or h.patient_id = any(e.patient_ids))"
        f" and {_overlaps('e.at', 'e.at')}"
    ),
    RetentionKind.DELIVERIES: (
        "select d.id as key, null::integer as organization_id, d.created_at as at from p join deliveries d"
        " on d.created_at < p.before where d.state in ('delivered', 'handled', 'withdrawn')"
        " and not exists (select from notices n where n.delivery_id = d.id)"
        " and not exists (select from notices n where n.taken_delivery_id = d.id)"
        " and not exists (select from sign_off_deliveries s where s.delivery_id = d.id)"
        " and not exists (select from invitations i where i.delivery_id = d.id)"
        " and not exists (select from emergency_accesses a where a.delivery_id = d.id)"
        f" and {_NOTHING_WHOLE_IS_HELD}{_overlaps('d.created_at', 'd.created_at')}"
    ),
    RetentionKind.FEEDBACK: (
        "select f.id as key, null::integer as organization_id, f.created_at as at from p join feedback f"
        f" on f.created_at < p.before where {_NOTHING_WHOLE_IS_HELD}{_overlaps('f.created_at', 'f.created_at')}"
    ),
    RetentionKind.NETWORK_VERSIONS: (
        "select v.id as key, null::integer as organization_id, newer.at from p join network_versions v on true"
        " join lateral (select n.at from network_versions n where n.kind = v.kind and n.code = v.code"
        " and n.number > v.number order by n.number limit 1) newer on newer.at < p.before"
        f" where {_NOTHING_WHOLE_IS_HELD}{_overlaps('v.at', 'newer.at')}"
    ),
}
"""A version ends when the next one begins."""

_LATEST: Final = text(
    "select distinct on (kind, organization_id) kind, organization_id, days from retention_periods"
    " order by kind, organization_id, id desc"
)


@dataclass(frozen=True, slots=True)
class Due:
    kind: RetentionKind
    organization_id: int | None
    count: int
    oldest: datetime


Periods = Mapping[RetentionKind, Mapping[int | None, int]]
"""Days, by kind and organization; those that keep something forever are left out."""


def read_periods(session: Session) -> Periods:
    periods: dict[RetentionKind, dict[int | None, int]] = {kind: {} for kind in RetentionKind}
    for kind, organization_id, days in session.execute(_LATEST):
        if days is not None:
            periods[RetentionKind(kind)][organization_id] = max(days, KINDS[RetentionKind(kind)].minimum_days)
    return periods


def count_due(session: Session, now: datetime, witnessed: int) -> list[Due]:
    """How much of each kind and organization could be removed, and the oldest; only where there is a period.

    An audit entry about several organizations counts as one of the first of them.
    """
    periods = read_periods(session)
    counted: list[Due] = []
    for kind in RetentionKind:
        if periods[kind]:
            statement = text(
                f"{_PERIODS} select organization_id, count(*) as many, min(at) as oldest"
                f" from ({_DUE[kind]}) due group by organization_id order by organization_id"
            )
            rows = session.execute(statement, parameters(kind, periods[kind], now, witnessed))
            counted += [Due(kind, row.organization_id, row.many, row.oldest) for row in rows]
    return counted


def next_due(
    session: Session, kind: RetentionKind, periods: Periods, now: datetime, witnessed: int
) -> Sequence[RowMapping]:
    """Some of a kind, for one transaction, with `key`, `organization_id` and `at`."""
    if not periods[kind]:
        return []
    limit = CONSULTS if kind is RetentionKind.CONSULTS else BATCH
    statement = text(f"{_PERIODS} {_DUE[kind]} limit {limit}")
    return session.execute(statement, parameters(kind, periods[kind], now, witnessed)).mappings().all()


def witnessed_up_to(session: Session, witnesses: Collection[str]) -> int:
    """The position in the audit trail that all of these witnesses have received; entries above are not removed."""
    rows = session.execute(
        text("select name, position from audit_witnesses where name = any(:names)"), {"names": list(witnesses)}
    )
    received: dict[str, int] = {row.name: row.position for row in rows}
    return min((received.get(name, 0) for name in witnesses), default=_EVERYTHING)


def parameters(kind: RetentionKind, periods: Mapping[int | None, int], now: datetime, witnessed: int) -> dict[str, Any]:
    values: dict[str, Any] = {
        "organizations": list(periods),
        "times": [now - timedelta(days=days) for days in periods.values()],
    }
    return values | ({"witnessed": witnessed} if kind is RetentionKind.AUDIT_ENTRIES else {})
