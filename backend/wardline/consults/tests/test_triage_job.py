"""Tele-triage requires the job of a requester who is not on call."""

import httpx
import pytest
from bodies import Bodies

from conftest import CheckIn, SignIn


@pytest.mark.req("FTRIAGE-04")
async def test_triage_requires_the_job_of_a_requester_who_is_not_on_call(
    client: httpx.AsyncClient, bodies: Bodies
) -> None:
    body = await bodies.request(client, "tele-triage", TeleTriageConsultDetail={"chiefComplaint": "Chest pain"})
    response = await client.post("/consults", json=body)
    assert response.status_code == 400
    assert response.json()["errors"] == [
        {"field": "TeleTriageConsultDetail.jobDescription", "message": "This field is required."}
    ]
    assert await bodies.create(client, "tele-triage")


@pytest.mark.req("FTRIAGE-04")
async def test_triage_stores_no_job_of_a_requester_who_is_on_call(
    sign_in: SignIn, check_in: CheckIn, bodies: Bodies
) -> None:
    """On any line. The form then hides it, but may still send an earlier answer."""
    requester = await check_in("both", line="tele-psych")
    units = {unit["displayName"]: unit["id"] for unit in (await requester.get("/locations/me")).json()}
    encounter = {"locationId": units["Alder Creek - Emergency Department"]}
    body = await bodies.request(sign_in("nurse"), "tele-triage", Encounter=encounter)
    body["Patient"]["additionalData"] = {"patientNumber": "AC123456"}
    assert body["TeleTriageConsultDetail"]["jobDescription"] == "RN/LPN"
    consult_id = (await requester.post("/consults", json=body)).json()["id"]
    consult = (await requester.get(f"/consults/{consult_id}")).json()
    assert consult["TeleTriageConsultDetail"]["chiefComplaint"] == "Chest pain"
    assert consult["TeleTriageConsultDetail"]["jobDescription"] is None
