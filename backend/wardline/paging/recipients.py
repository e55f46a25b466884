"""Who is paged. Pure functions of the data that was read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import ACKNOWLEDGE_TRANSFER
from wardline.consults.models import Consult
from wardline.consults.reach import reach_of
from wardline.directory.coordinators import is_coordinator
from wardline.paging.choices import PageTarget


@dataclass(frozen=True, slots=True)
class Duty:
    """Everyone who can be paged about some consults, as of now."""

    on_call: Mapping[int, Sequence[CurrentUser]]
    """By line."""
    planned: Mapping[tuple[int, bool], Sequence[CurrentUser]]
    """By line, and whether for all notifications: whoever a call schedule plans, on call or not."""
    transfer_side: Sequence[CurrentUser]
    """Everyone who may acknowledge transfers."""
    named: Mapping[int, CurrentUser]
    """By id: those who requested or acknowledged one of the consults, or are responsible for it."""


@dataclass(frozen=True, slots=True)
class Recipient:
    user: CurrentUser
    target: PageTarget
    may_view: bool
    """Someone who may not view the consult is not paged, but recorded."""


def recipients(
    targets: Iterable[PageTarget], consult: Consult, duty: Duty, *, author_id: int | None
) -> list[Recipient]:
    """Each person once, for the first of the targets that they are in, without the author."""
    found: dict[int, Recipient] = {}
    for target in targets:
        for user in _of_target(target, consult, duty):
            if user.id != author_id and user.id not in found:
                found[user.id] = Recipient(user, target, reach_of(user).includes(consult))
    return list(found.values())


def _of_target(target: PageTarget, consult: Consult, duty: Duty) -> Iterator[CurrentUser]:
    line_id = consult.service_line_id
    on_call = duty.on_call.get(line_id, ())
    match target:
        case PageTarget.ALL_NOTIFICATIONS | PageTarget.ESCALATION_ONLY:
            is_primary = target is PageTarget.ALL_NOTIFICATIONS
            yield from (user for user in on_call if user.is_virtual and is_primary_on(user, line_id) is is_primary)
        case PageTarget.PLANNED_ALL | PageTarget.PLANNED_ESCALATION:
            yield from duty.planned.get((line_id, target is PageTarget.PLANNED_ALL), ())
        case PageTarget.COORDINATORS:
            # Of a large network's coordinators, most are for other hospitals.
            concerned = (user for user in duty.transfer_side if reach_of(user).includes(consult))
            yield from (user for user in concerned if is_coordinator(user))
        case PageTarget.TRANSFER_ON_CALL:
            yield from (user for user in on_call if user.may(ACKNOWLEDGE_TRANSFER))
        case PageTarget.REQUESTER | PageTarget.ACKNOWLEDGER | PageTarget.RESPONSIBLE:
            user = duty.named.get(_person_id(target, consult, duty) or 0)
            if user is not None:
                yield user
        case PageTarget.LAST_RESORT:
            return


def is_primary_on(user: CurrentUser, line_id: int) -> bool:
    """Whether the user's check-in on the line is for all notifications."""
    return any(check_in.primary for check_in in user.check_ins if check_in.service_line_id == line_id)


def is_on_call_for(user_id: int | None, consult: Consult, duty: Duty) -> bool:
    """Whether this user is on call for the consult's line."""
    return any(user.id == user_id for user in duty.on_call.get(consult.service_line_id, ()))


def _person_id(target: PageTarget, consult: Consult, duty: Duty) -> int | None:
    if target is PageTarget.REQUESTER:
        return consult.created_by_id
    if target is PageTarget.RESPONSIBLE:
        return consult.responsible_id
    if consult.handed_over_to_id is None:
        return consult.acknowledged_by_id
    # Whoever has handed the consult over may be off duty; and as long as whoever took it over is there, they answer.
    before = consult.acknowledged_by_id
    is_needed = not is_on_call_for(consult.responsible_id, consult, duty)
    return before if is_needed and is_on_call_for(before, consult, duty) else None
