"""Makes an escalation's next move in memory. No queries; `wardline.paging.engine` stores what it returns."""

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pydantic import ValidationError

from wardline.consults.models import Consult
from wardline.core import clock
from wardline.paging.choices import CAN_TAKE_ON, ON_CALL, PLANNED, EscalationKind, PageChannel, PageTarget, SkipReason
from wardline.paging.models import Escalation, PagedPerson
from wardline.paging.moves import (
    BACKUP_SECONDS,
    COORDINATORS_POSITION,
    HEARD_BACKUP_SECONDS,
    ROUNDS,
    Move,
    moves_of,
)
from wardline.paging.recipients import Duty, Recipient, is_on_call_for, recipients
from wardline.paging.schemas import EscalationPolicy, SkippedMove

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Page:
    """One person who is to be paged by the move at `position`, or who should have been."""

    recipient: Recipient
    position: int
    channels: tuple[PageChannel, ...] | None
    """Besides the screen; None for all that the person has."""
    is_first: bool
    """Whether this escalation has not paged them before."""


@dataclass(slots=True)
class Moved:
    pages: list[Page] = field(default_factory=list)
    backup_number: str | None = None
    """The backup number, if it is to be called."""
    is_first_call: bool = False
    """Whether it has not been called before."""


def policy_of(escalation: Escalation) -> EscalationPolicy | None:
    """The hospital's own policy; None for the standard one, which also replaces one that cannot be read.

    A policy may be from an earlier version, and whoever waits must be heard all the same.
    """
    if escalation.policy is None:
        return None
    try:
        return EscalationPolicy.model_validate(escalation.policy)
    except ValidationError:
        log.error("the policy of escalation %s cannot be read; the standard one applies", escalation.id)  # noqa: TRY400
        return None


def all_moves(escalation: Escalation) -> Sequence[Move]:
    kind = EscalationKind(escalation.kind)
    return moves_of(kind, escalation.priority, escalation.completion_limit, policy_of(escalation))


def backup_number_of(escalation: Escalation, standard: str) -> str | None:
    """The number that is called last; `standard` is for lines without a policy of their own."""
    policy = policy_of(escalation)
    if policy is not None:
        return policy.backup_number
    return standard if all_moves(escalation)[-1].is_last_resort else None


def next_move(escalation: Escalation) -> Move | None:
    """The move at its position; after the last one the last resort again, None for escalations without one."""
    return _at(all_moves(escalation), _place(escalation))


def has_made_all(escalation: Escalation) -> bool:
    """Whether each of its moves has been made once, or skipped."""
    return _place(escalation) >= len(all_moves(escalation))


def _place(escalation: Escalation) -> int:
    """Of its next move among `all_moves`."""
    return escalation.position + escalation.ahead


def _at(moves: Sequence[Move], place: int) -> Move | None:
    if place < len(moves):
        return moves[place]
    return moves[-1] if moves[-1].is_last_resort else None


def can_answer(person: PagedPerson) -> bool:
    """Whether someone who was paged has not declined, and has not gone off call since."""
    return person.not_paged is None and person.declined_at is None and person.gone_at is None


def hasten(escalation: Escalation, paged: Collection[PagedPerson], *, called_at: datetime | None) -> None:
    """Let the next move follow at once if nobody who was paged can answer anymore.

    If the backup number has been called before, last at `called_at`, the next move follows five minutes after that.
    """
    if escalation.next_at is None or _is_someone_left(escalation, paged):
        return
    soon = clock.now()
    if called_at is not None:
        soon = max(soon, called_at + timedelta(seconds=BACKUP_SECONDS))
    escalation.next_at = min(escalation.next_at, soon)


def heard_by_backup(escalation: Escalation, paged: Collection[PagedPerson], *, called_at: datetime) -> None:
    """A key was pressed in the call at `called_at`: call again as planned, or sooner if nobody else can answer."""
    move = next_move(escalation)
    if move is None or not move.is_last_resort or not has_made_all(escalation) or escalation.next_at is None:
        return
    limit = move.wait_seconds
    if not _is_someone_left(escalation, paged):
        limit = min(limit, HEARD_BACKUP_SECONDS)
    escalation.next_at = max(escalation.next_at, called_at + timedelta(seconds=limit))


def _is_someone_left(escalation: Escalation, paged: Collection[PagedPerson]) -> bool:
    """Whether a request still waits for someone on call or planned, and anything else for anyone.

    Coordinators cannot acknowledge a request.
    """
    is_request = escalation.kind == EscalationKind.REQUEST
    return any(can_answer(person) and (not is_request or person.target in CAN_TAKE_ON) for person in paged)


