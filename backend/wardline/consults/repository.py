"""Every query about one consult; `readable_by` is the one door."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Row,
    Uuid,
    any_,
    bindparam,
    delete,
    func,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import joinedload, selectinload

from wardline.access.current_user import CurrentUser
from wardline.audit.recording import touched
from wardline.consults.cards import among, of_those
from wardline.consults.models import Consult, ConsultViewing
from wardline.consults.policies import reach_of
from wardline.core.db.database import id_array
from wardline.core.db.statements import compile_statement, fetch_all
from wardline.core.text.search_words import split_words
from wardline.patients.choices import ESTABLISHED
from wardline.patients.models import Encounter, Patient, PatientConfirmation
from wardline.patients.policies import is_established
from wardline.people.models import User
from wardline.places.models import Facility, LocationUnit
from wardline.service_lines.models import ServiceLine

VIEWING_LIFETIME: Final = timedelta(seconds=90)
"""A viewing not renewed for so long belongs to a node that died."""

_LOCK: Final = compile_statement(select(Consult.id).where(*among()).with_for_update(key_share=True))
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


class ConsultRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    def readable_by(self, user: CurrentUser) -> ColumnElement[bool]:
        """The consults within `policies.reach_of`."""
        reach = reach_of(user)
        return (
            (Consult.organization_id == any_(id_array(reach.organization_ids)))
            & (Consult.service_line_id == any_(id_array(reach.line_ids)))
        ) | (Consult.id == any_(bindparam(None, sorted(reach.consult_ids), type_=ARRAY(Uuid))))

    async def get(self, user: CurrentUser, consult_id: uuid.UUID) -> Consult | None:
        """The consult with all that its answer shows, in a bounded number of statements."""
        statement = (
            select(Consult)
            .where(Consult.id == consult_id, self.readable_by(user))
            .options(
                joinedload(Consult.patient)
                .joinedload(Patient.confirmation)
                .joinedload(PatientConfirmation.confirmed_by),
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
        parameters = of_those([consult_id], reach_of(user))
        if not await fetch_all(self.session, _LOCK, parameters):
            return None
        return self._noted((await self.session.scalars(_TO_CHANGE, {"consult_id": consult_id})).one_or_none())

    async def of_encounter_for_change(self, user: CurrentUser, encounter_id: uuid.UUID) -> Sequence[Consult]:
        """Every readable consult of an encounter, locked in one order."""
        statement = (
            select(Consult)
            .where(Consult.encounter_id == encounter_id, self.readable_by(user))
            .options(selectinload(Consult.encounter), selectinload(Consult.patient))
            .order_by(Consult.id)
            .with_for_update(of=Consult, key_share=True)
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

    async def patient(self, user: CurrentUser, patient_id: uuid.UUID) -> Patient | None:
        """The patient of a readable consult."""
        statement = (
            select(Consult)
            .where(Consult.patient_id == patient_id, self.readable_by(user))
            .options(joinedload(Consult.patient, innerjoin=True))
            .order_by(Consult.created_at.desc(), Consult.id.desc())
            .limit(1)
        )
        consult = self._noted((await self.session.scalars(statement)).one_or_none())
        return consult.patient if consult is not None else None

    async def ids_about(self, user: CurrentUser, patient: Patient, *, page: int, page_size: int) -> Sequence[uuid.UUID]:
        """One page of the readable consults about the same person, the newest first."""
        statement = (
            select(Consult.id)
            .where(_about_the_person(patient), self.readable_by(user))
            .order_by(Consult.created_at.desc(), Consult.id.desc())
            .offset((page - 1) * page_size)
            .limit(page_size)
        )
        return (await self.session.scalars(statement)).all()

    async def count_about(self, user: CurrentUser, patient: Patient) -> int:
        """How many consults `ids_about` has on all pages."""
        statement = select(func.count()).where(_about_the_person(patient), self.readable_by(user))
        return (await self.session.scalars(statement)).one()

    def _noted(self, consult: Consult | None) -> Consult | None:
        """Whoever goes through this door with a consult is written down in the audit trail."""
        if consult is not None:
            touched(self.session).consult(
                consult.id,
                patient_id=consult.patient_id,
                organization_id=consult.organization_id,
                emr_id=consult.patient.emr_id,
            )
        return consult

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

    async def began_viewing(self, socket_id: str, consult_id: uuid.UUID, user_id: int, now: datetime) -> bool:
        """Answers whether this socket was not among the viewers before."""
        statement = insert(ConsultViewing).values(
            socket_id=socket_id, consult_id=consult_id, user_id=user_id, renewed_at=now
        )
        began = await self.session.scalar(
            statement.on_conflict_do_update(
                index_elements=["socket_id", "consult_id"], set_={"renewed_at": now}
            ).returning(literal_column("xmax = 0"))
        )
        return bool(began)

    async def ended_viewing(self, socket_id: str, consult_id: uuid.UUID | None) -> Sequence[Row[uuid.UUID, int]]:
        """Answers consult and user of each viewing that is over."""
        statement = delete(ConsultViewing).where(ConsultViewing.socket_id == socket_id)
        if consult_id is not None:
            statement = statement.where(ConsultViewing.consult_id == consult_id)
        ended = await self.session.execute(statement.returning(ConsultViewing.consult_id, ConsultViewing.user_id))
        return ended.all()

    async def renew_viewing(self, socket_ids: list[str], now: datetime) -> None:
        await self.session.execute(
            update(ConsultViewing).where(ConsultViewing.socket_id.in_(socket_ids)).values(renewed_at=now)
        )
        await self.session.execute(delete(ConsultViewing).where(ConsultViewing.renewed_at < now - 2 * VIEWING_LIFETIME))


def _about_the_person(patient: Patient) -> ColumnElement[bool]:
    """Consults about whom the hospital's record calls the same, as far as their ids there may be relied upon.

    Otherwise about this row alone: a wrong id must not bring one patient's consults beside another's.
    """
    if not is_established(patient):
        return Consult.patient_id == patient.id
    same = select(Patient.id).where(
        Patient.organization_id == patient.organization_id,
        Patient.emr_id == patient.emr_id,
        Patient.is_emr,
        Patient.verification.in_([verification.value for verification in ESTABLISHED]),
    )
    return Consult.patient_id.in_(same)


def name_vector(patient: Patient) -> ColumnElement[Any]:
    """The words by which the patient's consults are found, from their names."""
    return func.array_to_tsvector(split_words(f"{patient.name_given} {patient.name_family}"))
