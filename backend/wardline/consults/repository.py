"""Every query about one consult, limited to those that the user may view (`wardline.consults.reach`)."""

import uuid
from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, DateTime, Row, Uuid, any_, bindparam, delete, func, literal_column, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import joinedload, selectinload

from wardline.access.current_user import CurrentUser
from wardline.consults.choices import ConsultState, StateFilter
from wardline.consults.models import Consult, ConsultViewing, RemovedConsult
from wardline.consults.reach import READABLE_AMONG, Reach, readable_among, readable_by
from wardline.consults.reading import record_touched
from wardline.core.db.before_commit import execute_before_commit
from wardline.core.db.database import id_array
from wardline.core.db.statements import Execution, compile_statement, fetch_all
from wardline.core.text.search_words import split_words
from wardline.patients.choices import ESTABLISHED
from wardline.patients.models import Encounter, Patient, PatientConfirmation
from wardline.patients.policies import is_established
from wardline.people.models import User
from wardline.places.models import Facility, LocationUnit
from wardline.service_lines.models import Priority, ServiceLine

VIEWING_LIFETIME: Final = timedelta(seconds=90)
"""A viewing that has not been renewed for this long belongs to a node that died."""
MAX_IN_HAND: Final = 100

_READABLE_AMONG: Final = compile_statement(select(Consult.id).where(*READABLE_AMONG))
_LOCK: Final = compile_statement(select(Consult.id).where(*READABLE_AMONG).with_for_update(key_share=True))
_FOR_CHANGE: Final = (
    select(Consult)
    .where(Consult.id == bindparam("consult_id"))
    .options(
        joinedload(Consult.patient, innerjoin=True),
        joinedload(Consult.encounter, innerjoin=True),
        joinedload(Consult.acknowledged_by),
        joinedload(Consult.completed_by),
    )
)
_VIEWERS: Final = compile_statement(
    select(User.id, User.first_name, User.last_name)
    .join(ConsultViewing, ConsultViewing.user_id == User.id)
    .where(
        ConsultViewing.consult_id == bindparam("consult_id", type_=Uuid()),
        ConsultViewing.renewed_at > bindparam("since", type_=DateTime(timezone=True)),
    )
    .distinct()
    .order_by(User.last_name, User.first_name, User.id)
)
_COUNT_COMMENT: Final = compile_statement(
    update(Consult)
    .where(Consult.id == bindparam("consult_id"))
    .values(comment_count=Consult.comment_count + literal_column("1"), changed_at=bindparam("changed_at"))
)


def viewers_query(consult_id: uuid.UUID, now: datetime) -> Execution:
    """The users who have the consult on a screen, each once, by name."""
    return _VIEWERS, {"consult_id": consult_id, "since": now - VIEWING_LIFETIME}


class OpenConsults(NamedTuple):
    """Consults that the list calls pending: those that nobody has acknowledged, the oldest of these, and the others.

    `overdue` of the former have reached their priority's limit, like a card that shows its time in red.
    """

    waiting: int = 0
    waiting_since: datetime | None = None
    overdue: int = 0
    in_progress: int = 0


class ConsultRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def get(self, user: CurrentUser, consult_id: uuid.UUID, *, in_emergency: bool = False) -> Consult | None:
        """The consult with everything that its response shows; `in_emergency` as for `reach_of`."""
        statement = (
            select(Consult)
            .where(Consult.id == consult_id, readable_by(user, in_emergency=in_emergency))
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
        return self._record_read((await self.session.scalars(statement)).one_or_none())

    async def removed_at(self, user: CurrentUser, consult_id: uuid.UUID) -> datetime | None:
        """When retention removed a consult of the user's organizations and lines; None if it did not."""
        statement = select(RemovedConsult.removed_at).where(
            RemovedConsult.id == consult_id,
            RemovedConsult.organization_id == any_(id_array(user.accessible_organization_ids)),
            RemovedConsult.service_line_id == any_(id_array(user.accessible_line_ids)),
        )
        return (await self.session.scalars(statement)).one_or_none()

    async def get_locked(self, user: CurrentUser, consult_id: uuid.UUID) -> Consult | None:
        """The consult with everything that policies read, locked until the transaction ends.

        It is locked before it is read, because the previous holder of the lock may change the rows that belong to it.
        """
        if not await fetch_all(self.session, _LOCK, readable_among(user, [consult_id])):
            return None
        return self._record_read((await self.session.scalars(_FOR_CHANGE, {"consult_id": consult_id})).one_or_none())

    async def readable_among(self, user: CurrentUser, consult_ids: Collection[uuid.UUID]) -> set[uuid.UUID]:
        """Those that the user may view. Reads nothing about patients."""
        rows = await fetch_all(self.session, _READABLE_AMONG, readable_among(user, consult_ids))
        return {row.id for row in rows}

    def count_comment(self, consult_id: uuid.UUID, now: datetime) -> None:
        """Count one more comment of a locked consult when the session commits."""
        execute_before_commit(self.session, _COUNT_COMMENT, {"consult_id": consult_id, "changed_at": now})

    async def of_encounter_locked(self, user: CurrentUser, encounter_id: uuid.UUID) -> Sequence[Consult]:
        """Every readable consult of an encounter, locked by id, so that two transactions never deadlock."""
        statement = (
            select(Consult)
            .where(Consult.encounter_id == encounter_id, readable_by(user))
            .options(selectinload(Consult.encounter), selectinload(Consult.patient))
            .order_by(Consult.id)
            .with_for_update(of=Consult, key_share=True)
        )
        consults = (await self.session.scalars(statement)).all()
        for consult in consults:
            self._record_read(consult)
        return consults

    async def current_encounter(self, user: CurrentUser, patient_id: uuid.UUID) -> uuid.UUID | None:
        """The patient's latest encounter among the readable consults."""
        statement = (
            select(Encounter.id)
            .join(Consult, Consult.encounter_id == Encounter.id)
            .where(Consult.patient_id == patient_id, readable_by(user))
            .order_by(Encounter.created_at.desc())
            .limit(1)
        )
        return (await self.session.scalars(statement)).one_or_none()

    async def patient(self, user: CurrentUser, patient_id: uuid.UUID) -> Patient | None:
        """The patient of a readable consult."""
        statement = (
            select(Consult)
            .where(Consult.patient_id == patient_id, readable_by(user))
            .options(joinedload(Consult.patient, innerjoin=True))
            .order_by(Consult.created_at.desc(), Consult.id.desc())
            .limit(1)
        )
        consult = self._record_read((await self.session.scalars(statement)).one_or_none())
        return consult.patient if consult is not None else None

    async def ids_about(self, user: CurrentUser, patient: Patient, *, page: int, page_size: int) -> Sequence[uuid.UUID]:
        """One page of the readable consults about the same person, newest first."""
        statement = (
            select(Consult.id)
            .where(_about_the_person(patient), readable_by(user))
            .order_by(Consult.created_at.desc(), Consult.id.desc())
            .offset((page - 1) * page_size)
            .limit(page_size)
        )
        return (await self.session.scalars(statement)).all()

    async def count_about(self, user: CurrentUser, patient: Patient) -> int:
        """How many consults `ids_about` returns on all pages."""
        statement = select(func.count()).where(_about_the_person(patient), readable_by(user))
        return (await self.session.scalars(statement)).one()

    def _record_read(self, consult: Consult | None) -> Consult | None:
        """The audit trail records every consult that leaves this repository."""
        if consult is not None:
            record_touched(self.session, consult, emr_id=consult.patient.emr_id)
        return consult

    async def in_hand(self, user: CurrentUser, drafted_ids: Collection[uuid.UUID]) -> Sequence[Consult]:
        """What the user would leave behind, of what they may view: the most pressing first, at most `MAX_IN_HAND`.

        These are the open consults that they are responsible for, and, of those with a draft of the note by them, the
        completed ones. Each comes with its patient, line, location and priority.
        """
        is_theirs = (Consult.responsible_id == user.id) & ~Consult.is_closed
        is_discharged = Consult.state == ConsultState.DISCHARGED.value
        is_unsigned = Consult.id.in_(drafted_ids) & Consult.is_closed & ~Consult.is_cancelled
        statement = (
            select(Consult)
            .where(is_theirs | is_unsigned, readable_by(user))
            .options(
                joinedload(Consult.patient, innerjoin=True),
                joinedload(Consult.service_line, innerjoin=True),
                joinedload(Consult.location, innerjoin=True),
                joinedload(Consult.priority, innerjoin=True),
            )
            .order_by(is_discharged, Consult.sort_rank.nulls_last(), Consult.created_at, Consult.id)
            .limit(MAX_IN_HAND)
        )
        consults = (await self.session.scalars(statement)).all()
        for consult in consults:
            self._record_read(consult)
        return consults

    async def open_by_line(self, reach: Reach, now: datetime) -> defaultdict[int, OpenConsults]:
        """The open consults of these organizations and lines, counted for each line; none for any other line."""
        is_waiting = Consult.acknowledged_at.is_(None)
        is_overdue = Consult.created_at + func.make_interval(0, 0, 0, 0, 0, 0, Priority.completion_limit) <= now
        statement = (
            select(
                Consult.service_line_id,
                func.count().filter(is_waiting).label("waiting"),
                func.min(Consult.created_at).filter(is_waiting).label("waiting_since"),
                func.count().filter(is_waiting & is_overdue).label("overdue"),
                func.count().filter(~is_waiting).label("in_progress"),
            )
            .join(Consult.priority)
            .where(
                Consult.organization_id == any_(id_array(reach.organization_ids)),
                Consult.service_line_id == any_(id_array(reach.line_ids)),
                Consult.bucket == StateFilter.PENDING.value,
            )
            .group_by(Consult.service_line_id)
        )
        found: defaultdict[int, OpenConsults] = defaultdict(OpenConsults)
        for row in await self.session.execute(statement):
            found[row.service_line_id] = OpenConsults(row.waiting, row.waiting_since, row.overdue, row.in_progress)
        return found

    async def viewers(self, consult_id: uuid.UUID, now: datetime) -> list[Any]:
        """The rows of `viewers_query`."""
        return await fetch_all(self.session, *viewers_query(consult_id, now))

    async def start_viewing(self, socket_id: str, consult_id: uuid.UUID, user_id: int, now: datetime) -> bool:
        """Returns whether this socket is a new viewer."""
        statement = insert(ConsultViewing).values(
            socket_id=socket_id, consult_id=consult_id, user_id=user_id, renewed_at=now
        )
        is_new = await self.session.scalar(
            statement.on_conflict_do_update(
                index_elements=["socket_id", "consult_id"], set_={"renewed_at": now}
            ).returning(literal_column("xmax = 0"))
        )
        return bool(is_new)

    async def stop_viewing(self, socket_id: str, consult_id: uuid.UUID | None) -> Sequence[Row[uuid.UUID, int]]:
        """Returns the consult and the user of each viewing that ended."""
        statement = delete(ConsultViewing).where(ConsultViewing.socket_id == socket_id)
        if consult_id is not None:
            statement = statement.where(ConsultViewing.consult_id == consult_id)
        deleted = await self.session.execute(statement.returning(ConsultViewing.consult_id, ConsultViewing.user_id))
        return deleted.all()

    async def renew_viewing(self, socket_ids: list[str], now: datetime) -> None:
        await self.session.execute(
            update(ConsultViewing).where(ConsultViewing.socket_id.in_(socket_ids)).values(renewed_at=now)
        )
        await self.session.execute(delete(ConsultViewing).where(ConsultViewing.renewed_at < now - 2 * VIEWING_LIFETIME))


def _about_the_person(patient: Patient) -> ColumnElement[bool]:
    """Consults about the same person by the hospital's record, if the patient's id there is verified.

    Otherwise only the consults of this row: a wrong id must not mix the consults of two patients.
    """
    if not is_established(patient):
        return Consult.patient_id == patient.id
    patient_ids = select(Patient.id).where(
        Patient.organization_id == patient.organization_id,
        Patient.emr_id == patient.emr_id,
        Patient.is_emr,
        Patient.verification.in_([verification.value for verification in ESTABLISHED]),
    )
    return Consult.patient_id.in_(patient_ids)


def name_words(patient: Patient) -> list[str]:
    """The search words of the patient's consults, from the patient's names."""
    return split_words(f"{patient.name_given} {patient.name_family}")
