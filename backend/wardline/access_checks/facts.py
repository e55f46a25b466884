"""What a rule looked at besides permissions, in words: where the person belongs, and how things are.

Facts decide nothing: which of them are told follows from what the rule has read of the person, and how it ended.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from wardline.access_checks.choices import ActionGroup, FactKind
from wardline.access_checks.objects import About, Named
from wardline.access_checks.observed import ObservedUser
from wardline.access_checks.schemas import Fact
from wardline.consults.choices import ConsultState
from wardline.consults.reach import emergencies_of
from wardline.core.errors import ProductError
from wardline.service_lines.registry import line_of

_STATES: Final[Mapping[ConsultState, str]] = {
    ConsultState.NEW: "waiting for someone to acknowledge it",
    ConsultState.PENDING: "pending",
    ConsultState.DISCHARGED: "pending, and its patient is discharged",
    ConsultState.COMPLETED: "completed",
    ConsultState.CANCELLED: "cancelled",
}
_NEEDS_DUTY: Final = frozenset({"not_checked_in", "consult_not_found", "on_call_elsewhere"})
"""Refusals that being on call for the line would have averted."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the facts name."""

    line_names: Mapping[int, str]
    """Of the lines that the person is on call for."""
    lines_of_location: Collection[int]
    """Those that may be requested where the question is about, if it is about a location and a line."""


def facts_about(
    user: ObservedUser, about: About, around: Surroundings, *, group: ActionGroup, refusal: ProductError | None
) -> list[Fact]:
    """What was read of the person is in `user.seen`."""
    seen = frozenset(user.seen)
    return [
        *_of_organization(user, about.organization, seen, only_own=group is ActionGroup.ADMINISTRATION),
        *_of_location(user, about, seen),
        *_of_line(user, about.line, seen),
        *_of_duty(user, about.line, around.line_names, seen, refusal.code if refusal is not None else ""),
        *_of_request(about, around.lines_of_location, group),
        *_of_state(about.state),
        *_of_emergency(user, about, seen),
    ]


def _of_organization(
    user: ObservedUser, organization: Named | None, seen: Collection[str], *, only_own: bool
) -> Iterable[Fact]:
    if organization is None or "organization_ids" not in seen:
        return
    name = organization.name
    if organization.id in user.organization_ids:
        yield Fact(kind=FactKind.ORGANIZATION, holds=True, text=f"They belong to {name}.")
    elif organization.id in user.served_organization_ids and not only_own:
        text = f"They do not belong to {name}, but are on call for a service line that it may request."
        yield Fact(kind=FactKind.ORGANIZATION, holds=True, text=text)
    else:
        alone = "" if only_own else ", and are not on call for a service line that it may request"
        yield Fact(kind=FactKind.ORGANIZATION, holds=False, text=f"They do not belong to {name}{alone}.")


def _of_location(user: ObservedUser, about: About, seen: Collection[str]) -> Iterable[Fact]:
    if about.location is None:
        return
    name = about.location.name
    if "location_ids" in seen:
        works = about.location.id in user.location_ids
        text = f"They work at {name}." if works else f"They do not work at {name}."
        yield Fact(kind=FactKind.LOCATION, holds=works, text=text)
    if about.is_location_active is False:
        yield Fact(kind=FactKind.LOCATION, holds=False, text=f"{name} is switched off.")


def _of_line(user: ObservedUser, line: Named | None, seen: Collection[str]) -> Iterable[Fact]:
    if line is None:
        return
    if "member_line_ids" in seen:
        if line.id in user.own_line_ids:
            yield Fact(kind=FactKind.LINE, holds=True, text=f"{line.name} is one of their service lines.")
        else:
            holds = None if line.id in user.checked_in_line_ids else False
            yield Fact(kind=FactKind.LINE, holds=holds, text=f"{line.name} is not one of their service lines.")
    elif "requestable_line_ids" in seen:
        may = line.id in user.requestable_line_ids
        text = f"They may request {line.name}." if may else f"They may not request {line.name}."
        yield Fact(kind=FactKind.LINE, holds=may, text=text)
    if "active_line_ids" in seen:
        may = line.id in user.active_line_ids
        text = f"They may go on call for {line.name}." if may else f"They may not go on call for {line.name}."
        yield Fact(kind=FactKind.LINE, holds=may, text=text)


def _of_duty(
    user: ObservedUser, line: Named | None, line_names: Mapping[int, str], seen: Collection[str], code: str
) -> Iterable[Fact]:
    if "check_ins" not in seen:
        return
    names = [line_names[check_in.service_line_id] for check_in in user.check_ins]
    others = f" They are on call for {' and '.join(names)}." if names else ""
    if line is None:
        yield Fact(kind=FactKind.ON_CALL, holds=None, text=others.strip() or "They are not on call.")
    elif line.id in user.checked_in_line_ids:
        yield Fact(kind=FactKind.ON_CALL, holds=True, text=f"They are on call for {line.name}.")
    else:
        holds = False if code in _NEEDS_DUTY else None
        yield Fact(kind=FactKind.ON_CALL, holds=holds, text=f"They are not on call for {line.name}.{others}")


def _of_request(about: About, lines_of_location: Collection[int], group: ActionGroup) -> Iterable[Fact]:
    if about.line is None:
        return
    if group is ActionGroup.REQUESTS and about.location is not None:
        may = about.line.id in lines_of_location
        text = f"{about.line.name} {'can' if may else 'cannot'} be requested from {about.location.name}."
        yield Fact(kind=FactKind.LOCATION, holds=may, text=text)
    if group is ActionGroup.TRANSFERS and not line_of(about.line.id).takes_transfers:
        text = f"Patients of consults for {about.line.name} are not transferred."
        yield Fact(kind=FactKind.LINE, holds=False, text=text)


def _of_state(state: ConsultState | None) -> Iterable[Fact]:
    if state is not None:
        yield Fact(kind=FactKind.CONSULT, holds=None, text=f"The consult is {_STATES[state]}.")


def _of_emergency(user: ObservedUser, about: About, seen: Collection[str]) -> Iterable[Fact]:
    """Times are in UTC, because the reader's zone is not known."""
    if "emergencies" not in seen:
        return
    ends = [each.expires_at for each in emergencies_of(user) if about.consult_id in each.consult_ids]
    if ends:
        text = f"Emergency access lets them read the consult until {max(ends):%H:%M} UTC, and do nothing else with it."
        yield Fact(kind=FactKind.CONSULT, holds=True, text=text)