def gone_people(escalation: Escalation, duty: Duty, paged: Collection[PagedPerson]) -> list[PagedPerson]:
    """Those for whose answer it waits although they are off call, if `waits_for_someone_gone` has found it."""
    on_call = {user.id for user in duty.on_call.get(escalation.service_line_id, ())}
    is_handed_over = escalation.kind == EscalationKind.HAND_OVER
    return [
        person
        for person in paged
        if can_answer(person)
        and person.user_id not in on_call
        and (is_handed_over or person.target in CAN_TAKE_ON or person.target == PageTarget.RESPONSIBLE)
    ]


def keep_planned(
    escalation: Escalation, consult: Consult, duty: Duty, gone: Collection[PagedPerson]
) -> list[PagedPerson]:
    """Wait for those of these who are planned, if their group of planned people has been paged; returns the others."""
    targets = [PageTarget(target) for target in escalation.targets if target in PLANNED]
    planned = {
        each.user.id: each.target
        for each in recipients(targets, consult, duty, author_id=escalation.author_id)
        if each.may_view
    }
    for person in gone:
        if person.user_id in planned:
            person.target = planned[person.user_id].value
    return [person for person in gone if person.user_id not in planned]


def make_move(
    escalation: Escalation,
    consult: Consult,
    duty: Duty,
    paged: Collection[PagedPerson],
    *,
    backup_number: str,
    now: datetime,
) -> Moved:
    """Make the next move, and at once also those after it, until one of them pages someone.

    Advances the escalation: its position, when the next move is due, what was skipped. If nobody is there who could
    take on a request, the next move is the call of the backup number. `backup_number` is for lines without a policy of
    their own.
    """
    moves, moved = all_moves(escalation), Moved()
    finished = {person.user_id for person in paged if _has_finished(escalation, person)}
    known = {person.user_id for person in paged if person.not_paged is None}
    escalation.next_at = None
    while (move := next_move(escalation)) is not None:
        position = escalation.position
        escalation.position += 1
        if move.is_last_resort:
            moved.backup_number = backup_number_of(escalation, backup_number)
            moved.is_first_call = _place(escalation) == len(moves)
            moved.pages += _coordinators_again(escalation, consult, duty, paged)
            escalation.next_at = now + timedelta(seconds=min(move.wait_seconds, BACKUP_SECONDS))
            break
        if not move.is_open(now):
            _skip(escalation, move, SkipReason.OUTSIDE_HOURS, now)
            continue
        targets = _targets_now(escalation, move, consult, duty)
        escalation.targets = list(dict.fromkeys([*escalation.targets, *targets]))
        found = recipients(targets, consult, duty, author_id=escalation.author_id)
        pages = [
            Page(recipient, position, move.channels, is_first=recipient.user.id not in known)
            for recipient in found
            if recipient.user.id not in finished
        ]
        moved.pages += pages
        _admit([page.recipient for page in pages if page.recipient.may_view], paged, now)
        known |= {page.recipient.user.id for page in pages}
        if any(page.recipient.may_view for page in pages):
            is_anyone_there = _is_anyone_there(escalation, consult, duty, paged)
            _wait_for_answers(escalation, move, now, is_anyone_there=is_anyone_there)
            break
        _skip(escalation, move, SkipReason.ALL_ANSWERED if found else SkipReason.NOBODY, now)
    return moved


def _coordinators_again(
    escalation: Escalation, consult: Consult, duty: Duty, paged: Collection[PagedPerson]
) -> list[Page]:
    """Those who are told again when the backup number is called because nobody is there, a few times at most."""
    times = _place(escalation) - len(all_moves(escalation))
    if times >= ROUNDS - 1 or _is_anyone_there(escalation, consult, duty, paged):
        return []
    known = {person.user_id for person in paged}
    finished = {person.user_id for person in paged if person.seen_at is not None or _has_finished(escalation, person)}
    found = recipients((PageTarget.COORDINATORS,), consult, duty, author_id=escalation.author_id)
    return [
        Page(each, escalation.position - 1, None, is_first=each.user.id not in known)
        for each in found
        if each.user.id not in finished
    ]


def _has_finished(escalation: Escalation, person: PagedPerson) -> bool:
    """Whether somebody is paged no more."""
    if person.declined_at is not None or person.heard_at is not None:
        return True
    if escalation.kind == EscalationKind.HAND_OVER:
        return person.gone_at is not None
    return escalation.kind == EscalationKind.FOLLOW_UP and person.seen_at is not None


