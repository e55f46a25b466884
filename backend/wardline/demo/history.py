"""Past consults for a demonstration that has none: what happened in the last weeks, and who waits right now.

The same seed and network give the same history, placed before the present moment. Requests, completions and patients
pass the same schemas and rules as those that people send.
"""

import random
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from wardline.consults.bodies import completion_of, line_part, request_of
from wardline.consults.choices import ConsultState
from wardline.consults.timeline.choices import TaskType
from wardline.core.text.search_words import split_words
from wardline.demo import words as pools
from wardline.demo.people import People
from wardline.demo.plan import ENDINGS, WAITING, Ending, Waiting
from wardline.demo.samples import sample_at, samples
from wardline.demo.scene import Person, Scene, Unit
from wardline.demo.sign_offs import sign_off_content
from wardline.demo.transfers import MOVING, Moving, asked_form, is_severe
from wardline.notifications.choices import NotificationKind
from wardline.patients.choices import EncounterStatus, Verification
from wardline.patients.record import unchecked
from wardline.patients.schemas import own_identifiers
from wardline.service_lines.base.completion import CANCELLED
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.registry import by_id
from wardline.signoff.versions import first_signature
from wardline.transfers.choices import TransferState

SEED: Final = 20_260_304
SPAN: Final = timedelta(weeks=5)
FRESHEST: Final = timedelta(hours=3)
"""Everything that ended began at least so long ago."""
Row = dict[str, Any]
Fits = Callable[[Row], bool]


@dataclass(slots=True)
class History:
    """Rows for the tables of these names, in an order in which they can be inserted."""

    patients: list[Row] = field(default_factory=list)
    encounters: list[Row] = field(default_factory=list)
    consults: list[Row] = field(default_factory=list)
    """Without `name_vector`; its words stand in `name_words`."""
    entries: list[Row] = field(default_factory=list)
    transfers: list[Row] = field(default_factory=list)
    sign_offs: list[Row] = field(default_factory=list)
    signed_versions: list[Row] = field(default_factory=list)
    notifications: list[Row] = field(default_factory=list)


def write_history(scene: Scene, now: datetime) -> History:
    """The whole past of this network."""
    author = _Author(scene, now)
    for line_id in sorted(scene.lines):
        for ending in ENDINGS:
            author.past(line_id, ending)
    ids = {code: line_id for line_id, code in scene.lines.items()}
    for waiting in WAITING:
        author.waiting(ids[waiting.line], waiting)
    for moving in MOVING:
        author.moving(ids[moving.line], moving)
    return author.history


@dataclass(slots=True)
class _Asked:
    """A consult under way, to which what happened is added."""

    row: Row
    encounter: Row
    line: ServiceLineDefinition
    requester: Person
    providers: Sequence[Person]
    moment: datetime
    """Of what happened last."""


