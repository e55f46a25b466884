"""A stroke note as a provider might write it, and parts to change in it."""

from typing import Any, Final

from wardline.service_lines.base.stroke_note.nihss import ITEMS

STROKE_NOTE: Final[dict[str, Any]] = {
    "callLength": 25,
    "videoStartTime": "2026-03-04T11:40:00Z",
    "lastKnownWell": "2026-03-04T10:15:00Z",
    "hpi": "Right arm weakness since breakfast.",
    "exam": "Right facial droop, right arm drifts.",
    "nihss": {item.name: 0 for item in ITEMS} | {"facialPalsy": 1, "rightArm": 2},
    "nihssComments": None,
    "labs": "Glucose: 104",
    "imaging": "No hemorrhage.",
    "thrombolytic": {
        "given": True,
        "drug": "Tenecteplase",
        "dosage": "20 mg",
        "delay": False,
        "recommendations": "Watch.",
    },
    "iaTherapy": {"isCandidate": False, "notCandidateReasons": ["no proximal occlusion on CTA or MRA"]},
    "diagnosis": ["Stroke"],
    "disposition": ["Continue current admission status"],
    "transfer": "Transfer is not recommended at this time.",
    "totalTimeSpent": 40,
    "criticalPatient": True,
}
"""Texts as plain text and lists without Other, a form that callers may send; the total is 3."""
