"""How clients fare, for administrators: when each was last answered, and what it was last refused."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import ARRAY, Integer, Text, any_, bindparam, select
from sqlalchemy.dialects.postgresql import distinct_on

from wardline.core.db.statements import AnyConnection, array_literal, compile_statement, fetch_all
from wardline.scim.clients import Secret, clients_by_name
from wardline.scim.models import ScimProblem, ScimSecret

_USED: Final = compile_statement(
    select(ScimSecret.digest, ScimSecret.used_at).where(
        ScimSecret.digest == any_(bindparam("digests", type_=ARRAY(Text)))
    )
)
_REFUSED: Final = compile_statement(
    select(ScimProblem.organization_id, ScimProblem.client, ScimProblem.at, ScimProblem.message)
    .where(ScimProblem.organization_id == any_(bindparam("organizations", type_=ARRAY(Integer))))
    .ext(distinct_on(ScimProblem.organization_id, ScimProblem.client))
    .order_by(ScimProblem.organization_id, ScimProblem.client, ScimProblem.id.desc())
)


@dataclass(frozen=True, slots=True)
class ClientStanding:
    """`answered_at`: when it last asked for something and got it, to the minute. `refused_at`: when not, and why."""

    name: str
    organization_id: int
    answered_at: datetime | None
    refused_at: datetime | None
    refusal: str | None


async def standing(
    connection: AnyConnection, secrets: Collection[Secret], organizations: Mapping[str, int]
) -> list[ClientStanding]:
    """The clients among these that act in one of the organizations, whose ids are given by their codes."""
    own = [secret for secret in secrets if secret.client.organization in organizations]
    if not own:
        return []
    rows = await fetch_all(connection, _USED, {"digests": array_literal(secret.stored for secret in own)})
    used = {row.digest: row.used_at for row in rows}
    rows = await fetch_all(connection, _REFUSED, {"organizations": array_literal(organizations.values())})
    refused = {(row.organization_id, row.client): row for row in rows}
    found = []
    for client, of_client in clients_by_name(own):
        organization_id = organizations[client.organization]
        refusal = refused.get((organization_id, client.name))
        times = [used[secret.stored] for secret in of_client if secret.stored in used]
        found.append(
            ClientStanding(
                name=client.name,
                organization_id=organization_id,
                answered_at=max(times, default=None),
                refused_at=refusal.at if refusal else None,
                refusal=refusal.message if refusal else None,
            )
        )
    return found
