"""A stroke consult whose patient is transferred, and what people do about it."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx
from row_versions import RowVersions

from conftest import SentEvent

STROKE: Final = "tele-stroke"
PLAIN, ATTENDING, OTHER, BOTH = "alder-creek", "lakeshore-general", "fernwood", "millstone"
"""Facilities by what they ask for: nothing, the accepting attending, the other facility, both."""
ELSEWHERE: Final = "summit-ridge"
"""A facility of another organization."""
PHONE: Final = "(555) 010-0142"
REASON: Final = "No bed in intensive care"
LATER: Final = (
    *("assignee", "acknowledgedAt", "acknowledgedBy", "resolvedAt", "resolvedBy"),
    *("closedAt", "closedBy", "closedReason"),
)
"""What is empty in a new transfer."""
OPTIONAL: Final = ("acceptingLocation", "consultingPhysician", "consultingContact", "isConsultingPhysicianAccepting")
OF_FACILITY: Final = ("acceptingAttendingPhysician", "otherPreferredFacility")
"""What only some facilities ask for."""

Answer = dict[str, Any]
Headers = Mapping[str, str] | None


class Case:
    """A tele-stroke consult and its transfer.

    The nurse asked for the consult, the neurologist is on call for its line, and so is a colleague, who belongs to both
    organizations. There are two coordinators.
    """

    def __init__(self, people: Mapping[str, httpx.AsyncClient], facilities: Mapping[str, int]) -> None:
        self.nurse, self.neuro, self.colleague = (people[name] for name in ("nurse", "neuro", "neuro2"))
        self.coordinator, self.second = (people[name] for name in ("coordinator", "coordinator2"))
        self.people = people
        self.facilities = facilities
        self.consult_id = ""
        self.transfer_id = ""

    @property
    def path(self) -> str:
        return f"/consults/{self.consult_id}"

    def asked(self, facility: str = PLAIN, /, **changes: Any) -> dict[str, Any]:
        """The part about the facility in a body; `changes` replace fields, or leave them out if they are `...`."""
        body = {
            "preferredFacility": self.facilities[facility],
            "facilityLocation": self.facilities[facility],
            "preferredTransportationMode": "Air",
        }
        return _changed(body, changes)

    def form(self, facility: str = PLAIN, /, **changes: Any) -> dict[str, Any]:
        """A request with required fields only."""
        body = {"referringPhysician": "Dr. Imani Rowan", "referringLocationNumber": PHONE, "strokeLevel": "Level 1"}
        return _changed({**self.asked(facility), **body}, changes)

    def offer(self, number: int = 1, facility: str = PLAIN, /, **changes: Any) -> dict[str, Any]:
        """A facility that declined, and another one that is asked instead."""
        return _changed({**self.asked(facility), "offer": number, "reason": REASON}, changes)

    async def ask(
        self, who: httpx.AsyncClient | None = None, /, headers: Headers = None, **form: Any
    ) -> httpx.Response:
        """A request of a transfer with this form, by the neurologist unless it says who."""
        who = who or self.neuro
        response = await who.post(f"{self.path}/transfer", json=form or self.form(), headers=headers)
        if response.status_code == 201:
            self.transfer_id = response.json()["id"]
        return response

    async def take(
        self, step: str, who: httpx.AsyncClient | None = None, /, body: Any = None, headers: Headers = None
    ) -> httpx.Response:
        """A step of the transfer, by the coordinator unless it says who."""
        path = f"{self.path}/transfers/{self.transfer_id or self.consult_id}/{step}"
        return await (who or self.coordinator).post(path, json=body, headers=headers)

    async def acknowledge(self, who: httpx.AsyncClient | None = None, /, headers: Headers = None) -> httpx.Response:
        return await self.take("acknowledge", who, headers=headers)

    async def complete(self, who: httpx.AsyncClient | None = None, /, headers: Headers = None) -> httpx.Response:
        return await self.take("complete", who, headers=headers)

    async def decline(
        self, who: httpx.AsyncClient | None = None, /, headers: Headers = None, **body: Any
    ) -> httpx.Response:
        return await self.take("decline", who, body=body or self.offer(), headers=headers)

    async def cancel(self) -> None:
        """The nurse cancels the consult."""
        succeeded(await self.nurse.post(f"{self.path}/complete", json={"cancel": True, "cancellationReason": "Twice"}))

    async def discharge(self) -> None:
        """The nurse ends the patient's encounter."""
        encounter_id = (await self.consult())["Encounter"]["id"]
        succeeded(await self.nurse.post(f"/otg/{encounter_id}/$discharge"))

    async def consult(self, who: httpx.AsyncClient | None = None) -> Answer:
        return succeeded(await (who or self.nurse).get(self.path))

    async def transfer(self) -> Answer | None:
        """As everyone who may view the consult reads it."""
        found: list[Answer] = (await self.nurse.get(f"{self.path}/transfers")).json()
        assert len(found) <= 1
        return found[0] if found else None

    async def entries(self) -> list[tuple[str, str | None, str, str]]:
        """Type, kind, author and text of the timeline's entries, oldest first, without the consult's own."""
        entries = (await self.nurse.get(f"{self.path}/updates")).json()
        shown = [
            (entry["taskType"], entry["kind"], entry["author"]["lastName"], entry["messageOrDescription"])
            for entry in reversed(entries)
        ]
        return [entry for entry in shown if not entry[0].startswith(("consult-", "cancelled"))]

    async def person(self, name: str) -> Answer:
        """As other people's names are returned."""
        me = (await self.people[name].get("/me")).json()
        return {field: me[field] for field in ("id", "username", "firstName", "lastName")}


class Watch:
    """Everything that a refused call must leave as it was."""

    def __init__(self, rows: RowVersions, sent: list[SentEvent]) -> None:
        self.rows = rows
        self.sent = sent

    @asynccontextmanager
    async def nothing_changes(self) -> AsyncIterator[None]:
        """No row is written and no event published in the block; the audit trail is written by a function."""
        before, published = await self.rows(), len(self.sent)
        yield
        assert await self.rows() == before
        assert self.sent[published:] == []


def succeeded(response: httpx.Response) -> Answer:
    """What the call returned."""
    assert response.is_success, response.text
    answer: Answer = response.json()
    return answer


def refusal(response: httpx.Response) -> tuple[int, Answer]:
    """The status, and the code and the details of a refusal that is not about a field."""
    body = response.json()
    assert response.status_code >= 400, body
    assert body.pop("message")
    assert body.pop("errors") == []
    return response.status_code, body


def faults(response: httpx.Response) -> dict[str, str]:
    """The fields that were refused, with their messages."""
    assert (response.status_code, response.json()["code"]) == (400, "validation"), response.text
    return {error["field"]: error["message"] for error in response.json()["errors"]}


def _changed(body: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in (body | changes).items() if value is not ...}
