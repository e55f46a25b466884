"""A window in a call, which sends what a browser would send."""

import uuid
from dataclasses import dataclass
from typing import Any, cast

import httpx
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import RolledBackDatabase
from wardline.consults.models import Consult
from wardline.consults.repository import ConsultRepository
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.settings import Settings
from wardline.video.cleanup import clean_up

Said = dict[str, Any]


@dataclass(frozen=True)
class Window:
    """The response to its browser when it joined, and its user."""

    who: httpx.AsyncClient
    consult_id: str
    meeting_id: str
    external_id: str
    attendee_id: str

    @property
    def path(self) -> str:
        return f"/meeting/{self.meeting_id}/attendees/{self.attendee_id}"

    @property
    def ids_of_call(self) -> dict[str, str]:
        return {"externalMeetingId": self.external_id, "consultId": self.consult_id}

    async def attend(self, *signals: Said, heard: list[int] | None = None) -> dict[str, Any]:
        response = await self.who.post(f"{self.path}/attend", json={"heard": heard or [], "signals": list(signals)})
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()
        return found

    async def attendee_ids(self) -> list[str]:
        """The attendees in this window's response."""
        return [each["attendeeId"] for each in (await self.attend())["attendees"]]

    async def received(self) -> list[str]:
        """The signals for this window, none of them acknowledged."""
        return [signal["content"]["candidate"] for signal in (await self.attend())["signals"]]

    async def leave(self) -> httpx.Response:
        return await self.who.delete(self.path)

    async def delete(self, **changes: str) -> httpx.Response:
        """Delete the meeting, as its last attendee does."""
        return await self.who.put("/meeting/$deleteExternalMeeting", json=self.ids_of_call | changes)


async def request_to_join(who: httpx.AsyncClient, consult_id: str, **headers: str) -> httpx.Response:
    return await who.post("/meeting", json={"consultId": consult_id}, headers=headers)


async def join(who: httpx.AsyncClient, consult_id: str) -> Window:
    response = await request_to_join(who, consult_id)
    assert response.status_code == 200, response.text
    return window_of(who, consult_id, response)


def window_of(who: httpx.AsyncClient, consult_id: str, joined: httpx.Response) -> Window:
    meeting, attendee = (joined.json()["joinInfo"][part] for part in ("meeting", "attendee"))
    return Window(who, consult_id, meeting["meetingId"], meeting["externalMeetingId"], attendee["attendeeId"])


def candidate(number: int, to: str, way: str) -> Said:
    """An ICE candidate of the sender's browser, for the attendee `to`."""
    return {"number": number, "to": to, "content": {"type": "candidate", "candidate": way}}


async def run_cleanup(database: RolledBackDatabase) -> None:
    """The job of every minute."""
    await clean_up(cast(Database, database), Settings())


async def view(database: RolledBackDatabase, who: httpx.AsyncClient, consult_id: str) -> None:
    """The user has the consult on a screen."""
    user_id = (await who.get("/me")).json()["id"]
    async with database.transaction() as session:
        await ConsultRepository(session).start_viewing("a socket", uuid.UUID(consult_id), user_id, clock.now())


async def person(who: httpx.AsyncClient) -> dict[str, Any]:
    """A user as other attendees see them."""
    me = (await who.get("/me")).json()
    return {name: me[name] for name in ("id", "firstName", "lastName")}


async def line_room(session: AsyncSession, consult_id: str) -> str:
    """The room of all users who may view the consult."""
    consult = await session.get_one(Consult, consult_id)
    return f"line:{consult.organization_id}:{consult.service_line_id}"


def refusal(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]
