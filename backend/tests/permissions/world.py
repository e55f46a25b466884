"""A hospital in which every situation of `expected_results.md` exists: who asks, where, and about which consult."""

import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx
import orjson
from bodies import Bodies
from fastapi import FastAPI
from row_versions import RowVersions
from sqlalchemy import text
from stroke_notes import STROKE_NOTE
from transferring import add_transfer
from wire import RawRequest, send

from conftest import RolledBackDatabase, job_context
from wardline.core import clock
from wardline.demo.identity.issuing import Issuer
from wardline.duty_notices.choices import DutyNoticeKind
from wardline.duty_notices.service import DutyNotice, Telling, tell
from wardline.notifications.choices import NotificationKind
from wardline.notifications.service import notify
from wardline.paging.jobs import watch_escalations
from wardline.service_lines.registry import all_lines
from wardline.transfers.choices import Ending, TransferState

from . import rows
from .expected_results import (
    ANOTHER_LINE,
    FOREIGN_LINE,
    NO_ACCOUNT,
    NO_ROLE,
    OTHER_ORGANIZATION,
    OWN,
    PLACES,
    STATES,
    THE_LINE,
)
from .network import (
    ASKER,
    CHECKER,
    GIVER,
    GIVING,
    STROKE_LINE,
    TRANSFER_LINES,
    roles,
    username,
)
from .odd_roles import ODD
from .sent_bodies import PHONE, Target, consult_body

LINES: Final = {code: line_id for line in all_lines() for line_id, code in line.ids.items()}
LINE_OF: Final = {OWN: "tele-neuro", FOREIGN_LINE: "tele-toxicology", OTHER_ORGANIZATION: "tele-neuro"}
DUTY_LINE: Final = {THE_LINE: "tele-neuro", ANOTHER_LINE: "tele-psych"}
"""The other organization's unit may not request the second line, so being on call for it grants nothing there."""
ENDINGS: Final = {"cancelled": Ending.CONSULT_CANCELLED, "discharged": Ending.PATIENT_DISCHARGED}
"""Why a consult's transfer is closed, by the consult's state."""
UNIT_OF: Final = {OWN: "own-ward", FOREIGN_LINE: "own-ward", OTHER_ORGANIZATION: "other-ward"}


