"""How long an organization's records are kept, and a legal hold, with valid bodies."""

from typing import Any, Final

import httpx
from sqlalchemy import text

from conftest import RolledBackDatabase

OF_PERIODS: Final = b"/api/retention/periods/"
"""Paths of changes that name the version they change, which is `NEVER_SET` in `retention.service`."""
NEVER_SET: Final = "0"
_PERMIT: Final = """
insert into role_permissions (role_id, action, subject)
select id, 'Manage', 'Retention' from roles where name = 'Administrator'
"""


async def build_retention(
    client: httpx.AsyncClient, database: RolledBackDatabase, ids: dict[str, str], foreign: dict[str, str]
) -> dict[str, Any]:
    """The administrator manages retention, too, and has begun a hold; returns the bodies."""
    async with database.transaction() as session:
        await session.execute(text(_PERMIT))
    organization_id = int(ids["organization_id"])
    hold = {
        "organizationId": organization_id,
        "scope": "consult",
        "consultId": ids["consult_id"],
        "fromAt": "2020-01-01T00:00:00Z",
        "untilAt": "2021-01-01T00:00:00Z",
        "reason": "A suit",
    }
    added = await client.post("/retention/holds", json=hold)
    assert added.status_code == 201, added.text
    ids["hold_id"], foreign["hold_id"] = str(added.json()["id"]), "999999"
    return {
        "setRetentionPeriod": {"organizationId": organization_id, "days": 4000, "reason": "State law"},
        "addLegalHold": hold,
        "endLegalHold": {"reason": "Settled"},
    }
