"""Makes the moves of a request that nobody answers, in memory. No queries."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from wardline.access.current_user import CurrentUser, OpenCheckIn
from wardline.consults.models import Consult
from wardline.paging.choices import SkipReason
from wardline.paging.duty import planned_in
from wardline.paging.models import Escalation
from wardline.paging.moves import Move
from wardline.paging.moving import Page, all_moves, make_move
from wardline.paging.recipients import Duty


@dataclass(frozen=True, slots=True)
class Staff:
    """Who is there during a request, as far as it is known."""

    on_call: Sequence[CurrentUser] | None
    """Whoever is checked in; None for a time at which whoever is planned stands for them."""
    shifts: Sequence[Any]
    """Rows of `CallScheduleRepository.planned`."""
    users: Mapping[int, CurrentUser]
    """Those who are planned, by id."""
    transfer_side: Sequence[CurrentUser]

    def duty_at(self, moment: datetime, consult: Consult) -> Duty:
        shifts = [shift for shift in self.shifts if shift.starts_at <= moment < shift.ends_at]
        planned = planned_in(shifts, self.users)
        line_id = consult.service_line_id
        on_call = self.on_call if self.on_call is not None else _checked_in(planned, consult, moment)
        return Duty(on_call={line_id: on_call}, planned=planned, transfer_side=self.transfer_side, named={})


@dataclass(frozen=True, slots=True)
class MadeMove:
    at: datetime
    move: Move
    skipped: SkipReason | None
    pages: Sequence[Page]
    backup_number: str | None


def off_call(users: Iterable[CurrentUser]) -> list[CurrentUser]:
    """The users as if none of them were on call anywhere."""
    return [replace(user, check_ins=(), served_organization_ids=frozenset()) for user in users]


def _checked_in(
    planned: Mapping[tuple[int, bool], Sequence[CurrentUser]], consult: Consult, moment: datetime
) -> list[CurrentUser]:
    """Whoever is planned for the consult's line, as if they had checked in for it."""
    line_id = consult.service_line_id
    found: dict[int, CurrentUser] = {}
    for primary in (True, False):
        check_in = OpenCheckIn(0, 0, line_id, "", primary, moment)
        serves = frozenset({consult.organization_id})
        for user in planned.get((line_id, primary), ()):
            found.setdefault(user.id, replace(user, check_ins=(check_in,), served_organization_ids=serves))
    return list(found.values())


def walk(escalation: Escalation, consult: Consult, staff: Staff, *, backup_number: str) -> list[MadeMove]:
    """All moves until the backup number is called; `escalation` has made none, and `backup_number` is the standard one.

    Each one finds whoever is there when it is due. Nobody answers, and nobody comes or goes between two moves.
    """
    made: list[MadeMove] = []
    while (now := escalation.next_at) is not None and not (made and made[-1].backup_number):
        position, first = escalation.position, escalation.position + escalation.ahead
        skips = len(escalation.skipped)
        duty = staff.duty_at(now, consult)
        # Whom it has paged before changes nothing, because they do not answer.
        moved = make_move(escalation, consult, duty, (), backup_number=backup_number, now=now)
        reasons = [SkipReason(skipped["reason"]) for skipped in escalation.skipped[skips:]]
        for offset in range(escalation.position - position):
            move = all_moves(escalation)[first + offset]
            made.append(
                MadeMove(
                    at=now,
                    move=move,
                    skipped=reasons[offset] if offset < len(reasons) else None,
                    pages=[page for page in moved.pages if page.position == position + offset],
                    backup_number=moved.backup_number if move.is_last_resort else None,
                )
            )
    return made


def longest(escalation: Escalation) -> timedelta:
    """How long after its first move its last one follows at most."""
    return timedelta(seconds=sum(move.wait_seconds for move in all_moves(escalation)))
