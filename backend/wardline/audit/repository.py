"""Reading the audit trail. Every query applies `readable_by`.

A page is found in two steps: the ids by the one index that fits the filter, and then the rows. Each step has its own
part of the statement, because PostgreSQL does not know how many entries are about a patient: it would expect many of
them, and look for them by walking the whole trail from its end.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    CTE,
    BigInteger,
    Boolean,
    ColumnElement,
    RowMapping,
    Select,
    String,
    and_,
    any_,
    bindparam,
    exists,
    func,
    literal_column,
    or_,
    select,
    true,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.audit.choices import AuditResult
from wardline.audit.models import AuditEntry, AuditLink
from wardline.audit.schemas import MAX_PEOPLE, AuditFilter, AuditPage, AuditPeopleSearch
from wardline.audit.words import actions_in_words
from wardline.core.db.database import Database, id_array
from wardline.core.errors import FIRST_ERROR_STATUS
from wardline.people.models import User, UserOrganization
from wardline.people.naming import BY_NAME, is_named

EXPORT_BATCH = 1_000
MAX_NAMED: Final = 200
"""How many people of one name are searched for; a text that matches more is about actions only."""
STEP: Final = 100
"""The number in the migration of `audit_entry_id_at`."""
SET_BACK: Final = timedelta(hours=1)
"""How far the clock may have been set back without a filter by time missing entries."""

_BY_RESULT: Final = {
    AuditResult.ALLOWED: "audit_entries.status < 400",
    AuditResult.REFUSED: "audit_entries.status >= 400 and audit_entries.status < 500",
    AuditResult.FAILED: "audit_entries.status >= 500",
}
"""Literally, as in the conditions of the indexes."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed: the hospital record's id of a patient; and what a text stands for, None without one."""

    emr_id: str | None = None
    actions: Sequence[str] | None = None
    user_ids: Sequence[int] = ()


NOTHING_TYPED: Final = Typed()


def readable_by(user: CurrentUser) -> ColumnElement[bool]:
    """What users of the reader's organizations did, and what anyone did with these organizations' patients."""
    organization_ids = id_array(user.administered_organization_ids)
    shared = select(UserOrganization.user_id).where(
        UserOrganization.user_id == AuditEntry.user_id, UserOrganization.organization_id == any_(organization_ids)
    )
    # As a value, it is looked up for each entry that is read; for `exists`, PostgreSQL would collect all colleagues
    # anew in every month.
    colleague = shared.limit(1).scalar_subquery().is_not(None)
    return or_(AuditEntry.organization_ids.overlap(organization_ids), colleague)


async def meaning_of(session: AsyncSession, text: str | None, emr_id: str | None) -> Typed:
    """The actions and people that a text stands for."""
    if text is None:
        return Typed(emr_id)
    named = (await session.scalars(select(User.id).where(*is_named(text)).limit(MAX_NAMED + 1))).all()
    return Typed(emr_id, actions_in_words(text), named if len(named) <= MAX_NAMED else ())


async def people(session: AsyncSession, user: CurrentUser, search: AuditPeopleSearch) -> Sequence[RowMapping]:
    """The users of the reader's organizations that match, by name."""
    colleague = exists().where(
        UserOrganization.user_id == User.id,
        UserOrganization.organization_id == any_(id_array(user.administered_organization_ids)),
    )
    statement = (
        select(User.id, User.username, User.first_name, User.last_name)
        .where(*is_named(search.text or ""), colleague)
        .order_by(*BY_NAME)
        .limit(MAX_PEOPLE)
    )
    if search.user_id is not None:
        statement = statement.where(User.id == search.user_id)
    return (await session.execute(statement)).mappings().all()


async def page(
    session: AsyncSession, user: CurrentUser, filters: AuditPage, typed: Typed = NOTHING_TYPED
) -> tuple[list[RowMapping], bool]:
    """One page, newest first, and whether there are older entries."""
    conditions = _conditions(user, filters, typed)
    if filters.before is not None:
        conditions.append(AuditEntry.id < filters.before)
    newest = _newest(filters, typed, conditions, filters.length + 1)
    statement = (
        select(AuditEntry.__table__, User.username, User.first_name, User.last_name)
        .join(newest, and_(newest.c.id == AuditEntry.id, newest.c.at == AuditEntry.at))
        .outerjoin(User, User.id == AuditEntry.user_id)
        .order_by(AuditEntry.id.desc())
    )
    rows = (await session.execute(statement)).mappings().all()
    return list(rows[: filters.length]), len(rows) > filters.length


