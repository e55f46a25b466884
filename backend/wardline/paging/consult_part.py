"""What paging adds to the response about a consult, and how it reacts to what happens to consults."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Uuid, bindparam, exists, func, select

from wardline.access.current_user import CurrentUser
from wardline.consults.cards import json_of, of_consult
from wardline.consults.models import Consult
from wardline.consults.parts import Actions, CardPart, ConsultPart
from wardline.consults.schemas import CardPerson
from wardline.core.db.statements import Execution, compile_statement
from wardline.core.forms.wire import ReadModel, UtcDateTime
from wardline.paging import policies
from wardline.paging.choices import EscalationKind, PagingAction
from wardline.paging.conditions import IS_WAITED_FOR
from wardline.paging.models import IS_RUNNING, Escalation, PagedPerson
from wardline.paging.policies import RunningEscalation
from wardline.paging.starting import REACTIONS
from wardline.people.models import IS_OPEN, CheckIn, User
from wardline.people.schemas import Person

_QUERY: Final = compile_statement(
    select(
        User.id,
        User.username,
        User.first_name,
        User.last_name,
        exists()
        .where(CheckIn.user_id == User.id, CheckIn.service_line_id == Consult.service_line_id, IS_OPEN, User.active)
        .correlate(User, Consult)
        .label("is_on_call"),
        Escalation.id.label("escalation_id"),
        Escalation.kind,
        Escalation.started_at,
        Escalation.next_at,
        func.array(
            select(PagedPerson.user_id)
            .where(
                PagedPerson.escalation_id == Escalation.id,
                IS_WAITED_FOR,
            )
            .correlate(Escalation)
            .scalar_subquery()
        ).label("waiting_user_ids"),
    )
    .select_from(Consult)
    .outerjoin(User, User.id == Consult.responsible_id)
    .outerjoin(Escalation, (Escalation.consult_id == Consult.id) & IS_RUNNING)
    .where(Consult.id == bindparam("consult_id", type_=Uuid()))
)
"""Who is responsible, with each running escalation, or once if there is none."""
_HANDED_OVER_TO: Final = of_consult(
    json_of(CardPerson, User, {}),
    User.id == Consult.handed_over_to_id,
    Consult.handed_over_to_id.is_distinct_from(Consult.acknowledged_by_id),
)


@dataclass(frozen=True, slots=True)
class Answering:
    """Who answers a consult, and who is being paged about it."""

    responsible: Person | None
    is_responsible_on_call: bool
    running: Sequence[RunningEscalation]


class ConsultPaging(ReadModel):
    """The request has not been acknowledged, and people are being paged."""

    id: int
    """Of the page, for those who are paged."""
    started_at: UtcDateTime
    next_at: UtcDateTime | None
    """When more people are paged; null if nobody is left to page."""


class PagingFields(ReadModel):
    paging: ConsultPaging | None
    responsible: Person | None
    """Who acknowledged the consult, or the person to whom it was handed over last."""


class HandedOver(ReadModel):
    handed_over_to: CardPerson | None
    """Who is responsible, if that is not whoever acknowledged the consult."""


def _query(consult_id: uuid.UUID) -> Execution:
    return _QUERY, {"consult_id": consult_id}


def _load(rows: Sequence[Any]) -> Answering:
    responsible = next((Person.model_validate(row) for row in rows if row.id is not None), None)
    running = [
        RunningEscalation(
            row.escalation_id, EscalationKind(row.kind), row.started_at, row.next_at, frozenset(row.waiting_user_ids)
        )
        for row in rows
        if row.escalation_id is not None
    ]
    return Answering(responsible, any(row.is_on_call for row in rows), running)


def _read(answering: Answering) -> PagingFields:
    request = next((each for each in answering.running if each.kind is EscalationKind.REQUEST), None)
    paging = ConsultPaging.model_validate(request) if request is not None else None
    return PagingFields(paging=paging, responsible=answering.responsible)


def _allowed_actions(user: CurrentUser, consult: Consult, answering: Answering) -> list[PagingAction]:
    return policies.allowed_actions(
        user, consult, answering.running, is_responsible_on_call=answering.is_responsible_on_call
    )


PAGING: Final = ConsultPart(
    query=_query,
    load=_load,
    fields=PagingFields,
    read=_read,
    actions=Actions(PagingAction, _allowed_actions),
    card=CardPart(HandedOver, {"handed_over_to": _HANDED_OVER_TO}),
    reactions=REACTIONS,
)
