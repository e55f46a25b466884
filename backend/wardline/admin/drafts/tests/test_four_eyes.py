"""Four eyes: what must be drafted, and approved by somebody else."""

from contextlib import nullcontext

import httpx
import pytest
from bodies import OF_THE_SERVER
from pydantic import ValidationError

from wardline.admin.drafts.four_eyes import kinds_of
from wardline.admin.drafts.tests.drafting import act, line_of, save
from wardline.audit.words import WORDS as OPERATIONS
from wardline.network.objects import Kind
from wardline.settings import Settings

pytestmark = pytest.mark.usefixtures("noon")


UNIT = {"code": "new-unit", "unit": "New", "displayName": "New", "emrCode": None, "emrIntegrated": False}
LIST = {"action": "List", "subject": "Consult"}


@pytest.mark.usefixtures("four_eyes")
async def test_four_eyes_refuse_a_direct_change_and_self_approval_and_a_later_change_withdraws_an_approval(
    admin: httpx.AsyncClient, second: httpx.AsyncClient
) -> None:
    line = await line_of(admin)
    body = {**line["settings"], "reason": None, "confirmed": []}
    for path, version in ((f"/lines/{line['id']}", line["version"]), (f"/lines/{line['id']}/escalations/1", "x")):
        sent = body if "escalations" not in path else {"policies": [], "reason": None, "confirmed": []}
        direct = await admin.put(path, json=sent, headers={"If-Match": version})
        assert (direct.status_code, direct.json()["code"]) == (409, "draft_needed")
    draft = await save(admin)
    assert (draft["status"], draft["needsApproval"]) == ("waiting", True)
    assert (await act(admin, draft, "publish", confirmed=[])).json()["code"] == "approval_missing"
    assert (await act(admin, draft, "approve")).json()["code"] == "own_draft"
    assert (await act(second, draft, "approve")).json()["status"] == "approved"
    changed = await save(admin, "07:00-16:00")
    assert (changed["status"], changed["approvedBy"]) == ("waiting", None)
    approved = (await act(second, changed, "approve")).json()
    assert (await act(admin, approved, "publish", confirmed=[])).json()["status"] == "published"


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.ESCALATION])
def test_four_eyes_are_for_what_can_be_drafted(kind: Kind) -> None:
    """Escalations count as their lines."""
    name = "Line" if kind is Kind.SERVICE_LINE else kind.value.capitalize()
    with nullcontext() if f"save{name}Draft" in OPERATIONS else pytest.raises(ValidationError):
        assert kind in kinds_of(Settings(four_eyes=kind.value))


@pytest.mark.usefixtures("four_eyes")
@pytest.mark.parametrize("added", ["role", "unit"])
async def test_where_four_eyes_are_needed_what_is_added_is_off_until_somebody_else_approves_its_draft(
    admin: httpx.AsyncClient, second: httpx.AsyncClient, added: str
) -> None:
    (first, *_) = (await admin.get("/locations")).json()
    unit = (await admin.get(f"/places/units/{first['id']}")).json()
    fields = {name: value for name, value in unit.items() if name not in OF_THE_SERVER}
    path, body = {
        "role": ("/roles", {"name": "New", "label": "New", "permissions": [LIST], "isRetired": False}),
        "unit": ("/places/units", fields | UNIT | {"facilityId": unit["facility"]["id"], "confirmed": []}),
    }[added]
    made = await admin.post(path, json=body | {"reason": "Needed"})
    assert made.status_code == 201, made.text

    async def is_on() -> bool:
        read = (await second.get(f"{path}/{made.json()['id']}")).json()
        return not read["isRetired"] if added == "role" else bool(read["active"])

    (draft,) = (await second.get("/drafts")).json()["drafts"]
    assert (await is_on(), draft["status"], draft["reason"]) == (False, "waiting", "Needed")
    assert (await act(admin, draft, "approve")).json()["code"] == "own_draft"
    approved = (await act(second, draft, "approve")).json()
    assert (await act(admin, approved, "publish", confirmed=[])).json()["status"] == "published"
    assert await is_on()
