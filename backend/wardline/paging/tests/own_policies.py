"""Escalation policies of hospitals in tests."""

from typing import Any, Final

import httpx

LAKESHORE: Final = "Lakeshore Health Network"


def step(after_seconds: int, *targets: str, **changes: Any) -> dict[str, Any]:
    return {"afterSeconds": after_seconds, "targets": list(targets), "channels": None, "hours": None} | changes


def own_policy(targets: str, number: str, **changes: Any) -> dict[str, Any]:
    """One step at once and one round, then the backup number."""
    return {"steps": [step(0, targets)], "rounds": 1, "repeatSeconds": 60, "backupNumber": number} | changes


async def put_policy(admin: httpx.AsyncClient, body: dict[str, Any]) -> None:
    """Store it, for Lakeshore and all that the body does not name, beside those for something else."""
    scope = {name: body.get(name) for name in ("priority", "facilityId")}
    path, escalation = await read_escalation(admin, body)
    others = [
        each for each in escalation["settings"]["policies"] if any(each[name] != value for name, value in scope.items())
    ]
    policies = [*others, {**scope, "policy": body["policy"]}]
    response = await replace_policies(admin, path, escalation["version"], policies)
    assert response.status_code == 200, response.text


async def read_escalation(admin: httpx.AsyncClient, body: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Its path, and how requests of the line escalate in the organization."""
    owner = body.get("organizationId") or await organization_id(admin, LAKESHORE)
    path = f"/lines/{body['serviceLineId']}/escalations/{owner}"
    return path, (await admin.get(path)).json()


async def replace_policies(
    admin: httpx.AsyncClient, path: str, version: str, policies: list[dict[str, Any]]
) -> httpx.Response:
    change = {"policies": policies, "reason": None, "confirmed": ["pagesNobody", "standard"]}
    return await admin.put(path, json=change, headers={"If-Match": version})


async def organization_id(client: httpx.AsyncClient, name: str) -> int:
    ids = {each["name"]: each["id"] for each in (await client.get("/me")).json()["organizations"]}
    return int(ids[name])
