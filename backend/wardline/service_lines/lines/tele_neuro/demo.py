"""Synthetic requests for the demonstration."""

from typing import Any


def _request(reason: str, patient_id: str, physician: str, number: str | None = None) -> dict[str, Any]:
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
    _request("First seizure this morning, now back to baseline", "N-20418", "Dr. Ruth Okafor", "(555) 010-0161"),
    _request("Weakness in both legs, ascending over two days", "N-19873", "Dr. Anselm Weiss"),
    _request("Worst headache of life, CT negative for hemorrhage", "N-20977", "Dr. Priya Natarajan", "(555) 010-0162"),
    _request("Myasthenia gravis with trouble swallowing", "N-11250", "Dr. Ruth Okafor", "(555) 010-0161"),
    _request("Confused after surgery, EEG with diffuse slowing", "N-20533", "Dr. Joan Mbeki"),
    _request("Double vision since yesterday, pupils equal", "N-20604", "Dr. Luis Aranda", "(555) 010-0163"),
)

SIGN_OFFS: tuple[dict[str, Any], ...] = (
    {"videoCallLength": 14, "documentationReference": "EMR-204181"},
    {"videoCallLength": 22, "documentationReference": "EMR-198730"},
    {"videoCallLength": 31, "documentationReference": "EMR-209775"},
    {"videoCallLength": 9, "documentationReference": "EMR-112506"},
)
