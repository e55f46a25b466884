"""The response about one consult: its own fields, those of every other domain, and what the user may do with it."""

import uuid
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consult_views.registry import PARTS
from wardline.consult_views.schemas import READ_BODIES
from wardline.consults import policies
from wardline.consults.errors import ConsultNotFound, ConsultRemoved
from wardline.consults.reading import record_emergency
from wardline.consults.repository import ConsultRepository, viewers_query
from wardline.consults.responses import own_fields
from wardline.consults.schemas import EmergencyUntil, OwnConsult
from wardline.core import clock
from wardline.core.db.statements import fetch_together
from wardline.core.forms.choices import Choice
from wardline.service_lines.registry import line_of


async def read_consult(
    session: AsyncSession, consult_id: uuid.UUID, user: CurrentUser, *, in_emergency: bool = False
) -> OwnConsult:
    """The whole consult as this user sees it now; `in_emergency` as for `reach_of`.

    Raises:
        ConsultNotFound: the consult does not exist, or the user may not view it.
        ConsultRemoved: it existed, and the user could have viewed it.
    """
    repository = ConsultRepository(session)
    row = await repository.get(user, consult_id, in_emergency=in_emergency)
    if row is None:
        removed_at = await repository.removed_at(user, consult_id)
        raise ConsultNotFound if removed_at is None else ConsultRemoved(removed_at)
    emergency = await record_emergency(session, user, row) if in_emergency else None
    queries = [viewers_query(consult_id, clock.now()), *(part.query(consult_id) for part in PARTS)]
    viewers, *of_parts = await fetch_together(session, queries)
    fields: dict[str, Any] = own_fields(row, viewers)
    actions: list[Choice] = [*policies.allowed_actions(user, row)]
    for part, rows in zip(PARTS, of_parts, strict=True):
        loaded = part.load(rows)
        fields |= dict(part.read(loaded))
        if part.actions is not None:
            actions += part.actions.allowed(user, row, loaded)
    if emergency is not None:
        actions = []
        fields["emergency_access"] = EmergencyUntil.model_validate(emergency)
    return READ_BODIES[line_of(row.service_line_id).slug](**fields, allowed_actions=actions)