async def all_linked(
    database: Database, user: CurrentUser, filters: AuditFilter, typed: Typed = NOTHING_TYPED
) -> AsyncIterator[RowMapping]:
    """Every entry with its link, oldest first, in one transaction per batch."""
    conditions = _conditions(user, filters, typed)
    if typed.actions is not None:
        conditions.append(_in_text(typed))
    statement = (
        select(
            AuditEntry.__table__,
            User.username,
            User.first_name,
            User.last_name,
            AuditLink.position,
            AuditLink.hash,
        )
        .outerjoin(User, User.id == AuditEntry.user_id)
        .outerjoin(AuditLink, AuditLink.entry_id == AuditEntry.id)
        .where(*conditions)
        .order_by(AuditEntry.id)
        .limit(EXPORT_BATCH)
    )
    last = 0
    while True:
        async with database.session() as session:
            rows = (await session.execute(statement.where(AuditEntry.id > last))).mappings().all()
        for row in rows:
            yield row
        if len(rows) < EXPORT_BATCH:
            return
        last = rows[-1]["id"]


def _newest(filters: AuditFilter, typed: Typed, conditions: Sequence[ColumnElement[bool]], count: int) -> CTE:
    """The `id` and `at` of the newest entries that meet all conditions."""
    matching = select(AuditEntry.id, AuditEntry.at).where(*conditions)
    if filters.patient_id is not None or typed.emr_id is not None:
        if typed.actions is not None:
            matching = matching.where(_in_text(typed))
        about = matching.cte("about").prefix_with("materialized", dialect="postgresql")
        return select(about).order_by(about.c.id.desc()).limit(count).cte("newest")
    if typed.actions is not None:
        return _newest_in_text(matching, typed, count)
    return matching.order_by(AuditEntry.id.desc()).limit(count).cte("newest")


def _newest_in_text(matching: Select[int, datetime], typed: Typed, count: int) -> CTE:
    """Of each action and of each person the newest, and of those the newest again: each is in the order of an index."""

    def newest_of(values: ColumnElement[Any], column: Any) -> Select[int, datetime]:
        each = func.unnest(values).table_valued("value").render_derived(name=f"each_{column.key}")
        newest = matching.where(column == each.c.value).order_by(AuditEntry.id.desc()).limit(count).lateral()
        return select(newest.c.id, newest.c.at).select_from(each.join(newest, true()))

    actions = bindparam(None, list(typed.actions or ()), type_=ARRAY(String))
    found = newest_of(actions, AuditEntry.action).union(newest_of(id_array(typed.user_ids), AuditEntry.user_id))
    ids = found.subquery()
    return select(ids).order_by(ids.c.id.desc()).limit(count).cte("newest")


def _in_text(typed: Typed) -> ColumnElement[bool]:
    return or_(AuditEntry.action.in_(typed.actions or ()), AuditEntry.user_id == any_(id_array(typed.user_ids)))


def _conditions(user: CurrentUser, filters: AuditFilter, typed: Typed) -> list[ColumnElement[bool]]:
    conditions = [readable_by(user)]
    if filters.user_id is not None:
        conditions.append(AuditEntry.user_id == filters.user_id)
    if filters.action is not None:
        conditions.append(AuditEntry.action == filters.action)
    if filters.result is not None:
        conditions.append(literal_column(_BY_RESULT[filters.result], Boolean))
    return [*conditions, *_about(user, filters, typed), *_between(filters)]


def _about(user: CurrentUser, filters: AuditFilter, typed: Typed) -> list[ColumnElement[bool]]:
    """Only entries that may show what is searched for: it must not leak who or what is another organization's.

    That is, those about the reader's organizations only; for an id or an object of Wardline's also what succeeded.
    """
    own = id_array(user.administered_organization_ids)
    within_reach = AuditEntry.organization_ids.contained_by(own)
    succeeded_or_own = or_(AuditEntry.status < FIRST_ERROR_STATUS, within_reach & (AuditEntry.organization_ids != []))
    conditions: list[ColumnElement[bool]] = []
    if filters.patient_id is not None:
        conditions += [AuditEntry.patient_ids.contains([filters.patient_id]), succeeded_or_own]
    if filters.object is not None:
        conditions += [_detail("object") == filters.object, AuditEntry.organization_ids.overlap(own), succeeded_or_own]
    if filters.object_kind is not None:
        conditions.append(_detail("objectKind") == filters.object_kind)
    if typed.emr_id is not None:
        conditions += [AuditEntry.emr_ids.contains([typed.emr_id]), within_reach]
    return conditions


def _between(filters: AuditFilter) -> list[ColumnElement[bool]]:
    """Ids follow the time, so that they bound what is read in the order of the ids."""
    conditions: list[ColumnElement[bool]] = []
    if filters.since is not None:
        conditions += [AuditEntry.at >= filters.since, AuditEntry.id > _id_at(filters.since - SET_BACK) - STEP]
    if filters.until is not None:
        conditions += [AuditEntry.at < filters.until, AuditEntry.id <= _id_at(filters.until + SET_BACK)]
    return conditions


def _id_at(moment: datetime) -> ColumnElement[int]:
    """The id of an entry not before `moment`, at most `STEP` after the last one that is. Found once per statement."""
    return select(func.audit_entry_id_at(moment, type_=BigInteger)).scalar_subquery()


def _detail(name: str) -> ColumnElement[str]:
    """As in the index of objects."""
    return literal_column(f"(audit_entries.details ->> '{name}')", String)
