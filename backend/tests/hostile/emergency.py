"""An emergency access, and valid bodies about it."""

from typing import Any

import httpx


async def build_emergency(
    client: httpx.AsyncClient, nurse: str, other: dict[str, str], ids: dict[str, str], foreign: dict[str, str]
) -> dict[str, Any]:
    """Another user opened consults of the nurse's patient, who are on another line. Returns bodies about that."""
    client.headers["Authorization"] = nurse
    consult = (await client.get(f"/consults/{ids['consult_id']}")).json()
    patient = consult["Patient"]
    request = {
        "organizationId": consult["Encounter"]["organizationId"],
        "birthDate": patient["birthDate"],
        "nameGiven": patient["nameGiven"],
        "nameFamily": patient["nameFamily"],
        "reason": "treating",
        "explanation": "Collapsed",
    }
    granted = await client.post("/emergency-accesses", json=request, headers=other)
    assert granted.status_code == 201, granted.text
    ended = await client.delete(f"/emergency-accesses/{granted.json()['id']}", headers=other)
    assert ended.status_code == 204, ended.text
    ids["emergency_id"], foreign["emergency_id"] = granted.json()["id"], ids["consult_id"]
    review = {"verdict": "justified", "note": "On site"}
    return {"requestEmergencyAccess": request, "reviewEmergencyAccess": review}
