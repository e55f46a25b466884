"""Users, one consult in each state that the operations need, and a valid body for each operation."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any, Final

import httpx
from bodies import Bodies
from fastapi import FastAPI
from row_versions import RowVersions
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncTransaction
from transfer_forms import decline_form, request_form
from wire import RawRequest, RawResponse, send

from conftest import RolledBackDatabase, job_context
from wardline.demo.identity.issuing import ACCESS_LIFETIME, Issuer
from wardline.paging.jobs import watch_escalations

from . import administration
from .administration import build_administration
from .call_bodies import OF_DEVICES, access_check, presence
from .duty import ask_for_cover, tell_of_duty
from .emergency import build_emergency
from .guests import GUEST, OF_GUESTS, build_guests
from .note_bodies import NOTE_BODIES, ON_NOTE, ON_SIGNED, ON_SIGNED_NOTE
from .paging_bodies import CONTACT_BODIES
from .schedule_bodies import add_calendar_link, add_schedule, schedule_bodies, schedule_queries
from .writes import Writes

PHONE: Final = "(555) 010-0199"
PEOPLE: Final = ("nurse", "psych", "neuro", "coordinator", "admin")
"""A nurse, two specialists on call, a coordinator of the transfer center, and an administrator."""
OTHER_NURSE: Final = "elsewhere"
"""A nurse of another organization."""
LINE: Final = "tele-psych"
NOTE_LINE: Final = "acute-stroke"
"""A line with a structured note."""
STROKE_LINE: Final = "tele-stroke"
"""A line whose patients can be transferred."""
PATIENT: Final = {
    "nameGiven": "Corrected",
    "nameFamily": "Quill",
    "birthDate": "1951-07-09",
    "gender": "female",
    "additionalData": {"enumber": "4711"},
}
SHOWN: Final = {"id": "c0ffee00-0000-4000-8000-000000000009", "createdAt": "2026-03-04T12:00:00Z"}
ON_WATCHED: Final = ("confirmOnThePhone", "handOver")
ON_COMPLETED: Final = ("signSignoffNotePsych",)
ON_STROKE: Final = ("requestTransfer",)
ON_REQUESTED_TRANSFER: Final = ("acknowledgeTransfer", "declineTransfer")
ON_ACKNOWLEDGED_TRANSFER: Final = ("completeTransfer",)
_STEPS_TO_THE_FAX: Final = (
    ("signoff-note/requestLock", "requestSignoffNoteLock"),
    ("sign-signoff-note", "signSignoffNote"),
    ("signoff-note/fax", "faxSignoffNote"),
)
_FAIL_ALL_FAXES: Final = text("update deliveries set state = 'failed', told_at = now()")


def _number_of_attending(me: dict[str, Any]) -> int:
    """The facility that requires an accepting attending physician."""
    flags = [facility["fieldFlags"] for facility in me["preferredFacilities"]]
    return next(number for number, each in enumerate(flags) if each["requiresAcceptingAttending"])


class World:
    """The requests of these users in one transaction that is never committed."""

    def __init__(self, app: FastAPI, database: RolledBackDatabase, issuer: Issuer, writes: Writes) -> None:
        self.app = app
        self._database = database
        self.rows = RowVersions(database.connection)
        """The rows that refusals must not change, except the audit trail, which a function writes."""
        self._issuer = issuer
        self._device = ""
        """The bearer token of a device that the nurse has left in the call."""
        self._versions: dict[bytes, str] = {}
        """Of what the administrator changes, by how its path begins."""
        self._tokens: dict[str, tuple[str, float]] = {}
        self.writes = writes
        self.ids: dict[str, str] = {}
        """Path parameters by name, of objects that the nurse and the specialist may see."""
        self._elsewhere: dict[str, dict[str, str]] = {}
        """Path parameters for operations that need another consult: completed, signed, with a note or a transfer."""
        self.foreign: dict[str, str] = {}
        """Path parameters of another organization, which neither may view."""
        self.bodies: dict[str, Any] = {}
        """A valid body of each operation that has one."""
        self.queries: dict[str, dict[str, str]] = {}
        """The parameters of each operation that requires some, encoded, by name."""
        self._savepoint: AsyncTransaction | None = None

    async def build(self, client: httpx.AsyncClient) -> None:
        duty = await self._go_on_call(client, "psych", LINE)
        await self._go_on_call(client, "neuro", NOTE_LINE)
        line_id = duty["serviceLineId"]
        self.foreign, _ = await self._consult(client, OTHER_NURSE)
        self.ids, create = await self._consult(client, "nurse")
        note, _ = await self._consult(client, "nurse", NOTE_LINE)
        signed_note, _ = await self._consult(client, "nurse", NOTE_LINE)
        completed, _ = await self._consult(client, "nurse")
        signed, _ = await self._consult(client, "nurse")
        known = (await client.get(f"/patient/{self.ids['patient_id']}")).json()
        before = {name: known[name] for name in PATIENT}
        location_id = create["Encounter"]["locationId"]
        self.bodies = {
            **CONTACT_BODIES,
            **NOTE_BODIES,
            "readCensus": {"ids": [location_id], "filter": "an", "start": 0, "length": 10},
            "searchAuditEntries": {"emrId": "E-1", "text": "viewed", "length": 5},
            "exportAuditSearch": {"emrId": "E-1", "text": "viewed", "format": "csv"},
            "searchAuditPeople": {"text": "Larkspur"},
            "testConnection": {"kind": "push"},
            "checkAccess": await access_check(client, self.ids["consult_id"], location_id, line_id),
            "addFavoriteLocations": {"locationIds": [location_id]},
            "removeFavoriteLocation": {"locationId": location_id},
            "createLocation": Bodies.LOCATION
            | {"code": "new", "facilityId": (await self._place(client))["facilityId"]},
            "replaceLocation": Bodies.LOCATION,
            "checkIn": duty,
            "setOnCallPreference": {
                "preferences": {
                    "onCallNotificationType": True,
                    "onCallServiceLine": line_id,
                    "onCallPhoneNumber": PHONE,
                },
                "smsInfo": {"serviceLineId": line_id, "phoneNumber": PHONE, "primary": True},
            },
            "searchConsults": {
                "start": 0,
                "length": 5,
                "sort": "newestFirst",
                "filter": {"serviceLines": [line_id], "locations": [location_id], "searchString": "o'con"},
            },
            "searchTransfers": {
                "start": 0,
                "length": 5,
                "filter": {
                    "sort": "newestFirst",
                    "serviceLines": [line_id],
                    "locations": [location_id],
                    "state": "all",
                    "searchString": "o'con",
                },
            },
            "readConsultCards": {"ids": [self.ids["consult_id"]]},
            "createConsult": create,
            "changeConsult": {"callbackNumber": "(555) 010-0177"},
            "completeConsult": {"completeType": "video", "qaComment": "Fine", "cancel": False},
            "addUpdate": {"message": "On my way", "alert": True},
            "editPatient": {"patient": PATIENT, "before": before},
            "giveFeedback": {"rating": 4, "feedback": "Good"},
            "changeUser": {"phoneNumber": PHONE},
            "setNotificationsNotNew": {"shown": [SHOWN]},
            "setPageMuted": {"muted": True},
            "declinePage": {"reason": "In another case"},
        }
        await self._post(client, "psych", completed, "complete", {"completeType": "video"})
        await self._post(client, "psych", signed, "acknowledge", None)
        await self._post(client, "psych", signed, "complete", {"completeType": "video"})
        await self._post(client, "psych", signed, "sign-signoff-note-psych", self.bodies["signSignoffNotePsych"])
        await self._post(client, "neuro", note, "signoff-note/requestLock", self.bodies["requestSignoffNoteLock"])
        for call, name in _STEPS_TO_THE_FAX:
            await self._post(client, "neuro", signed_note, call, self.bodies[name])
        await self._database.connection.execute(_FAIL_ALL_FAXES)
        self.ids |= await self._call(client, "nurse", self.ids["consult_id"])
        self.foreign |= await self._call(client, OTHER_NURSE, self.foreign["consult_id"])
        colleague = await self._call(client, "psych", self.ids["consult_id"])
        alone = await self._call(client, "nurse", signed["consult_id"])
        self.bodies |= {
            "joinMeeting": {"consultId": self.ids["consult_id"]},
            "attendMeeting": presence(colleague["attendee_id"]),
            "reportRing": {"isSilent": True},
            "deleteExternalMeeting": {
                "externalMeetingId": alone["external_meeting_id"],
                "consultId": signed["consult_id"],
            },
        }
        await self._leave_device(client)
        callers = {self._bearer(OTHER_NURSE): self.foreign, self._bearer("nurse"): self.ids}
        self._elsewhere |= await build_guests(client, callers, self.bodies)
        await self._build_transfers(client)
        await self._build_pages(client)
        await self._build_contacts(client)
        await self._build_schedules(client)
        self.ids |= await self._bell(client, "nurse")
        self.foreign |= await self._bell(client, "psych")
        for ids in (self.ids, self.foreign):
            ids["notice_id"] = await tell_of_duty(self._database, ids["user_id"])
        self._elsewhere |= dict.fromkeys(ON_COMPLETED, completed)
        self._elsewhere |= dict.fromkeys(ON_NOTE, note) | dict.fromkeys(ON_SIGNED, signed)
        self._elsewhere |= dict.fromkeys(ON_SIGNED_NOTE, signed_note | {"version": "2"})
        await self.undo()

    async def _build_contacts(self, client: httpx.AsyncClient) -> None:
        for who, ids in (("neuro", self.foreign), ("psych", self.ids)):
            client.headers["Authorization"] = self._bearer(who)
            contact = {"kind": "text", "label": "Cell phone", "delaySeconds": 0, "phoneNumber": PHONE}
            response = await client.post("/contacts", json=contact)
            assert response.status_code == 201, response.text
            ids["contact_id"] = str(response.json()["id"])
        settings = {"id": int(self.ids["contact_id"]), "label": "Cell phone", "delaySeconds": 60}
        self.bodies["changeContacts"] = {"contacts": [settings]}

    async def _build_schedules(self, client: httpx.AsyncClient) -> None:
        """One that the coordinator plans, and one of a line that only the administrator does."""
        stroke = self.ids_for("requestTransfer")
        line_id, foreign_line_id = (int(ids["service_line_id"]) for ids in (stroke, self.ids))
        client.headers["Authorization"] = self._bearer("coordinator")
        self.ids |= await add_schedule(client, line_id)
        self.bodies |= await schedule_bodies(client, line_id, int(self.ids["schedule_id"]))
        self.queries |= schedule_queries(line_id)
        place = {"serviceLineId": stroke["service_line_id"], "locationId": stroke["location_id"]}
        self.queries["getPageForecast"] = place | {"priority": "critical"}
        client.headers["Authorization"] = self._bearer("admin")
        self.foreign |= await add_schedule(client, foreign_line_id)
        self.foreign["cover_id"], _ = await ask_for_cover(self._database, self.foreign["schedule_id"])
        self.ids["cover_id"], body = await ask_for_cover(self._database, self.ids["schedule_id"])
        self.bodies["askForCover"] = body
        for who, ids in (("nurse", self.ids), ("psych", self.foreign)):
            client.headers["Authorization"] = self._bearer(who)
            ids["link_id"] = await add_calendar_link(client)

    async def _build_transfers(self, client: httpx.AsyncClient) -> None:
        stroke, _ = await self._consult(client, "nurse", STROKE_LINE)
        requested, _ = await self._consult(client, "nurse", STROKE_LINE)
        acknowledged, _ = await self._consult(client, "nurse", STROKE_LINE)
        theirs, _ = await self._consult(client, OTHER_NURSE, STROKE_LINE)
        self.foreign["facility_id"] = str((await client.get("/me")).json()["preferredFacilities"][0]["id"])
        await self._go_on_call(client, "neuro", STROKE_LINE)
        me = (await client.get("/me")).json()
        optional = {
            "acceptingLocation": "ED bay 4",
            "consultingPhysician": "Dr. Priya Sorrel",
            "consultingContact": PHONE,
            "isConsultingPhysicianAccepting": True,
        }
        self.bodies |= {
            "requestTransfer": request_form(me) | optional,
            "declineTransfer": decline_form(me, _number_of_attending(me)),
        }
        requested |= await self._transfer(client, requested)
        acknowledged |= await self._transfer(client, acknowledged)
        self.foreign |= await self._transfer(client, theirs)
        await self._post(
            client, "coordinator", acknowledged, f"transfers/{acknowledged['transfer_id']}/acknowledge", None
        )
        self.ids["transfer_id"] = requested["transfer_id"]
        self._elsewhere |= dict.fromkeys(ON_STROKE, stroke)
        self._elsewhere |= dict.fromkeys(ON_REQUESTED_TRANSFER, requested)
        self._elsewhere |= dict.fromkeys(ON_ACKNOWLEDGED_TRANSFER, acknowledged)

    async def _build_pages(self, client: httpx.AsyncClient) -> None:
        """The specialist is paged about the nurse's consult, and does nothing about another that they acknowledged."""
        watched, _ = await self._consult(client, "nurse")
        await self._post(client, "psych", watched, "acknowledge", None)
        await watch_escalations(job_context(self._database))
        await self._go_on_call(client, "both", LINE)
        self.bodies["handOver"] = {"userId": (await client.get("/me")).json()["id"]}
        client.headers["Authorization"] = self._bearer("psych")
        self.bodies["handOver"]["responsibleId"] = (await client.get("/me")).json()["id"]
        self.ids["page_id"] = await self._page(client, "psych")
        self.foreign["page_id"] = await self._page(client, "neuro")
        self.bodies["setPagesShown"] = {"shown": [int(self.ids["page_id"])]}
        neuro, nurse = {"Authorization": self._bearer("neuro")}, self._bearer("nurse")
        self.bodies |= await build_emergency(client, nurse, neuro, self.ids, self.foreign)
        client.headers["Authorization"] = self._bearer("admin")
        self._versions, bodies = await build_administration(client, self._database, self.ids, self.foreign)
        self.bodies |= bodies
        self.queries |= administration.QUERIES
        self._elsewhere |= administration.ELSEWHERE
        self._elsewhere |= dict.fromkeys(ON_WATCHED, watched)

    async def _page(self, client: httpx.AsyncClient, who: str) -> str:
        """The id of a page about a request that waits for this user."""
        client.headers["Authorization"] = self._bearer(who)
        page, *_ = [page for page in (await client.get("/pages")).json() if page["kind"] == "request"]
        return str(page["id"])

    async def _transfer(self, client: httpx.AsyncClient, ids: dict[str, str]) -> dict[str, str]:
        """The id of a transfer of this consult that the neurologist requests."""
        client.headers["Authorization"] = self._bearer("neuro")
        response = await client.post(f"/consults/{ids['consult_id']}/transfer", json=self.bodies["requestTransfer"])
        assert response.status_code == 201, response.text
        return {"transfer_id": response.json()["id"]}

    def ids_for(self, operation: str) -> dict[str, str]:
        """The path parameters with which this operation succeeds."""
        return self.ids | self._elsewhere.get(operation, {})

    def _bearer(self, who: str) -> str:
        """A bearer token, renewed in time, because the soak tests outlast a token."""
        token, until = self._tokens.get(who, ("", 0.0))
        if monotonic() > until:
            token, until = self._issuer.access_token(who), monotonic() + ACCESS_LIFETIME.total_seconds() / 2
            self._tokens[who] = token, until
        return f"Bearer {token}"

    async def _go_on_call(self, client: httpx.AsyncClient, who: str, slug: str) -> dict[str, Any]:
        """Returns the body that was sent."""
        client.headers["Authorization"] = self._bearer(who)
        me = (await client.get("/me")).json()
        line_id = next(line["id"] for line in me["activeServiceLines"] if line["slug"] == slug)
        duty = {"roleId": me["defaultCheckinRoleId"], "serviceLineId": line_id, "phoneNumber": PHONE, "primary": True}
        assert (await client.post("/checkin", json=duty)).status_code == 201
        return duty

    async def _post(
        self, client: httpx.AsyncClient, who: str, ids: dict[str, str], call: str, body: dict[str, Any] | None
    ) -> None:
        client.headers["Authorization"] = self._bearer(who)
        response = await client.post(f"/consults/{ids['consult_id']}/{call}", json=body)
        assert response.status_code == 200, response.text

    async def _bell(self, client: httpx.AsyncClient, who: str) -> dict[str, str]:
        """The ids of a user and of one of their notifications."""
        client.headers["Authorization"] = self._bearer(who)
        user_id = (await client.get("/me")).json()["id"]
        notification, *_ = (await client.get(f"/notifications/{user_id}")).json()
        return {"user_id": str(user_id), "notification_id": notification["id"]}

    async def _call(self, client: httpx.AsyncClient, who: str, consult_id: str) -> dict[str, str]:
        """The ids of a call that the user joins."""
        client.headers["Authorization"] = self._bearer(who)
        joined = await client.post("/meeting", json={"consultId": consult_id})
        assert joined.status_code == 200, joined.text
        meeting, attendee = (joined.json()["joinInfo"][part] for part in ("meeting", "attendee"))
        ids = {"meeting_id": meeting["meetingId"], "external_meeting_id": meeting["externalMeetingId"]}
        return ids | dict.fromkeys(("attendee_id", "screen_id"), attendee["attendeeId"])

    async def _leave_device(self, client: httpx.AsyncClient) -> None:
        client.headers["Authorization"] = self._bearer("nurse")
        path = "/meeting/{meeting_id}/consults/{consult_id}/token/".format(**self.ids)
        self._device = f"Bearer {(await client.post(path)).json()['token']}"

    async def _place(self, client: httpx.AsyncClient) -> dict[str, int]:
        """A facility and its organization."""
        facility = (await client.get("/facilities")).json()[0]
        name, units = facility["facilityName"], (await client.get("/locations")).json()
        organization_id = next(unit["organizationsId"] for unit in units if unit["facilityName"] == name)
        return {"organizationId": organization_id, "facilityId": facility["id"]}

    async def _consult(
        self, client: httpx.AsyncClient, who: str, line: str = LINE
    ) -> tuple[dict[str, str], dict[str, Any]]:
        """The ids of a new consult and its parts, and the body of the request."""
        client.headers["Authorization"] = self._bearer(who)
        extra = {"reason": "Agitation"} if line == LINE else {}
        body = await Bodies().request(client, line, **extra, priorityId=1, createdAt=None)
        created = await client.post("/consults", json=body)
        assert created.status_code == 201, created.text
        consult = (await client.get(f"/consults/{created.json()['id']}")).json()
        ids = {
            "consult_id": consult["id"],
            "encounter_id": consult["Encounter"]["id"],
            "patient_id": consult["Patient"]["id"],
            "location_id": str(body["Encounter"]["locationId"]),
            "service_line_id": str(body["serviceLineId"]),
        }
        return ids, body

    async def send(self, who: str, request: RawRequest) -> RawResponse:
        """Send the request; `writes` then has what it wrote."""
        self.writes.clear()
        by_path = {OF_DEVICES: self._device, OF_GUESTS: GUEST}
        bearer = next((by_path[path] for path in by_path if request.target.startswith(path)), self._bearer(who))
        version = next((each for path, each in self._versions.items() if request.target.startswith(path)), None)
        headers = {"Authorization": bearer} | ({"If-Match": version} if version is not None else {}) | request.headers
        return await send(self.app, RawRequest(request.method, request.target, request.body, headers))

    async def undo(self) -> None:
        """Roll back what requests have written since the last time, if anything."""
        if self._savepoint is None or self.writes.statements:
            if self._savepoint is not None:
                await self._savepoint.rollback()
            self._savepoint = await self._database.connection.begin_nested()

    async def execute(self, statement: str, parameters: dict[str, Any]) -> None:
        """For what no request can do at once."""
        await self._database.connection.execute(text(statement), parameters)

    @asynccontextmanager
    async def undone(self) -> AsyncIterator[None]:
        """Roll back the block."""
        savepoint = await self._database.connection.begin_nested()
        try:
            yield
        finally:
            await savepoint.rollback()
