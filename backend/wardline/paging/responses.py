"""Escalations as wire types."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import LIST_CONSULT, LIST_TRANSFER
from wardline.outbox.repository import DeliveryProgress
from wardline.paging.choices import CONFIRMING, EndReason, EscalationKind, NotPaged, PageChannel, PageTarget
from wardline.paging.models import Escalation, Notice, PagedPerson
from wardline.paging.moves import COORDINATORS_POSITION
from wardline.paging.moving import backup_number_of, can_answer, next_move
from wardline.paging.paths import path_of
from wardline.paging.schemas import (
    ConsultOfPage,
    EscalationRead,
    NoticeRead,
    PagedPersonRead,
    PageRead,
    SkippedMove,
)
from wardline.people.models import User

Sent = tuple[Notice, DeliveryProgress | None]


def page(row: Any, user: CurrentUser) -> PageRead:
    """`row` is one of `PagingRepository.waiting_for`."""
    return PageRead.model_validate(row._asdict() | {"path": _path(row, user)})


def consult_of_page(row: Escalation, user: CurrentUser, ended_by: User | None) -> ConsultOfPage:
    taken_by = None
    if row.end_reason == EndReason.ACKNOWLEDGED and ended_by is not None and ended_by.id != user.id:
        taken_by = f"{ended_by.first_name} {ended_by.last_name}"
    return ConsultOfPage(consult_id=row.consult_id, path=_path(row, user), taken_by=taken_by)


def _path(row: Any, user: CurrentUser) -> str:
    return path_of(
        row.kind,
        row.consult_id,
        lists_consults=user.may(LIST_CONSULT),
        lists_transfers=user.may(LIST_TRANSFER),
    )


def escalation(
    row: Escalation,
    people: Sequence[PagedPerson],
    sent: Sequence[Sent],
    users: Mapping[int, User],
    *,
    backup_number: str,
) -> EscalationRead:
    """`people` and `sent` are those of this escalation; `backup_number` is for lines without a policy of their own."""
    # A follow-up that has told coordinators ends at that time, unless whoever is responsible is off call then.
    has_told = row.kind == EscalationKind.FOLLOW_UP and row.position > COORDINATORS_POSITION
    following = next_move(row) if row.next_at is not None and not has_told else None
    paged = [_person(each, _notices(sent, each), users[each.user_id]) for each in people]
    backup = [each for each in sent if each[0].user_id is None]
    if backup:
        paged.append(_backup(backup))
    waited_for: set[int | None] = {each.user_id for each in people if can_answer(each)}
    if _is_backup_reached(people, backup):
        waited_for.add(None)
    return EscalationRead(
        id=row.id,
        kind=EscalationKind(row.kind),
        comment_id=row.comment_id,
        started_at=row.started_at,
        next_at=row.next_at if following is not None else None,
        next_targets=list(following.targets) if following is not None else [],
        ended_at=row.ended_at,
        end_reason=EndReason(row.end_reason) if row.end_reason is not None else None,
        is_anyone_reached=any(_is_reached(row, person) for person in paged if person.user_id in waited_for),
        backup_number=backup_number_of(row, backup_number),
        people=paged,
        skipped=[SkippedMove.model_validate(skipped) for skipped in row.skipped],
    )


def _is_reached(row: Escalation, person: PagedPersonRead) -> bool:
    """Coordinators cannot take a request on, so of them only those count who know of it."""
    if row.kind != EscalationKind.REQUEST or person.target != PageTarget.COORDINATORS:
        return person.is_reached
    return person.seen_at is not None or person.heard_at is not None


def _is_backup_reached(people: Sequence[PagedPerson], calls: Sequence[Sent]) -> bool:
    """Whether a key was pressed there since the last person who could have answered declined or went off call."""
    left = [at for person in people for at in (person.declined_at, person.gone_at) if at is not None]
    heard = [notice.heard_at for notice, _ in calls if notice.heard_at is not None]
    return bool(heard) and (not left or max(heard) >= max(left))


def _notices(sent: Sequence[Sent], person: PagedPerson) -> list[NoticeRead]:
    return [_notice(notice, progress, person) for notice, progress in sent if notice.user_id == person.user_id]


def _person(row: PagedPerson, notices: list[NoticeRead], user: User) -> PagedPersonRead:
    return PagedPersonRead(
        user_id=row.user_id,
        first_name=user.first_name,
        last_name=user.last_name,
        target=PageTarget(row.target),
        not_paged=NotPaged(row.not_paged) if row.not_paged is not None else None,
        first_at=row.first_at,
        **_in_short(notices, row.first_at, has_reacted=bool(row.seen_at or row.heard_at)),
        seen_at=row.seen_at,
        heard_at=row.heard_at,
        gone_at=row.gone_at,
        declined_at=row.declined_at,
        decline_reason=row.decline_reason,
    )


def _backup(sent: Sequence[Sent]) -> PagedPersonRead:
    first_at = sent[0][0].queued_at
    heard_at = max((notice.heard_at for notice, _ in sent if notice.heard_at is not None), default=None)
    notices = [_notice(notice, progress, None) for notice, progress in sent]
    return PagedPersonRead(
        user_id=None,
        first_name=None,
        last_name=None,
        target=PageTarget.LAST_RESORT,
        not_paged=None,
        first_at=first_at,
        **_in_short(notices, first_at, has_reacted=heard_at is not None),
        seen_at=None,
        heard_at=heard_at,
        gone_at=None,
        declined_at=None,
        decline_reason=None,
    )


def _in_short(notices: Sequence[NoticeRead], first_at: datetime, *, has_reacted: bool) -> dict[str, Any]:
    """What all of a person's notices come to."""
    times = {notice.queued_at for notice in notices}
    has_received = any(notice.delivered_at and notice.channel in CONFIRMING for notice in notices)
    return {
        "last_at": max(times, default=first_at),
        "times_paged": len(times),
        "is_reached": has_reacted or has_received,
        "notices": _latest(notices),
    }


