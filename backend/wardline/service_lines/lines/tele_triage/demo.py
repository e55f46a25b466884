"""Synthetic requests for the demonstration."""

from typing import Any


def _request(complaint: str, *, vital_signs: str | None = None, by: str | None = "RN/LPN") -> dict[str, Any]:
    return {
        "reason": None,
        "isEmergency": False,
        "TeleTriageConsultDetail": {"chiefComplaint": complaint, "vitalSigns": vital_signs, "jobDescription": by},
    }


SAMPLES: tuple[dict[str, Any], ...] = (
    _request("Chest pressure since breakfast", vital_signs="BP 148/92, HR 96, RR 18, SpO2 97%, T 98.2"),
    _request("Twisted ankle on the stairs, unable to bear weight", by="ED Tech"),
    _request("Fever and cough for three days", vital_signs="BP 118/70, HR 104, RR 22, SpO2 93%, T 102.0"),
    _request("Deep laceration of the palm from a kitchen knife", vital_signs="BP 132/84, HR 88", by="ED Tech"),
    _request("Right lower abdominal pain, vomited twice", vital_signs="BP 124/76, HR 98, T 100.6"),
    _request("Rash on both arms after a new antibiotic"),
)
