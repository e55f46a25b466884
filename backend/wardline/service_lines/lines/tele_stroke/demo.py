"""Synthetic requests for the demonstration. Their times are shifted to the time of the consult."""

from typing import Any


def _request(**answers: Any) -> dict[str, Any]:
    return {
        "reason": None,
        "isEmergency": False,
        "TeleStrokeConsultDetail": {
            "potentialThrombolytic": True,
            "suspectedLargeVesselOcclusion": False,
            "edArrivalDate": "2026-03-04T12:00:00Z",
            "lastKnownWell": "2026-03-04T10:45:00Z",
            "clinicalConcern": None,
            "nihss": 6,
            "notableSymptoms": {"selected": ["Hemiparesis"], "other": None},
            "isOnAnticoagulants": False,
            "anticoagulants": {"selected": [], "other": None},
            "baselineFunctionalStatus": ["Independent"],
            **answers,
        },
    }


_EMERGENCY: dict[str, Any] = {"isEmergency": True, "TeleStrokeConsultDetail": {}}

SAMPLES: tuple[dict[str, Any], ...] = (
    _request(),
    _request(
        suspectedLargeVesselOcclusion=True,
        nihss=18,
        notableSymptoms={"selected": ["Hemiparesis", "Aphasia"], "other": None},
        clinicalConcern="Left gaze preference, cannot lift the right arm",
    ),
    _request(
        potentialThrombolytic=False,
        lastKnownWell=None,
        nihss=4,
        notableSymptoms={"selected": ["Numbness"], "other": "Vertigo"},
        clinicalConcern="Symptoms on awakening",
    ),
    _request(
        potentialThrombolytic=False,
        isOnAnticoagulants=True,
        anticoagulants={"selected": ["Apixaban Oral"], "other": None},
        nihss=9,
        baselineFunctionalStatus=["Minor Assistance"],
    ),
    _request(
        edArrivalDate=None,
        nihss=None,
        notableSymptoms={"selected": ["Visual Loss"], "other": None},
        isOnAnticoagulants=None,
        clinicalConcern="Admitted yesterday, sudden loss of the left visual field",
    ),
    _request(
        lastKnownWell="2026-03-04T08:20:00Z",
        nihss=12,
        isOnAnticoagulants=True,
        anticoagulants={"selected": ["Warfarin Oral"], "other": "Aspirin"},
        baselineFunctionalStatus=["Requires help but is able to walk independently"],
    ),
    _request(
        nihss=2,
        notableSymptoms={"selected": [], "other": "Intermittent slurred speech"},
        baselineFunctionalStatus=["Unknown"],
    ),
    _EMERGENCY,
)
