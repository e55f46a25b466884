"""What the queries about paging look for, as conditions in SQL."""

from typing import Final

from sqlalchemy import ColumnElement, Subquery, and_, any_, case, exists, or_

from wardline.access.permissions import GIVE_CONSULT
from wardline.call_schedules.repository import planned_people
from wardline.core.db.statements import Moment
from wardline.paging.choices import ON_CALL, PLANNED, EscalationKind, PageTarget
from wardline.paging.models import IS_RUNNING, Escalation, PagedPerson
from wardline.paging.moves import CRITICAL
from wardline.people.models import IS_OPEN, CheckIn, RolePermission, User, UserRole

_IS_PRIMARY: Final = case((CheckIn.primary, PageTarget.ALL_NOTIFICATIONS.value), else_=PageTarget.ESCALATION_ONLY.value)
IS_PROVIDER_ON_CALL: Final = IS_OPEN & exists().where(
    User.id == CheckIn.user_id,
    User.active,
    UserRole.user_id == User.id,
    RolePermission.role_id == UserRole.role_id,
    RolePermission.action == GIVE_CONSULT.action,
    RolePermission.subject == GIVE_CONSULT.subject,
)
"""Whether requests page whoever made the check-in."""
IS_WAITED_FOR: Final = (
    IS_RUNNING
    & PagedPerson.not_paged.is_(None)
    & PagedPerson.declined_at.is_(None)
    # Whoever took a consult over stays responsible for it.
    & (PagedPerson.gone_at.is_(None) | (Escalation.kind == EscalationKind.HAND_OVER.value))
)
"""Whether an escalation and one of its people are something that waits for this person."""
_LOUDEST_KINDS: Final = (
    EscalationKind.REQUEST,
    EscalationKind.HAND_OVER,
    EscalationKind.URGENT_COMMENT,
    EscalationKind.FOLLOW_UP,
    EscalationKind.TRANSFER,
)
LOUDNESS: Final = (
    case({CRITICAL: 0, "urgent": 1}, value=Escalation.priority, else_=2),
    case({kind.value: place for place, kind in enumerate(_LOUDEST_KINDS)}, value=Escalation.kind),
    PagedPerson.seen_at.is_not(None),
    Escalation.started_at,
    Escalation.id,
)
"""The order of what waits for somebody: a patient whom nobody has taken on comes before what others have in hand, and
what they have not seen before what they know about. Screens keep this order."""


def has_due_move(now: Moment) -> tuple[ColumnElement[bool], ...]:
    """Conditions of an escalation whose next move is to be made now."""
    return IS_RUNNING, Escalation.next_at <= now, _may_be_tried(now)


def lacks_someone_on_call(now: Moment) -> tuple[ColumnElement[bool], ...]:
    """Conditions of a request's escalation that has paged a group on call before one of its people came.

    Someone who is checked in and would not be paged does not count (`recipients`): an escalation that is returned
    for them would be returned again and again. Who had no access before they checked in is tried once more.
    """
    return (
        IS_RUNNING,
        Escalation.kind == EscalationKind.REQUEST.value,
        _may_be_tried(now),
        exists().where(
            CheckIn.service_line_id == Escalation.service_line_id,
            CheckIn.user_id.is_distinct_from(Escalation.author_id),
            any_(Escalation.targets) == _IS_PRIMARY,
            # A subquery two levels down finds the outermost row only if it is told to.
            ~exists()
            .where(
                PagedPerson.escalation_id == Escalation.id,
                PagedPerson.user_id == CheckIn.user_id,
                PagedPerson.gone_at.is_(None),
                PagedPerson.not_paged.is_(None) | (PagedPerson.first_at >= CheckIn.checked_in_at),
            )
            .correlate(Escalation, CheckIn),
            IS_PROVIDER_ON_CALL,
        ),
    )


def lacks_someone_planned(now: Moment) -> tuple[ColumnElement[bool], ...]:
    """Conditions of a request's escalation that has paged planned people before one of them was planned.

    Whoever it has anything on record about does not count, also if they have gone: the next move finds them.
    """
    planned = planned_people(now)
    return (
        IS_RUNNING,
        Escalation.kind == EscalationKind.REQUEST.value,
        or_(*(any_(Escalation.targets) == each.value for each in PLANNED)),
        _may_be_tried(now),
        exists().where(
            _is_paged_group(planned),
            planned.c.user_id.is_distinct_from(Escalation.author_id),
            ~exists()
            .where(PagedPerson.escalation_id == Escalation.id, PagedPerson.user_id == planned.c.user_id)
            .correlate(Escalation, planned),
        ),
    )


def waits_for_someone_gone(now: Moment) -> tuple[ColumnElement[bool], ...]:
    """Conditions of an escalation that waits for someone who has gone (`moving.gone_people`)."""
    has_left_since = (
        exists()
        .where(
            CheckIn.user_id == PagedPerson.user_id,
            CheckIn.service_line_id == Escalation.service_line_id,
            CheckIn.checked_out_at >= PagedPerson.first_at,
        )
        .correlate(Escalation, PagedPerson)
    )
    planned = planned_people(now)
    is_planned = (
        exists()
        .where(
            planned.c.user_id == PagedPerson.user_id,
            _is_paged_group(planned),
        )
        .correlate(Escalation, PagedPerson)
    )
    is_on_call = (
        exists()
        .where(
            CheckIn.user_id == PagedPerson.user_id,
            CheckIn.service_line_id == Escalation.service_line_id,
            IS_OPEN,
            User.id == CheckIn.user_id,
            User.active,
        )
        .correlate(Escalation, PagedPerson)
    )
    return (
        IS_RUNNING,
        _may_be_tried(now),
        exists().where(
            PagedPerson.escalation_id == Escalation.id,
            PagedPerson.not_paged.is_(None),
            PagedPerson.declined_at.is_(None),
            PagedPerson.gone_at.is_(None),
            or_(
                (Escalation.kind == EscalationKind.REQUEST.value)
                & or_(
                    *(PagedPerson.target == target.value for target in ON_CALL),
                    or_(*(PagedPerson.target == target.value for target in PLANNED)) & ~is_planned,
                ),
                Escalation.kind == EscalationKind.HAND_OVER.value,
                # Where nobody else can be told, whoever is responsible is, also off call.
                (Escalation.kind == EscalationKind.FOLLOW_UP.value)
                & (PagedPerson.target == PageTarget.RESPONSIBLE.value)
                & has_left_since,
            ),
            ~is_on_call,
        ),
    )


def _is_paged_group(planned: Subquery) -> ColumnElement[bool]:
    """Whether one of `planned_people` is in a group that an escalation has paged."""
    target = case((planned.c.primary, PageTarget.PLANNED_ALL.value), else_=PageTarget.PLANNED_ESCALATION.value)
    return and_(planned.c.service_line_id == Escalation.service_line_id, any_(Escalation.targets) == target)


def _may_be_tried(now: Moment) -> ColumnElement[bool]:
    """Whether the pause after an error is over."""
    return Escalation.retry_at.is_(None) | (Escalation.retry_at <= now)
