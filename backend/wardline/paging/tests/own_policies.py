"""Escalation policies of hospitals in tests."""

from typing import Any, Final

import httpx

LAKESHORE: Final = "Lakeshore Health Network"


def step(after_seconds: int, *targets: str, **changes: Any) -> dict[str, Any]:
    return {"afterSeconds": after_seconds, "targets": list(targets), "channels": None, "hours": None} | changes


def own_policy(targets: str, number: str, **changes: Any) -> dict[str, Any]:
    """One step at once and one round, then the backup number."""
    return {"steps": [step(0, targets)], "rounds": 1, "repeatSeconds": 60, "backupNumber": number} | changes


async def put_policy(admin: httpx.AsyncClient, body: dict[str, Any]) -> dict[str, Any]:
    """Store it, for Lakeshore and all that the body does not name."""
    for_all = {"organizationId": await organization_id(admin, LAKESHORE), "priority": None, "facilityId": None}
    response = await admin.put("/escalation-policies", json=for_all | body)
    assert response.status_code == 200, response.text
    stored: dict[str, Any] = response.json()
    return stored


async def organization_id(client: httpx.AsyncClient, name: str) -> int:
    ids = {each["name"]: each["id"] for each in (await client.get("/me")).json()["organizations"]}
    return int(ids[name])
