"""What paging adds to the response about a consult, and how it reacts to what happens to consults."""

import uuid
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Uuid, bindparam, func, select

from wardline.consults.parts import Actions, ConsultPart
from wardline.core.db.statements import Execution, compile_statement
from wardline.core.forms.wire import ReadModel, UtcDateTime
from wardline.paging import policies
from wardline.paging.choices import EscalationKind, PagingAction
from wardline.paging.models import IS_RUNNING, Escalation, PagedPerson
from wardline.paging.policies import RunningEscalation
from wardline.paging.starting import REACTIONS

_RUNNING: Final = compile_statement(
    select(
        Escalation.id,
        Escalation.kind,
        Escalation.started_at,
        Escalation.next_at,
        func.array(
            select(PagedPerson.user_id)
            .where(
                PagedPerson.escalation_id == Escalation.id,
                PagedPerson.not_paged.is_(None),
                PagedPerson.declined_at.is_(None),
            )
            .scalar_subquery()
        ).label("waiting_user_ids"),
    ).where(Escalation.consult_id == bindparam("consult_id", type_=Uuid()), IS_RUNNING)
)


class ConsultPaging(ReadModel):
    """The request has not been acknowledged, and people are being paged."""

    id: int
    """Of the page, for those who are paged."""
    started_at: UtcDateTime
    next_at: UtcDateTime | None
    """When more people are paged; null if nobody is left to page."""


class PagingFields(ReadModel):
    paging: ConsultPaging | None


def _query(consult_id: uuid.UUID) -> Execution:
    return _RUNNING, {"consult_id": consult_id}


def _load(rows: Sequence[Any]) -> list[RunningEscalation]:
    return [
        RunningEscalation(
            row.id, EscalationKind(row.kind), row.started_at, row.next_at, frozenset(row.waiting_user_ids)
        )
        for row in rows
    ]


def _read(running: list[RunningEscalation]) -> PagingFields:
    request = next((escalation for escalation in running if escalation.kind is EscalationKind.REQUEST), None)
    return PagingFields(paging=ConsultPaging.model_validate(request) if request is not None else None)


PAGING: Final[ConsultPart[list[RunningEscalation]]] = ConsultPart(
    query=_query,
    load=_load,
    fields=PagingFields,
    read=_read,
    actions=Actions(PagingAction, policies.allowed_actions),
    reactions=REACTIONS,
)