def _wait_for_answers(escalation: Escalation, move: Move, now: datetime, *, is_anyone_there: bool) -> None:
    """Decide when the next move follows this one, which has paged people."""
    wait_seconds = move.wait_seconds
    if escalation.kind == EscalationKind.REQUEST and not is_anyone_there:
        *left_out, _ = all_moves(escalation)[_place(escalation) :]
        escalation.ahead += len(left_out)
        # Whoever comes to one of their groups is paged, as if they had been made.
        groups = (target for each in left_out for target in each.targets)
        escalation.targets = list(dict.fromkeys([*escalation.targets, *groups]))
        wait_seconds = min(wait_seconds, BACKUP_SECONDS)
    is_last = has_made_all(escalation)
    if not is_last or escalation.kind == EscalationKind.FOLLOW_UP:  # Which then ends by itself.
        escalation.next_at = now + timedelta(seconds=wait_seconds)


def _is_anyone_there(escalation: Escalation, consult: Consult, duty: Duty, paged: Collection[PagedPerson]) -> bool:
    """Whether someone who has not declined could take the request on, whether they have been paged yet or not.

    That is whoever is on call, and whoever is planned if the policy pages them, which must not wait for access that
    they may never have.
    """
    declined = {person.user_id for person in paged if person.declined_at}
    named = {target for move in all_moves(escalation) for target in move.targets}
    targets = [target for target in CAN_TAKE_ON if target in ON_CALL or target in named]
    found = recipients(targets, consult, duty, author_id=escalation.author_id)
    return any(each.user.id not in declined and (each.may_view or each.target in ON_CALL) for each in found)


def end_moves(escalation: Escalation) -> None:
    """Page nobody anymore although the escalation is still running."""
    escalation.ahead = len(all_moves(escalation)) - escalation.position
    escalation.next_at = None


def has_told_coordinators(escalation: Escalation, consult: Consult, duty: Duty) -> bool:
    """Whether a follow-up is over: coordinators are told again only while whoever is responsible is off call."""
    return escalation.position > COORDINATORS_POSITION and is_on_call_for(consult.responsible_id, consult, duty)


def _targets_now(escalation: Escalation, move: Move, consult: Consult, duty: Duty) -> tuple[PageTarget, ...]:
    """Whom the move pages now: of a follow-up others, if whoever is responsible has gone off call.

    Nobody who is off call is reminded, unless there is nobody else to tell. Whoever has handed the consult over is told
    together with the coordinators.
    """
    if escalation.kind != EscalationKind.FOLLOW_UP or is_on_call_for(consult.responsible_id, consult, duty):
        return move.targets
    handed_over_by = () if consult.handed_over_to_id is None else (PageTarget.ACKNOWLEDGER,)
    others = (PageTarget.COORDINATORS, *handed_over_by)
    if move.targets != (PageTarget.RESPONSIBLE,):
        return others
    return () if recipients(others, consult, duty, author_id=None) else move.targets


def page_newcomers(escalation: Escalation, consult: Consult, duty: Duty, paged: Collection[PagedPerson]) -> Moved:
    """Page those who joined a group after it was paged, or are back on call.

    The next move stays as it is; but if it is the call of the backup number, everything begins anew, because now there
    is someone who can take the request on.
    """
    targets = [PageTarget(target) for target in escalation.targets]
    found = recipients(targets, consult, duty, author_id=escalation.author_id)
    by_id = {person.user_id: person for person in paged}
    newcomers = [each for each in found if _is_new(each, by_id.get(each.user.id))]
    pages = [Page(newcomer, escalation.position - 1, None, is_first=True) for newcomer in newcomers]
    _admit(newcomers, paged, clock.now())
    first, *others = all_moves(escalation)
    if _place(escalation) >= len(others) and any(page.recipient.may_view for page in pages):
        escalation.ahead = 1 - escalation.position
        escalation.next_at = clock.now() + timedelta(seconds=first.wait_seconds)
    return Moved(pages)


def _is_new(recipient: Recipient, person: PagedPerson | None) -> bool:
    """Whether somebody has not been paged, or has come back, or is tried again because they had no access before.

    Whoever has gone and is planned, but has access only on call, stays gone.
    """
    if person is None or person.not_paged is not None:
        return True
    return person.gone_at is not None and (recipient.may_view or recipient.target in ON_CALL)


def _admit(found: Collection[Recipient], paged: Collection[PagedPerson], now: datetime) -> None:
    """Wait for those of these who could not be paged before, because they had no access or had gone."""
    by_id = {recipient.user.id: recipient for recipient in found}
    for person in paged:
        recipient = by_id.get(person.user_id)
        if recipient is None or (person.gone_at is None and person.not_paged is None):
            continue
        person.gone_at = None
        if person.not_paged is not None:
            person.first_at = now
        if recipient.may_view:
            person.not_paged = None


def _skip(escalation: Escalation, move: Move, reason: SkipReason, now: datetime) -> None:
    skipped = SkippedMove(at=now, targets=list(move.targets), reason=reason)
    escalation.skipped = [*escalation.skipped, skipped.model_dump(mode="json")]
