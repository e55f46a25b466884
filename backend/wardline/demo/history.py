"""Past consults for a demonstration that has none: the last few weeks, and the consults that are waiting now.

The same seed and network give the same history, ending now, except for the ids of transfers. Requests, completions and
patients pass the same schemas and rules as users' input. Consults whose patients are transferred are inserted as they
were when they had been acknowledged; what followed is a list of steps (`wardline.demo.steps`).
"""

import random
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from wardline.consults.bodies import completion_of, line_part, request_of
from wardline.consults.choices import ConsultState
from wardline.consults.schemas import CompleteConsult
from wardline.consults.timeline.choices import TaskType
from wardline.core.text.search_words import split_words
from wardline.demo import pools, steps
from wardline.demo.people import People
from wardline.demo.plan import ENDINGS, WAITING, Ending, Waiting
from wardline.demo.samples import sample_at, samples
from wardline.demo.scene import Person, Scene, Unit
from wardline.demo.sign_offs import sign_off_content
from wardline.demo.steps import Action, Step
from wardline.demo.transfers import LVO, MOVING, Moving, decline_form, is_severe, request_form
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
MIN_AGE: Final = timedelta(hours=3)
"""Every consult that has ended was requested at least this long ago."""
Row = dict[str, Any]
SampleFilter = Callable[[Row], bool]


@dataclass(slots=True)
class History:
    """Rows by table, in an order in which they can be inserted, and the steps that follow."""

    patients: list[Row] = field(default_factory=list)
    encounters: list[Row] = field(default_factory=list)
    consults: list[Row] = field(default_factory=list)
    entries: list[Row] = field(default_factory=list)
    sign_offs: list[Row] = field(default_factory=list)
    signed_versions: list[Row] = field(default_factory=list)
    notifications: list[Row] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)


def write_history(scene: Scene, now: datetime) -> History:
    """The whole history of this network."""
    writer = _Writer(scene, now)
    for line_id in sorted(scene.lines):
        for ending in ENDINGS:
            writer.past(line_id, ending)
    ids = {code: line_id for line_id, code in scene.lines.items()}
    for waiting in WAITING:
        writer.waiting(ids[waiting.line], waiting)
    for moving in MOVING:
        writer.moving(ids[moving.line], moving)
    return writer.history


@dataclass(slots=True)
class _Consult:
    """A consult to which events are being added."""

    row: Row
    encounter: Row
    line: ServiceLineDefinition
    requester: Person
    providers: Sequence[Person]
    moment: datetime
    """The time of the last event."""