def _latest(notices: Sequence[NoticeRead]) -> list[NoticeRead]:
    """Of each contact the last notice that was sent or failed, and the one that waits; if none was sent, the last."""
    latest: list[NoticeRead] = []
    by_contact: dict[tuple[PageChannel, int | None], list[NoticeRead]] = {}
    for notice in notices:
        by_contact.setdefault((notice.channel, notice.contact_id), []).append(notice)
    for repeats in by_contact.values():
        handled = [notice for notice in repeats if notice.sent_at or notice.failed_at]
        latest += handled[-1:] or repeats[-1:]
        if handled and repeats[-1].due_at is not None:
            latest.append(repeats[-1])
    return latest


def _notice(notice: Notice, progress: DeliveryProgress | None, person: PagedPerson | None) -> NoticeRead:
    """A page on a screen is sent at once, and delivered when a browser first shows it; an e-mail is only sent."""
    is_on_screen = notice.channel == PageChannel.SCREEN
    is_waiting = not is_on_screen and notice.delivery_id is None and notice.withdrawn_at is None
    if is_on_screen:
        delivered_at = person.shown_at if person is not None else None
    else:
        delivered_at = progress.delivered_at if progress is not None and notice.channel != PageChannel.EMAIL else None
    return NoticeRead(
        channel=PageChannel(notice.channel),
        contact_id=notice.contact_id,
        is_unverified=notice.user_id is not None and notice.phone_number is not None,
        target=PageTarget(notice.target),
        queued_at=notice.queued_at,
        due_at=notice.due_at if is_waiting else None,
        sent_at=notice.queued_at if is_on_screen else progress and progress.sent_at,
        delivered_at=delivered_at,
        failed_at=progress.failed_at if progress is not None else None,
        withdrawn_at=notice.withdrawn_at,
        reason=progress.reason if progress is not None and progress.failed_at is not None else None,
    )
