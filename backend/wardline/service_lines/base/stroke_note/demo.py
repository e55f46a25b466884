"""Synthetic stroke notes for the demonstration's history. The intervals between their times are preserved."""

from typing import Any, Final

from wardline.core.text.rich_text import LineKind, of_lines
from wardline.service_lines.base.stroke_note.nihss import ITEMS

_NORMAL: Final = {item.name: 0 for item in ITEMS}


def _bullets(*lines: str) -> dict[str, Any]:
    return of_lines(*lines, kind=LineKind.BULLET)


NOTES: Final[tuple[dict[str, Any], ...]] = (
    {
        "callLength": 24,
        "videoStartTime": "2026-03-04T11:40:00Z",
        "lastKnownWell": "2026-03-04T10:15:00Z",
        "hpi": of_lines(
            "Sudden right-sided weakness and word-finding difficulty at breakfast, witnessed by spouse.",
            "No recent surgery, no bleeding, no anticoagulant.",
        ),
        "exam": of_lines("Awake, follows simple commands. Naming impaired. Right facial droop, right-sided drift."),
        "nihss": {
            **_NORMAL,
            "facialPalsy": 1,
            "rightArm": 2,
            "rightLeg": 1,
            "bestLanguage": 1,
            "dysarthria": 1,
        },
        "nihssComments": "Scored by video with the bedside nurse.",
        "labs": _bullets("Glucose: 118", "Platelets: 231", "INR: 1.0"),
        "imaging": of_lines("CT without hemorrhage or early ischemic change. CTA with distal left M2 occlusion."),
        "thrombolytic": {
            "given": True,
            "drug": "Tenecteplase",
            "dosage": "19 mg",
            "timeGiven": "2026-03-04T11:52:00Z",
            "delay": False,
            "recommendations": _bullets(
                "Blood pressure below 180/105 for 24 hours",
                "No antithrombotics for 24 hours",
                "Neurological checks every 15 minutes for two hours",
            ),
        },
        "iaTherapy": {"isCandidate": True},
        "diagnosis": {"selected": ["Stroke"]},
        "disposition": {"selected": ["Transfer for intra-arterial intervention"]},
        "transfer": of_lines("Accepted for thrombectomy evaluation; CT and CTA sent ahead."),
        "totalTimeSpent": 45,
        "criticalPatient": True,
    },
    {
        "callLength": 15,
        "videoStartTime": "2026-03-04T11:40:00Z",
        "lastKnownWell": "2026-03-03T22:00:00Z",
        "hpi": of_lines("Woke up with numbness of the left hand and face, which resolved within an hour."),
        "exam": of_lines("No deficit at the time of the examination."),
        "nihss": _NORMAL,
        "nihssComments": None,
        "labs": _bullets("Glucose: 96", "Platelets: 188", "INR: 1.1"),
        "imaging": of_lines("CT without acute findings."),
        "thrombolytic": {
            "given": False,
            "notGivenReason": {"selected": ["Non-disabling symptoms"]},
            "recommendations": of_lines("Aspirin and clopidogrel, MRI of the brain, vascular imaging, telemetry."),
        },
        "iaTherapy": {
            "isCandidate": False,
            "notCandidateReasons": {"selected": ["no proximal occlusion on CTA or MRA"]},
        },
        "diagnosis": {"selected": ["Transient Ischemic Attack"]},
        "disposition": {"selected": ["Continue current admission status"]},
        "transfer": of_lines("Transfer is not recommended at this time."),
        "totalTimeSpent": 30,
        "criticalPatient": False,
    },
    {
        "callLength": 31,
        "videoStartTime": "2026-03-04T11:40:00Z",
        "lastKnownWell": None,
        "hpi": of_lines("Found down, last seen well the evening before. Takes apixaban."),
        "exam": of_lines("Drowsy, gaze to the right, left hemiplegia, left-sided neglect."),
        "nihss": {
            **_NORMAL,
            "loc": 1,
            "horizontalGaze": 1,
            "visualFields": 1,
            "facialPalsy": 2,
            "leftArm": 4,
            "leftLeg": 3,
            "rightArm": -1,
            "sensory": 1,
            "extinctionInattention": 2,
            "explanations": {"rightArm": "Cast after a fracture"},
        },
        "nihssComments": None,
        "labs": None,
        "labsNotDone": True,
        "imaging": of_lines("Right M1 occlusion, established infarction of the insula."),
        "thrombolytic": {
            "given": False,
            "notGivenReason": {"selected": ["Outside of time window"], "other": "Apixaban this morning"},
            "recommendations": of_lines("No thrombolysis. Permissive hypertension until a decision on reperfusion."),
        },
        "iaTherapy": {"isCandidate": True},
        "diagnosis": {"selected": ["Stroke"], "other": "Atrial fibrillation"},
        "disposition": {"selected": ["Transfer for intra-arterial intervention"]},
        "transfer": of_lines("By helicopter if the weather allows, otherwise by ground immediately."),
        "totalTimeSpent": 50,
        "criticalPatient": True,
    },
)