class _Writer:
    def __init__(self, scene: Scene, now: datetime) -> None:
        self._scene = scene
        self._now = now
        self._random = random.Random(SEED)  # noqa: S311 - not used for secrets
        self._people = People(self._random, now)
        self._completed: dict[str, int] = {}
        self._sampled: dict[str, int] = {}
        self.history = History()

    def past(self, line_id: int, ending: Ending) -> None:
        if ending is Ending.UNDER_WAY:
            ago = timedelta(minutes=self._random.uniform(40, 20 * 60))
        else:
            ago = MIN_AGE + (SPAN - MIN_AGE) * self._random.random() ** 1.5
        consult = self._request(line_id, self._random.choice(self._scene.units[line_id]), self._now - ago)
        self._comments(consult, consult.requester, pools.BEDSIDE_COMMENTS, max_count=1)
        if ending is Ending.CANCELLED_BY_BEDSIDE:
            self._complete(consult, consult.requester, CANCELLED, self._random.choice(pools.BEDSIDE_CANCELLATIONS))
            return
        provider = self._acknowledge(consult)
        self._talk(consult, provider)
        if ending is Ending.CANCELLED_BY_PROVIDER:
            self._complete(consult, provider, CANCELLED, self._random.choice(pools.PROVIDER_CANCELLATIONS))
        elif ending is Ending.COMPLETED:
            self._complete(consult, provider, self._next_type(consult.line), None)
            self._sign_off(consult, provider)
            if self._random.random() < 0.7:  # noqa: PLR2004 - seven in ten have been discharged
                self._discharge(consult)
        elif ending is Ending.DISCHARGED:
            self._discharge(consult)
            consult.row["state"] = ConsultState.DISCHARGED.value

    def waiting(self, line_id: int, waiting: Waiting) -> None:
        moment = self._now - timedelta(minutes=waiting.minutes)
        consult = self._request(
            line_id,
            self._scene.unit(line_id, waiting.unit),
            moment,
            lambda sample: sample.get("isEmergency", False) is waiting.emergency,
        )
        if waiting.discharged:
            self._discharge(consult)

    def moving(self, line_id: int, moving: Moving) -> None:
        unit = self._scene.unit(line_id, moving.unit)
        consult = self._request(line_id, unit, self._now - moving.ago, is_severe)
        consult.providers = self._scene.colleagues(line_id, unit.organization_id)
        provider = self._acknowledge(consult)
        self._comments(consult, provider, pools.PROVIDER_COMMENTS, max_count=1)
        consult_id, coordinator = consult.row["id"], self._random.choice(self._scene.coordinators)
        destination = self._scene.destination(unit, line_id, moving.protocol)
        form = request_form(self._random, unit, destination, moving.protocol)
        self._step(consult, (5, 15), provider, steps.request_transfer(consult_id, form), on_call=True)
        if moving.state is not TransferState.REQUESTED:
            self._step(consult, (2, 15), coordinator, steps.acknowledge_transfer(consult_id))
        if moving.declined is not None:
            next_form = decline_form(self._random, moving.declined, self._scene.destination(unit, line_id, LVO))
            self._step(consult, (10, 30), coordinator, steps.decline_transfer(consult_id, next_form))
        if moving.cancelled is not None:
            cancellation = self._completion(CANCELLED, moving.cancelled)
            self._step_to_complete(consult, provider, cancellation)
        if moving.state is TransferState.COMPLETED:
            self._step(consult, (30, 120), coordinator, steps.complete_transfer(consult_id))
            self._step_to_complete(consult, provider, self._completion(self._next_type(consult.line), None))
            self._step(consult, (60, 3000), consult.requester, steps.discharge(consult.encounter["id"]))

    def _step_to_complete(self, consult: _Consult, provider: Person, completion: Row) -> None:
        body = CompleteConsult.model_validate(completion)
        self._step(consult, (10, 60), provider, steps.complete_consult(consult.row["id"], body), on_call=True)

    def _step(
        self,
        consult: _Consult,
        minutes: tuple[float, float],
        by: Person,
        action: Action,
        *,
        on_call: bool = False,
    ) -> None:
        line_id = consult.row["service_line_id"] if on_call else None
        self.history.steps.append(Step(self._later(consult, *minutes), by, action, line_id))

    def _later(self, consult: _Consult, min_minutes: float, max_minutes: float) -> datetime:
        """The time some minutes after the last event, and before now."""
        moment = consult.moment + timedelta(minutes=self._random.uniform(min_minutes, max_minutes))
        consult.moment = min(moment, consult.moment + (self._now - consult.moment) * 0.5)
        return consult.moment

    def _request(
        self, line_id: int, unit: Unit, moment: datetime, sample_filter: SampleFilter | None = None
    ) -> _Consult:
        line = by_id()[line_id]
        requester = self._random.choice(unit.requesters)
        request = request_of(line, self._sample(line, unit, moment, sample_filter))
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
            "name_vector": split_words(f"{patient['name_given']} {patient['name_family']}"),
        }
        self.history.consults.append(row)
        consult = _Consult(row, encounter, line, requester, self._scene.providers[line_id], moment)
        self._record(consult, TaskType.CONSULT_CREATION, requester)
        return consult

    def _sample(
        self, line: ServiceLineDefinition, unit: Unit, moment: datetime, sample_filter: SampleFilter | None
    ) -> Row:
        """The line's next sample that passes the filter."""
        candidates = samples()[line.slug]
        if sample_filter is not None:
            candidates = tuple(filter(sample_filter, candidates))
        index = self._sampled[line.slug] = self._sampled.get(line.slug, -1) + 1
        sample = sample_at(candidates[index % len(candidates)], moment)
        return {"callbackNumber": unit.row.phone_number, **sample}

    def _acknowledge(self, consult: _Consult) -> Person:
        provider = self._random.choice(consult.providers)
        consult.row["acknowledged_at"] = self._later(consult, 1, 15)
        consult.row["acknowledged_by_id"] = provider.id
        consult.row["state"] = ConsultState.PENDING.value
        self._record(consult, TaskType.CONSULT_ACKNOWLEDGEMENT, provider)
        return provider

    def _talk(self, consult: _Consult, provider: Person) -> None:
        for person, texts in ((provider, pools.PROVIDER_COMMENTS), (consult.requester, pools.BEDSIDE_COMMENTS)):
            self._comments(consult, person, texts, max_count=2)
        if self._random.random() < 0.1:  # noqa: PLR2004 - one in ten is urgent
            self._comment(consult, consult.requester, self._random.choice(pools.ALERTS), alert=True, on_call=[provider])

    def _comments(self, consult: _Consult, person: Person, texts: Sequence[str], *, max_count: int) -> None:
        for text in self._random.sample(texts, self._random.randint(0, max_count)):
            self._comment(consult, person, text)

    def _comment(
        self, consult: _Consult, person: Person, text: str, *, alert: bool = False, on_call: Sequence[Person] = ()
    ) -> None:
        """An urgent comment notifies providers on call, including the one who acknowledged, who has already read it."""
        self._later(consult, 1, 20)
        consult.row["comment_count"] += 1
        notified = [provider for provider in on_call if alert and provider.id != person.id]
        self._record(consult, TaskType.UPDATE, person, message=text, alert=alert, notified=bool(notified))
        for provider in notified:
            notification: Row = {
                "id": uuid.uuid5(consult.row["id"], provider.username),
                "user_id": provider.id,
                "consult_id": consult.row["id"],
                "kind": NotificationKind.URGENT_COMMENT.value,
                "created_at": consult.moment,
                "is_new": False,
                "dismissed": True,
            }
            self.history.notifications.append(notification)

    def _next_type(self, line: ServiceLineDefinition) -> str:
        """The line's completion types in turn."""
        types = [choice.value for choice in line.completion_types if choice.value != CANCELLED]
        index = self._completed[line.slug] = self._completed.get(line.slug, -1) + 1
        return str(types[index % len(types)])

    def _completion(self, complete_type: str, cancellation_reason: str | None) -> Row:
        """The body of a completion or cancellation."""
        values: Row = {"completeType": complete_type, "cancellationReason": cancellation_reason}
        if cancellation_reason is None:
            values["callLength"] = self._random.randint(4, 45)
            values["qaComment"] = self._random.choice(pools.QA_COMMENTS) if self._random.random() < 0.2 else None  # noqa: PLR2004
        return values

    def _complete(self, consult: _Consult, person: Person, complete_type: str, cancellation_reason: str | None) -> None:
        completion = completion_of(consult.line, self._completion(complete_type, cancellation_reason))
        consult.row["state"] = ConsultState.COMPLETED.value
        consult.row["complete_type"] = str(completion.complete_type)
        consult.row["cancellation_reason"] = completion.cancellation_reason
        consult.row["qa_comment"] = completion.qa_comment
        consult.row["call_length"] = completion.call_length
        consult.row["completed_at"] = self._later(consult, 10, 60)
        consult.row["completed_by_id"] = person.id
        if cancellation_reason is None:
            comment_details = {} if completion.qa_comment is None else {"qaComment": completion.qa_comment}
            details = {"completeType": complete_type, **comment_details}
            self._record(consult, TaskType.CONSULT_COMPLETION, person, details=details)
        else:
            self._record(consult, TaskType.CANCELLED, person, details={"cancellationReason": cancellation_reason})

    def _sign_off(self, consult: _Consult, person: Person) -> None:
        """Sign off the consult if the line has sign-offs; one in eight is still missing."""
        if self._random.random() < 1 / 8:
            return
        content = sign_off_content(self._random, consult.line, consult.row, consult.moment)
        if content is None:
            return
        moment = self._later(consult, 1, 10)
        note, version = first_signature(consult.row["id"], content, by_id=person.id, moment=moment)
        self.history.sign_offs.append(note)
        self.history.signed_versions.append(version)
        structured = consult.line.note is not None
        self._record(consult, TaskType.SIGNOFF_NOTE_NOTE if structured else TaskType.SIGNOFF, person)

    def _discharge(self, consult: _Consult) -> None:
        consult.encounter["status"] = EncounterStatus.FINISHED.value
        consult.encounter["finished_at"] = self._later(consult, 60, 3000)
        consult.row["changed_at"] = consult.moment

    def _record(
        self,
        consult: _Consult,
        task_type: TaskType,
        author: Person,
        *,
        message: str | None = None,
        alert: bool = False,
        notified: bool = False,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        consult.row["changed_at"] = consult.moment
        self.history.entries.append(
            {
                "consult_id": consult.row["id"],
                "task_type": task_type.value,
                "created_at": consult.moment,
                "author_id": author.id,
                "message": message,
                "alert": alert,
                "notified": notified,
                "details": details,
            }
        )

    def _patient(self, unit: Unit, moment: datetime) -> tuple[Row, Row]:
        """A patient who passes the unit's rules, from the hospital's record if the unit has one."""
        recorded = self._random.choice(unit.recorded) if unit.recorded and self._random.random() < 0.6 else None  # noqa: PLR2004
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
        return uuid.UUID(int=self._random.getrandbits(128), version=4)
