"""The demonstration hospital's records at a given time.

The simulator's encounters are in the past, and nearly all are finished. Those needed for the census are reopened
partway through the stay and shifted so that this point is now, along with the patient's other stays. The same seed and
hour give the same hospital.
"""

import copy
import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib import resources
from typing import Any

Json = dict[str, Any]

BEDS_A_WARD = 10
EMERGENCY_UNIT = "loc-ed"
_KINDS = ("Organization", "Practitioner", "Location", "Patient", "Encounter")
_MAX_ED_STAY = timedelta(hours=11)
_LATEST_ARRIVED = timedelta(minutes=20)
_LATEST_TRIAGED = timedelta(minutes=50)


@dataclass(frozen=True, slots=True)
class CensusSize:
    """How many of the simulator's stays are open; fewer if the data has fewer."""

    inpatients: int = 38
    emergency: int = 62


class DemoHospital:
    """Reads the packaged records once; `resources_at` returns them for a given time.

    `documents` are the DocumentReference resources filed here, by id, in memory.
    """

    def __init__(self, *, seed: int = 7, size: CensusSize | None = None) -> None:
        self._seed = seed
        self._size = size or CensusSize()
        self._records = {kind: list(_records(kind)) for kind in _KINDS}
        self._hour: datetime | None = None
        self._resources: list[Json] = []
        self.documents: dict[str, Json] = {}

    def resources_at(self, now: datetime) -> list[Json]:
        """Every resource (FHIR R4 JSON) at the hour of `now`. Callers must not modify them."""
        hour = now.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
        if hour != self._hour:
            self._resources = self._build(hour)
            self._hour = hour
        return self._resources

    def _build(self, now: datetime) -> list[Json]:
        rng = random.Random(self._seed)  # noqa: S311 - not used for secrets
        wards = [place for place in self._records["Location"] if place["id"] != EMERGENCY_UNIT]
        beds = [_bed(ward, number) for ward in wards for number in range(1, BEDS_A_WARD + 1)]
        free = {ward["id"]: _beds_of(ward, beds) for ward in wards}
        encounters: list[Json] = []
        for patient_id in self._open_order(rng):
            stays = copy.deepcopy(self._encounters_of(patient_id))
            _reopen(stays, now, rng, free)
            encounters += stays
        missing_ids = {patient["id"] for patient in self._records["Patient"]} - {_subject(stay) for stay in encounters}
        for patient_id in sorted(missing_ids):
            encounters += _move_to_past(copy.deepcopy(self._encounters_of(patient_id)), now, rng)
        other_records = [record for kind in _KINDS if kind != "Encounter" for record in self._records[kind]]
        return [*other_records, *beds, *encounters]

    def _encounters_of(self, patient_id: str) -> list[Json]:
        """The patient's encounters, ordered by start."""
        stays = [stay for stay in self._records["Encounter"] if _subject(stay) == patient_id]
        return sorted(stays, key=lambda stay: str(stay["period"]["start"]))

    def _open_order(self, rng: random.Random) -> list[str]:
        """The patients whose last stay is open: the required number of each kind, none of whom has died."""
        by_kind: dict[str, list[str]] = {"IMP": [], "EMER": []}
        for patient in self._records["Patient"]:
            if "deceasedDateTime" not in patient:
                by_kind[self._encounters_of(patient["id"])[-1]["class"]["code"]].append(patient["id"])
        for patients in by_kind.values():
            rng.shuffle(patients)
        return by_kind["IMP"][: self._size.inpatients] + by_kind["EMER"][: self._size.emergency]


def _records(kind: str) -> Iterator[Json]:
    file = resources.files(__package__).joinpath("data", f"{kind}.ndjson")
    for line in file.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def _subject(stay: Json) -> str:
    return str(stay["subject"]["reference"]).removeprefix("Patient/")


def _bed(ward: Json, number: int) -> Json:
    code = ward["identifier"][0]["value"]
    return {
        "resourceType": "Location",
        "id": f"loc-bed-{code}-{number:02}",
        "status": "active",
        "name": f"Bed {code}-{number:02}",
        "type": ward["type"],
        "physicalType": {
            "coding": [
                {
                    "system": "http://terminology.hl7.org/CodeSystem/location-physical-type",
                    "code": "bd",
                    "display": "Bed",
                }
            ]
        },
        "partOf": {"reference": f"Location/{ward['id']}"},
        "managingOrganization": ward["managingOrganization"],
    }


def _beds_of(ward: Json, beds: list[Json]) -> list[Json]:
    parent = f"Location/{ward['id']}"
    return [bed for bed in beds if bed["partOf"]["reference"] == parent]


def _reopen(stays: list[Json], now: datetime, rng: random.Random, free: dict[str, list[Json]]) -> None:
    """Reopen a patient's last stay, and shift all stays so that this one is current."""
    last = stays[-1]
    started_at = _parse_time(last["period"]["start"])
    ended_at = _parse_time(last["period"]["end"]) if "end" in last["period"] else started_at + timedelta(days=5)
    inpatient = last["class"]["code"] == "IMP"
    elapsed = (ended_at - started_at) * rng.uniform(0.1, 0.9)
    if not inpatient:
        elapsed = min(elapsed, _MAX_ED_STAY)
    for stay in stays:
        _shift(stay, (now - elapsed - started_at))
        _close(stay)
    del last["period"]["end"]
    last["status"] = _status(elapsed, inpatient=inpatient)
    last["location"] = _bed_and_ward(last, free) if inpatient else last["location"]
    for place in last["location"]:
        place["status"] = "active"


def _move_to_past(stays: list[Json], now: datetime, rng: random.Random) -> list[Json]:
    """Shift the stays of a patient who has left, so that the last one ended hours or days ago."""
    last = stays[-1]["period"]
    ended_at = _parse_time(last.get("end", last["start"]))
    offset = now - timedelta(hours=rng.uniform(2, 72)) - ended_at
    for stay in stays:
        _shift(stay, offset)
        _close(stay)
    return stays


def _shift(stay: Json, offset: timedelta) -> None:
    for key in stay["period"]:
        stay["period"][key] = (
            (_parse_time(stay["period"][key]) + offset).isoformat(timespec="seconds").replace("+00:00", "Z")
        )


def _close(stay: Json) -> None:
    stay["status"] = "finished"
    stay["period"].setdefault("end", stay["period"]["start"])
    for place in stay["location"]:
        place["status"] = "completed"


def _status(elapsed: timedelta, *, inpatient: bool) -> str:
    if inpatient or elapsed > _LATEST_TRIAGED:
        return "in-progress"
    return "arrived" if elapsed <= _LATEST_ARRIVED else "triaged"


def _bed_and_ward(stay: Json, free: dict[str, list[Json]]) -> list[Json]:
    """A free bed in the stay's own ward, or in the emptiest one if that is full."""
    ward_id = str(stay["location"][-1]["location"]["reference"]).removeprefix("Location/")
    if not free[ward_id]:
        ward_id = Counter({ward: len(beds) for ward, beds in free.items()}).most_common(1)[0][0]
    bed = free[ward_id].pop(0)
    return [{"location": {"reference": f"Location/{place}"}} for place in (bed["id"], ward_id)]


def _parse_time(text: str) -> datetime:
    return datetime.fromisoformat(text)
