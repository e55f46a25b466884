"""Synthetic requests for the demonstration."""

from typing import Any


def _asks(reason: str, patient_id: str, physician: str, number: str | None = None) -> dict[str, Any]:
    return {
        "reason": reason,
        "isEmergency": False,
        "TeleNeuroConsultDetail": {
            "neuroPatientId": patient_id,
            "physicianName": physician,
            "physicianNumber": number,
        },
    }


SAMPLES: tuple[dict[str, Any], ...] = (
    _asks("First seizure this morning, back to herself since", "N-20418", "Dr. Ruth Okafor", "(555) 010-0161"),
    _asks("Weakness of both legs, rising since two days", "N-19873", "Dr. Anselm Weiss"),
    _asks("Headache unlike any before, CT without bleeding", "N-20977", "Dr. Priya Natarajan", "(555) 010-0162"),
    _asks("Myasthenia gravis with trouble swallowing", "N-11250", "Dr. Ruth Okafor", "(555) 010-0161"),
    _asks("Confused after surgery, EEG read as slow", "N-20533", "Dr. Joan Mbeki"),
    _asks("Double vision since yesterday, pupils equal", "N-20604", "Dr. Luis Aranda", "(555) 010-0163"),
)

SIGN_OFFS: tuple[dict[str, Any], ...] = (
    {"videoCallLength": 14, "documentationReference": "EMR-204181"},
    {"videoCallLength": 22, "documentationReference": "EMR-198730"},
    {"videoCallLength": 31, "documentationReference": "EMR-209775"},
    {"videoCallLength": 9, "documentationReference": "EMR-112506"},
)
