"""Every query about consults; `readable_by` is the one door."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    any_,
    bindparam,
    delete,
    func,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import joinedload, selectinload

from wardline.access.current_user import CurrentUser
from wardline.audit.recording import touched
from wardline.consults.cards import CARDS, among
from wardline.consults.choices import ConsultSort, StateFilter
from wardline.consults.models import Consult, ConsultViewing
from wardline.consults.page_key import PageKey
from wardline.consults.picking import picking
from wardline.consults.policies import Reach, reach_of
from wardline.consults.schemas import LONGEST_PAGE, SearchConsults
from wardline.consults.search import Bearers, Wanted, expecting, read_bearers
from wardline.core.db import ids
from wardline.core.straight import array, rows, written_out
from wardline.core.words import asked_words, words
from wardline.patients.models import Encounter, Patient
from wardline.people.models import User
from wardline.places.models import Facility, LocationUnit
from wardline.service_lines.models import ServiceLine

VIEWING_LIFETIME: Final = timedelta(seconds=90)
"""A viewing not renewed for so long belongs to a node that died."""

_BUCKETS: Final = {
    StateFilter.PENDING: ("pending",),
    StateFilter.NEW: ("pending",),
    StateFilter.COMPLETED: ("completed",),
    StateFilter.CANCELLED: ("cancelled",),
    StateFilter.ALL: ("pending", "completed", "cancelled"),
}
_LOCK: Final = written_out(select(Consult.id).where(*among()).with_for_update())
_NOTED: Final = written_out(
    select(Consult.id, Consult.patient_id, Consult.organization_id, Patient.emr_id)
    .join(Patient, Patient.id == Consult.patient_id)
    .where(*among())
)
"""What the audit trail says of a consult that somebody read."""
_TO_CHANGE: Final = (
    select(Consult)
    .where(Consult.id == bindparam("consult_id"))
    .options(
        joinedload(Consult.patient, innerjoin=True),
        joinedload(Consult.encounter, innerjoin=True),
    )
)


@dataclass(frozen=True, slots=True)
class ViewerRow:
    id: int
    first_name: str
    last_name: str


class SearchPage(NamedTuple):
    """`next` is where the next page begins, None on the last one."""

    rows: list[Any]
    next: PageKey | None


class ConsultRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    def readable_by(self, user: CurrentUser) -> ColumnElement[bool]:
        """The consults within `policies.reach_of`."""
        reach = reach_of(user)
        return (Consult.organization_id == any_(ids(reach.organization_ids))) & (
            Consult.service_line_id == any_(ids(reach.line_ids))
        )

    async def get(self, user: CurrentUser, consult_id: uuid.UUID) -> Consult | None:
        """The consult with all that its answer shows, in a bounded number of statements."""
        statement = (
            select(Consult)
            .where(Consult.id == consult_id, self.readable_by(user))
            .options(
                joinedload(Consult.patient),
                joinedload(Consult.encounter),
                joinedload(Consult.priority),
                joinedload(Consult.created_by),
                joinedload(Consult.acknowledged_by),
                joinedload(Consult.completed_by),
                joinedload(Consult.service_line).selectinload(ServiceLine.hours),
                joinedload(Consult.location).options(
                    joinedload(LocationUnit.facility).joinedload(Facility.organization),
                    selectinload(LocationUnit.video_rooms),
                    selectinload(LocationUnit.transfer_protocols),
                ),
            )
            .execution_options(populate_existing=True)
        )
        return self._noted((await self.session.scalars(statement)).one_or_none())

    async def get_for_change(self, user: CurrentUser, consult_id: uuid.UUID) -> Consult | None:
        """The consult, locked until the transaction ends, with what policies need.

        It is locked before it is read: what stands beside it may be changed by whoever holds the lock before.
        """
        parameters = {"consult_ids": array([consult_id])} | _within(reach_of(user))
        if not await rows(self.session, _LOCK, parameters):
            return None
        return self._noted((await self.session.scalars(_TO_CHANGE, {"consult_id": consult_id})).one_or_none())

    async def of_encounter_for_change(self, user: CurrentUser, encounter_id: uuid.UUID) -> Sequence[Consult]:
        """Every readable consult of an encounter, locked in one order."""
        statement = (
            select(Consult)
            .where(Consult.encounter_id == encounter_id, self.readable_by(user))
            .options(selectinload(Consult.encounter), selectinload(Consult.patient))
            .order_by(Consult.id)
            .with_for_update(of=Consult)
        )
        found = (await self.session.scalars(statement)).all()
        for consult in found:
            self._noted(consult)
        return found

    async def current_encounter(self, user: CurrentUser, patient_id: uuid.UUID) -> uuid.UUID | None:
        """The patient's latest encounter among the readable consults."""
        statement = (
            select(Encounter.id)
            .join(Consult, Consult.encounter_id == Encounter.id)
            .where(Consult.patient_id == patient_id, self.readable_by(user))
            .order_by(Encounter.created_at.desc())
            .limit(1)
        )
        return (await self.session.scalars(statement)).one_or_none()

    async def search(self, user: CurrentUser, request: SearchConsults) -> SearchPage:
        """One page of cards: ids are picked first, then joined."""
        length = min(request.length, LONGEST_PAGE)
        picked = await self._pick(self._wanted(user, request, length))
        found = {row.id: row for row in await self.cards(user, [row.id for row in picked[:length]])}
        shown = [found[row.id] for row in picked[:length] if row.id in found]
        return SearchPage(shown, _key_of(request.sort, picked[length - 1]) if len(picked) > length else None)

    async def _pick(self, wanted: Wanted | None) -> Sequence[Any]:
        """The ids of a page and of the first consult behind it, in order, each with what it is sorted by."""
        if wanted is None:
            return []
        chosen = picking(wanted, await self._bearers(wanted))
        return await rows(self.session, chosen.sql, chosen.parameters, planned_for_its_values=True)

    async def _bearers(self, wanted: Wanted) -> Bearers | None:
        if not wanted.words:
            return None
        ((plan,),) = await rows(self.session, *expecting(wanted.words), planned_for_its_values=True)
        return read_bearers(plan)

    async def cards(self, user: CurrentUser, consult_ids: list[uuid.UUID]) -> Sequence[Any]:
        """Those of these consults that the user may read, in no order; `card` is the JSON of a `ConsultCard`."""
        return await self._read(CARDS, user, consult_ids) if consult_ids else []

    async def can_read(self, user: CurrentUser, consult_id: uuid.UUID) -> bool:
        return bool(await self._read(_NOTED, user, [consult_id]))

    async def _read(self, statement: str, user: CurrentUser, consult_ids: list[uuid.UUID]) -> Sequence[Any]:
        parameters = {"consult_ids": array(consult_ids)} | _within(reach_of(user))
        found = await rows(self.session, statement, parameters)
        for row in found:
            self._note(row, row.emr_id)
        return found

    def _noted(self, consult: Consult | None) -> Consult | None:
        """Whoever goes through this door with a consult is written down in the audit trail."""
        if consult is not None:
            self._note(consult, consult.patient.emr_id)
        return consult

    def _note(self, consult: Any, emr_id: str | None) -> None:
        touched(self.session).consult(
            consult.id, patient_id=consult.patient_id, organization_id=consult.organization_id, emr_id=emr_id
        )

    def _wanted(self, user: CurrentUser, request: SearchConsults, length: int) -> Wanted | None:
        """What the request asks for, within the caller's reach; None when that can be nothing.

        With the toggle on and no location chosen, those who are checked in have the lines they are checked in to;
        others have their own locations and what they created, acknowledged or completed.
        """
        reach, chosen = reach_of(user), request.filter
        line_ids = reach.line_ids & frozenset(chosen.service_lines) if chosen.service_lines else reach.line_ids
        location_ids: list[int] | None = sorted(set(chosen.locations)) or None
        person_id = None
        if location_ids is None and chosen.assigned_locations_toggle_on:
            if user.is_checked_in:
                line_ids &= user.checked_in_line_ids
            else:
                location_ids, person_id = sorted(user.location_ids), user.id
        words = asked_words(chosen.search_string)
        if not (line_ids and reach.organization_ids) or (chosen.search_string and not words):
            return None
        return Wanted(
            organization_ids=reach.organization_ids,
            line_ids=sorted(line_ids),
            buckets=_BUCKETS[chosen.state],
            sort=request.sort,
            location_ids=location_ids,
            person_id=person_id,
            words=words,
            start=request.start,
            length=length,
            after=PageKey.read(request.after) if request.after is not None else None,
        )

    async def viewers(self, consult_id: uuid.UUID, now: datetime) -> list[ViewerRow]:
        """Who has the consult on a screen, each person once, by name."""
        statement = (
            select(User.id, User.first_name, User.last_name)
            .join(ConsultViewing, ConsultViewing.user_id == User.id)
            .where(ConsultViewing.consult_id == consult_id, ConsultViewing.renewed_at > now - VIEWING_LIFETIME)
            .distinct()
            .order_by(User.last_name, User.first_name, User.id)
        )
        return [ViewerRow(*row) for row in (await self.session.execute(statement)).all()]

    async def began_viewing(self, socket_id: str, consult_id: uuid.UUID, user_id: int, now: datetime) -> None:
        statement = insert(ConsultViewing).values(
            socket_id=socket_id, consult_id=consult_id, user_id=user_id, renewed_at=now
        )
        await self.session.execute(
            statement.on_conflict_do_update(index_elements=["socket_id", "consult_id"], set_={"renewed_at": now})
        )

    async def ended_viewing(self, socket_id: str, consult_id: uuid.UUID | None) -> None:
        statement = delete(ConsultViewing).where(ConsultViewing.socket_id == socket_id)
        if consult_id is not None:
            statement = statement.where(ConsultViewing.consult_id == consult_id)
        await self.session.execute(statement)

    async def renew_viewing(self, socket_ids: list[str], now: datetime) -> None:
        await self.session.execute(
            update(ConsultViewing).where(ConsultViewing.socket_id.in_(socket_ids)).values(renewed_at=now)
        )
        await self.session.execute(delete(ConsultViewing).where(ConsultViewing.renewed_at < now - 2 * VIEWING_LIFETIME))


def name_vector(patient: Patient) -> ColumnElement[Any]:
    """The words by which the patient's consults are found, from their names."""
    return func.array_to_tsvector(words(f"{patient.name_given} {patient.name_family}"))


def _within(reach: Reach) -> dict[str, str]:
    return {"organization_ids": array(reach.organization_ids), "line_ids": array(reach.line_ids)}


def _key_of(sort: ConsultSort, picked: Any) -> PageKey:
    return PageKey(sort, getattr(picked, "rank", 0), picked.created_at, picked.id)