class World:
    """One transaction that is never committed, with people, places and consults."""

    def __init__(self, database: RolledBackDatabase, app: FastAPI, issuer: Issuer) -> None:
        self.database = database
        self.rows = RowVersions(database.connection)
        self._app = app
        self._issuer = issuer
        self._tokens: dict[str, str] = {}
        self.user_ids: dict[str, int] = {}
        self.checked_ids: dict[str, int] = {}
        """Of everyone about whom access checks ask."""
        self.places: dict[str, Target] = {}
        self._notification_ids: dict[str, uuid.UUID] = {}
        self._duty_notice_ids: dict[str, int] = {}
        self._calls: dict[str, Target] = {}
        self._role_ids: dict[str, int] = {}
        self.consults: dict[tuple[str, str], Target] = {}
        """By place and state."""

    async def build(self) -> None:
        ids = await self._pairs("select username, id from users")
        self.user_ids = {name: ids[username(name)] for name in (*roles(), NO_ROLE, ASKER, GIVER)}
        self.checked_ids = self.user_ids | {name: ids[username(name)] for name in (*ODD, CHECKER)}
        self.sign_in()
        units = await self._pairs("select code, id from location_units")
        facilities = await self._pairs("select code, facility_id from location_units")
        organizations = await self._pairs("select id, organization_id from facilities")
        self._role_ids = await self._pairs("select name, id from roles")
        await self.database.connection.execute(text(rows.ADD_SCHEDULES), {"user_id": self.user_ids[GIVER]})
        schedules = await self._pairs("select service_line_id, id from call_schedules")
        changes = await self._pairs("select schedule_id, id from schedule_changes")
        self.places = {
            place: {
                "location_id": units[UNIT_OF[place]],
                "facility_id": facilities[UNIT_OF[place]],
                "organization_id": organizations[facilities[UNIT_OF[place]]],
                "kind": "units",
                "place_id": units[UNIT_OF[place]],
                "own_facility_id": facilities[UNIT_OF[OWN]],
                "service_line_id": LINES[LINE_OF[place]],
                "draft_id": 1,
                "hold_id": 1,
                "view_id": str(uuid.UUID(int=0)),
                "emergency_id": str(uuid.UUID(int=0)),
                "schedule_id": (schedule_id := schedules[LINES[LINE_OF[place]]]),
                "change_id": changes[schedule_id],
                "calendar_id": schedule_id,
                "copy_id": rows.COPY_ID,
                "line": LINE_OF[place],
                "sign_off": LINE_OF[place].removeprefix("tele-"),
            }
            for place in PLACES
        }
        for line in ("tele-toxicology", "tele-neuro"):
            await self._check_in(GIVER, line)
        for place in PLACES:
            for state in STATES:
                self.consults[place, state] = await self._consult(place, state)
        page_ids = await self._pairs("select consult_id::text, id from escalations where kind = 'request'")
        for (place, state), about in self.consults.items():
            self.consults[place, state] = {**about, "page_id": page_ids[about["consult_id"]]}
        await self._notify()
        await self._add_contacts()
        await self._tell_of_duty()
        for person, consult in zip(self.user_ids, self.consults.values(), strict=False):
            self._calls[person] = await self._call(person, consult["consult_id"])

    def sign_in(self) -> None:
        """New tokens for everyone."""
        usernames = {name: username(name) for name in self.checked_ids} | {NO_ACCOUNT: "stranger"}
        self._tokens = {person: self._issuer.access_token(name) for person, name in usernames.items()}

    def token(self, person: str) -> str:
        return self._tokens[person]

    async def request(self, person: str, method: str, path: str, body: Any = None) -> httpx.Response:
        """A request by this person; an unknown person sends no token."""
        headers = {"Authorization": f"Bearer {self._tokens[person]}"} if person in self._tokens else {}
        content = b""
        if body is not None:
            content, headers["Content-Type"] = orjson.dumps(body), "application/json"
        response = await send(self._app, RawRequest(method, f"/api{path}".encode(), content, headers))
        return httpx.Response(response.status, headers=response.headers, content=response.body)

    @asynccontextmanager
    async def undone(self) -> AsyncIterator[None]:
        """Roll back the block."""
        savepoint = await self.database.connection.begin_nested()
        try:
            yield
        finally:
            await savepoint.rollback()

    def bell_of(self, person: str) -> Target:
        """The ids of the person and of what is theirs alone; those of another user if the person is unknown."""
        own = self.user_ids[known := person if person in self.user_ids else ASKER]
        return {"user_id": own, "link_id": 1_000_000 + own, "notification_id": self._notification_ids[known]}

    def duty_notice_of(self, person: str) -> Target:
        """The id of a notice of duty to the person; that of another user if the person is unknown."""
        known = person if person in self.user_ids else ASKER
        return {"notice_id": self._duty_notice_ids[known]}

    def call_of(self, person: str) -> Target:
        """The ids of a call that the person has joined; those of another user if the person is unknown."""
        return self._calls[person if person in self._calls else ASKER]

    def contact_of(self, person: str) -> Target:
        """The id of a verified contact of the person; that of another user if the person is unknown."""
        known = person if person in self.user_ids else ASKER
        return {"contact_id": self._contact_ids[known]}

    def role_of(self, person: str) -> Target:
        """The id of the role that the person is named after; a person without one goes on call in another user's."""
        return {"role_id": self._role_ids.get(person, self._role_ids[GIVING])}

    def colleague(self) -> Target:
        """The id of a provider who is on call for every consult's line, and may view all of them."""
        return {"colleague_id": self.user_ids[GIVER]}

    async def put_on_duty(self, duty: str, *others: str) -> None:
        """Put everyone in the table on this duty, and these others, whether or not they could go on call themselves."""
        if duty in DUTY_LINE:
            for person in (*roles(), NO_ROLE, *others):
                await self._check_in(person, DUTY_LINE[duty])

    async def take_patients_from_the_record(self) -> None:
        await self.database.connection.execute(text("update patients set is_emr = true, emr_id = 'record-1'"))

    async def fail_filings(self) -> None:
        """Every consult has a signed note that the hospital's record refused."""
        await self.database.connection.execute(text(rows.FAIL_FILINGS), {"author": self.user_ids[GIVER]})

    async def hold_filings(self, verification: str = "mismatch") -> None:
        """Every consult has a signed note that is not filed, for example because the id is another person's."""
        await self.fail_filings()
        await self.take_patients_from_the_record()
        parameters = {"verification": verification}
        await self.database.connection.execute(text("update patients set verification = :verification"), parameters)
        await self.database.connection.execute(text(rows.HOLD_FILINGS))

    async def make_consults_of(self, line: str, *, instead_of: str = "tele-neuro") -> None:
        """With a record of the line, on the same duty."""
        detail = next(iter(Bodies.DETAILS[line.removesuffix("-regional")].values()))
        moved = "set service_line_id = :line{} where service_line_id = :former"
        ids = {"line": LINES[line], "former": LINES[instead_of]}
        await self.database.connection.execute(text(f"update check_ins {moved.format('')}"), ids)
        await self.database.connection.execute(
            text(f"update consults {moved.format(', detail = cast(:detail as jsonb)')}"),
            ids | {"detail": orjson.dumps(detail).decode()},
        )

    async def make_transferable(self) -> None:
        """Every consult is of one of the two lines whose patients can be transferred."""
        for line, former in zip(TRANSFER_LINES, ("tele-neuro", "tele-toxicology"), strict=True):
            await self.make_consults_of(line, instead_of=former)

    async def add_transfers(self, state: TransferState = TransferState.REQUESTED, assignee: str | None = None) -> None:
        """Every consult is transferable and has a transfer, which someone is handling if `assignee` is given."""
        await self.make_transferable()
        assigned = {"assignee_id": self.user_ids[assignee]} if assignee is not None else {}
        for (_, consult_state), about in self.consults.items():
            changes: dict[str, Any] = assigned | {"id": uuid.UUID(about["transfer_id"])}
            if consult_state in ENDINGS and state is not TransferState.COMPLETED:
                changes |= {"closed_at": clock.now(), "closed_reason": ENDINGS[consult_state].value}
            await add_transfer(self.database.connection, about["consult_id"], state, **changes)

    async def page_those_on_call(self) -> None:
        """Let the worker page people about the consults that nobody has acknowledged."""
        await watch_escalations(job_context(self.database))

    async def page_everyone(self) -> None:
        """Everyone has a page about each consult's request, whether or not they could be paged."""
        await self.page_those_on_call()
        await self.database.connection.execute(text(rows.PAGE_EVERYONE))

    async def let_acknowledge(self, person: str) -> None:
        """This person acknowledged what someone has acknowledged, wherever it is."""
        statement = "update consults set acknowledged_by_id = :user where acknowledged_by_id is not null"
        await self.database.connection.execute(text(statement), {"user": self.user_ids[person]})

    async def write_drafts(self, writer: str | None = None) -> None:
        """Every consult is one of stroke and has a note that `writer` is editing."""
        await self.make_consults_of(STROKE_LINE)
        parameters = {"author": self.user_ids[GIVER], "writer": self.user_ids[writer] if writer else None}
        await self.database.connection.execute(text(rows.WRITE_DRAFTS), parameters)

    async def fail_faxes(self) -> None:
        """Every consult is one of stroke and has a signed note, version 1, and a fax of it that failed, version 2."""
        await self.make_consults_of(STROKE_LINE)
        parameters = {"author": self.user_ids[GIVER], "note": orjson.dumps(STROKE_NOTE).decode()}
        await self.database.connection.execute(text(rows.FAIL_FAXES), parameters)

    async def _pairs(self, query: str) -> dict[Any, Any]:
        """First column → second column."""
        found = await self.database.connection.execute(text(query))
        return dict(iter(found))

    async def _notify(self) -> None:
        """Everyone, about the same consult."""
        consult_id = uuid.UUID(self.consults[OWN, "new"]["consult_id"])
        async with self.database.transaction() as session:
            await notify(session, self.user_ids.values(), consult_id, NotificationKind.SIGNOFF_NOTE_DRAFT)
        by_user = await self._pairs("select user_id, id from notifications")
        self._notification_ids = {person: by_user[user_id] for person, user_id in self.user_ids.items()}

    async def _add_contacts(self) -> None:
        """A verified phone of everyone, whether or not they can be paged."""
        await self.database.connection.execute(text(rows.ADD_CONTACTS))
        by_user = await self._pairs("select user_id, id from contacts")
        self._contact_ids = {person: by_user[user_id] for person, user_id in self.user_ids.items()}

    async def _tell_of_duty(self) -> None:
        """Everyone, although most have none."""
        notice = DutyNotice(
            kind=DutyNoticeKind.SHIFT_BEGINS, service_line_id=LINES[LINE_OF[OWN]], time_zone="America/New_York"
        )
        async with self.database.transaction() as session:
            await tell(session, Telling(list(self.user_ids.values()), notice, "shift 1 begins"))
        by_user = await self._pairs("select user_id, id from duty_notices")
        self._duty_notice_ids = {person: by_user[user_id] for person, user_id in self.user_ids.items()}

    async def _call(self, person: str, consult_id: str) -> Target:
        """A meeting that the person has joined, whether or not they could; they are out of its reach for now.

        A guest asks to be let in.
        """
        names = ("meeting_id", "external_id", "attendee_id", "screen_id", "guest_id")
        ids = {name: uuid.uuid4() for name in names}
        of_whom = {"consult_id": uuid.UUID(consult_id), "user_id": self.user_ids[person]}
        await self.database.connection.execute(text(rows.JOIN), ids | of_whom)
        return {**ids, "joined": {"externalMeetingId": str(ids["external_id"]), "consultId": consult_id}}

    async def _check_in(self, person: str, line: str) -> None:
        duty = {"user": self.checked_ids[person], "role": self._role_ids[GIVING], "line": LINES[line], "phone": PHONE}
        await self.database.connection.execute(text(rows.CHECK_IN), duty)

    async def _consult(self, place: str, state: str) -> Target:
        created = await self._post(ASKER, "/consults", consult_body(self.places[place]))
        path = f"/consults/{created['id']}"
        consult = (await self.request(ASKER, "GET", path)).json()
        ids = {"consult_id": consult["id"], "patient_id": consult["Patient"]["id"]}
        ids["encounter_id"] = consult["Encounter"]["id"]
        ids["transfer_id"] = str(uuid.uuid4())  # Of the transfer that `add_transfers` adds.
        if state in {"acknowledged", "discharged"}:
            await self._post(GIVER, f"{path}/acknowledge")
        if state == "discharged":
            await self._post(GIVER, f"/otg/{ids['encounter_id']}/$discharge")
        if state == "completed":
            await self._post(GIVER, f"{path}/complete", {"completeType": "video"})
        if state == "cancelled":
            await self._post(ASKER, f"{path}/complete", {"cancel": True, "cancellationReason": "Requested twice"})
        return {**self.places[place], **ids}

    async def _post(self, person: str, path: str, body: Any = None) -> dict[str, Any]:
        response = await self.request(person, "POST", path, body)
        assert response.is_success, response.text
        return dict(response.json())