class _Author:
    def __init__(self, scene: Scene, now: datetime) -> None:
        self._scene = scene
        self._now = now
        self._chance = random.Random(SEED)  # noqa: S311 - a believable past, not a secret
        self._people = People(self._chance, now)
        self._completed: dict[str, int] = {}
        self._sampled: dict[str, int] = {}
        self.history = History()

    def past(self, line_id: int, ending: Ending) -> None:
        if ending is Ending.UNDER_WAY:
            ago = timedelta(minutes=self._chance.uniform(40, 20 * 60))
        else:
            ago = FRESHEST + (SPAN - FRESHEST) * self._chance.random() ** 1.5
        asked = self._ask(line_id, self._chance.choice(self._scene.units[line_id]), self._now - ago)
        self._comments(asked, asked.requester, pools.BEDSIDE_COMMENTS, most=1)
        if ending is Ending.CANCELLED_BY_BEDSIDE:
            self._complete(asked, asked.requester, CANCELLED, self._chance.choice(pools.BEDSIDE_CANCELLATIONS))
            return
        provider = self._acknowledge(asked)
        self._talk(asked, provider)
        if ending is Ending.CANCELLED_BY_PROVIDER:
            self._complete(asked, provider, CANCELLED, self._chance.choice(pools.PROVIDER_CANCELLATIONS))
        elif ending is Ending.COMPLETED:
            self._complete(asked, provider, self._next_type(asked.line), None)
            self._sign_off(asked, provider)
            if self._chance.random() < 0.7:  # noqa: PLR2004 - seven of ten have gone home
                self._discharge(asked)
        elif ending is Ending.DISCHARGED:
            self._discharge(asked)
            asked.row["state"] = ConsultState.DISCHARGED.value

    def waiting(self, line_id: int, waiting: Waiting) -> None:
        moment = self._now - timedelta(minutes=waiting.minutes)
        asked = self._ask(
            line_id,
            self._scene.unit(line_id, waiting.unit),
            moment,
            lambda sample: sample.get("isEmergency", False) is waiting.emergency,
        )
        if waiting.discharged:
            self._discharge(asked)

    def moving(self, line_id: int, moving: Moving) -> None:
        unit = self._scene.unit(line_id, moving.unit)
        asked = self._ask(line_id, unit, self._now - moving.ago, is_severe)
        provider = self._acknowledge(asked)
        self._comments(asked, provider, pools.PROVIDER_COMMENTS, most=1)
        destination = self._scene.destination(unit, line_id, moving.protocol)
        row: Row = {
            "id": self._id(),
            "consult_id": asked.row["id"],
            **{name: asked.row[name] for name in ("organization_id", "location_id", "service_line_id", "sort_rank")},
            "author_id": provider.id,
            "created_at": self._later(asked, 5, 15),
            "state": moving.state.value,
            "assignee_id": None,
            "acknowledged_at": None,
            "acknowledged_by_id": None,
            "resolved_at": None,
            "resolved_by_id": None,
            **asked_form(self._chance, unit, destination, moving.protocol),
        }
        self.history.transfers.append(row)
        self._record(asked, TaskType.TRANSFER, provider)
        coordinator = self._chance.choice(self._scene.coordinators)
        if moving.state is not TransferState.REQUESTED:
            row |= {"assignee_id": coordinator.id, "acknowledged_by_id": coordinator.id}
            row["acknowledged_at"] = self._later(asked, 2, 15)
            self._record(asked, TaskType.TRANSFER_ACKNOWLEDGEMENT, coordinator)
        if moving.state is TransferState.COMPLETED:
            row |= {"resolved_at": self._later(asked, 30, 120), "resolved_by_id": coordinator.id}
            self._record(asked, TaskType.TRANSFER_COMPLETION, coordinator)
            self._complete(asked, provider, self._next_type(asked.line), None)
            self._discharge(asked)

    def _later(self, asked: _Asked, least: float, most: float) -> datetime:
        """Some minutes after what happened last, and before now."""
        moment = asked.moment + timedelta(minutes=self._chance.uniform(least, most))
        asked.moment = min(moment, asked.moment + (self._now - asked.moment) * 0.5)
        return asked.moment

    def _ask(self, line_id: int, unit: Unit, moment: datetime, fits: Fits | None = None) -> _Asked:
        line = by_id()[line_id]
        requester = self._chance.choice(unit.requesters)
        request = request_of(line, self._sample(line, unit, moment, fits))
        is_emergency = request.is_emergency and line.allows_emergency
        patient, encounter = self._patient(unit, moment)
        detail = line_part(request, line)
        priority_id = line.priority_id(detail, is_emergency=is_emergency)
        row: Row = {
            "id": self._id(),
            "patient_id": patient["id"],
            "encounter_id": encounter["id"],
            "organization_id": unit.organization_id,
            "location_id": unit.row.id,
            "service_line_id": line_id,
            "priority_id": priority_id,
            "sort_rank": self._scene.ranks[line_id, priority_id],
            "callback_number": request.callback_number,
            "reason": request.reason or None,
            "is_emergency": is_emergency,
            "fax_number": unit.row.fax_number if unit.row.collect_fax_number else None,
            "hospital_name": unit.row.hospital_name if unit.row.collect_hospital_name else None,
            "detail": detail,
            "detail_version": line.detail_version,
            "state": ConsultState.NEW.value,
            "created_at": moment,
            "created_by_id": requester.id,
            "acknowledged_at": None,
            "acknowledged_by_id": None,
            "completed_at": None,
            "completed_by_id": None,
            "complete_type": None,
            "cancellation_reason": None,
            "qa_comment": None,
            "call_length": None,
            "comment_count": 0,
            "changed_at": moment,
            "name_words": split_words(f"{patient['name_given']} {patient['name_family']}"),
        }
        self.history.consults.append(row)
        asked = _Asked(row, encounter, line, requester, self._scene.providers[line_id], moment)
        self._record(asked, TaskType.CONSULT_CREATION, requester)
        return asked

    def _sample(self, line: ServiceLineDefinition, unit: Unit, moment: datetime, fits: Fits | None) -> Row:
        """The line's samples in turn, of those that fit."""
        offered = samples()[line.slug]
        if fits is not None:
            offered = tuple(filter(fits, offered))
        turn = self._sampled[line.slug] = self._sampled.get(line.slug, -1) + 1
        sample = sample_at(offered[turn % len(offered)], moment)
        return {"callbackNumber": unit.row.phone_number, **sample}

    def _acknowledge(self, asked: _Asked) -> Person:
        provider = self._chance.choice(asked.providers)
        asked.row["acknowledged_at"] = self._later(asked, 1, 15)
        asked.row["acknowledged_by_id"] = provider.id
        asked.row["state"] = ConsultState.PENDING.value
        self._record(asked, TaskType.CONSULT_ACKNOWLEDGEMENT, provider)
        return provider

    def _talk(self, asked: _Asked, provider: Person) -> None:
        for person, said in ((provider, pools.PROVIDER_COMMENTS), (asked.requester, pools.BEDSIDE_COMMENTS)):
            self._comments(asked, person, said, most=2)
        if self._chance.random() < 0.1:  # noqa: PLR2004 - one in ten alarms
            self._comment(asked, asked.requester, self._chance.choice(pools.ALERTS), alert=True, on_call=[provider])

    def _comments(self, asked: _Asked, person: Person, said: Sequence[str], *, most: int) -> None:
        for text in self._chance.sample(said, self._chance.randint(0, most)):
            self._comment(asked, person, text)

    def _comment(
        self, asked: _Asked, person: Person, text: str, *, alert: bool = False, on_call: Sequence[Person] = ()
    ) -> None:
        """An urgent one notifies those who are on call; whoever acknowledged is, and they have looked at it since."""
        self._later(asked, 1, 20)
        asked.row["comment_count"] += 1
        told = [provider for provider in on_call if alert and provider.id != person.id]
        self._record(asked, TaskType.UPDATE, person, message=text, alert=alert, notified=bool(told))
        for provider in told:
            notification: Row = {
                "id": uuid.uuid5(asked.row["id"], provider.username),
                "user_id": provider.id,
                "consult_id": asked.row["id"],
                "kind": NotificationKind.URGENT_COMMENT.value,
                "created_at": asked.moment,
                "is_new": False,
                "dismissed": True,
            }
            self.history.notifications.append(notification)

    def _next_type(self, line: ServiceLineDefinition) -> str:
        """The line's ways to complete, in turn."""
        ways = [choice.value for choice in line.completion_types if choice.value != CANCELLED]
        turn = self._completed[line.slug] = self._completed.get(line.slug, -1) + 1
        return str(ways[turn % len(ways)])

    def _complete(self, asked: _Asked, person: Person, complete_type: str, cancelled_for: str | None) -> None:
        sent: Row = {"completeType": complete_type, "cancellationReason": cancelled_for}
        if cancelled_for is None:
            sent["callLength"] = self._chance.randint(4, 45)
            sent["qaComment"] = self._chance.choice(pools.QA_COMMENTS) if self._chance.random() < 0.2 else None  # noqa: PLR2004
        completion = completion_of(asked.line, sent)
        asked.row["state"] = ConsultState.COMPLETED.value
        asked.row["complete_type"] = str(completion.complete_type)
        asked.row["cancellation_reason"] = completion.cancellation_reason
        asked.row["qa_comment"] = completion.qa_comment
        asked.row["call_length"] = completion.call_length
        asked.row["completed_at"] = self._later(asked, 10, 60)
        asked.row["completed_by_id"] = person.id
        if cancelled_for is None:
            commented = {} if completion.qa_comment is None else {"qaComment": completion.qa_comment}
            details = {"completeType": complete_type, **commented}
            self._record(asked, TaskType.CONSULT_COMPLETION, person, details=details)
        else:
            self._record(asked, TaskType.CANCELLED, person, details={"cancellationReason": cancelled_for})

    def _sign_off(self, asked: _Asked, person: Person) -> None:
        """Where the line has one; one in eight is still to be written."""
        if self._chance.random() < 1 / 8:
            return
        content = sign_off_content(self._chance, asked.line, asked.row, asked.moment)
        if content is None:
            return
        moment = self._later(asked, 1, 10)
        note, version = first_signature(asked.row["id"], content, by_id=person.id, moment=moment)
        self.history.sign_offs.append(note)
        self.history.signed_versions.append(version)
        structured = asked.line.note is not None
        self._record(asked, TaskType.SIGNOFF_NOTE_NOTE if structured else TaskType.SIGNOFF, person)

    def _discharge(self, asked: _Asked) -> None:
        asked.encounter["status"] = EncounterStatus.FINISHED.value
        asked.encounter["finished_at"] = self._later(asked, 60, 3000)
        asked.row["changed_at"] = asked.moment

    def _record(
        self,
        asked: _Asked,
        task_type: TaskType,
        author: Person,
        *,
        message: str | None = None,
        alert: bool = False,
        notified: bool = False,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        asked.row["changed_at"] = asked.moment
        self.history.entries.append(
            {
                "consult_id": asked.row["id"],
                "task_type": task_type.value,
                "created_at": asked.moment,
                "author_id": author.id,
                "message": message,
                "alert": alert,
                "notified": notified,
                "details": details,
            }
        )

    def _patient(self, unit: Unit, moment: datetime) -> tuple[Row, Row]:
        """A patient whom the unit's rules accept, from the hospital's record where the unit has one."""
        recorded = self._chance.choice(unit.recorded) if unit.recorded and self._chance.random() < 0.6 else None  # noqa: PLR2004
        patient = self._people.recorded(recorded, unit) if recorded else self._people.invented(unit)
        identifiers = [number.model_dump() for number in own_identifiers(item.value for item in patient.identifiers)]
        row: Row = {
            "id": self._id(),
            "organization_id": unit.organization_id,
            "name_given": patient.name_given,
            "name_family": patient.name_family,
            "birth_date": patient.birth_date,
            "gender": patient.gender,
            "is_emr": patient.is_emr,
            "emr_id": patient.emr_id,
            "enumber": patient.additional_data.enumber,
            "patient_number": patient.additional_data.patient_number,
            "identifiers": identifiers,
            "verification": Verification.VERIFIED.value if recorded else None,
            "verify_at": None,
            "created_at": moment,
        }
        encounter: Row = {
            "id": self._id(),
            "patient_id": row["id"],
            "location_id": unit.row.id,
            "organization_id": unit.organization_id,
            "status": EncounterStatus.IN_PROGRESS.value,
            "emr_data": {**unchecked(patient), "checked": True} if recorded else None,
            "created_at": moment,
            "finished_at": None,
        }
        self.history.patients.append(row)
        self.history.encounters.append(encounter)
        return row, encounter

    def _id(self) -> uuid.UUID:
        return uuid.UUID(int=self._chance.getrandbits(128), version=4)
