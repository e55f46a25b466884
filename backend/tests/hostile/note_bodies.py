"""Valid bodies of requests about sign-offs and structured notes."""

from typing import Any, Final

from stroke_notes import STROKE_NOTE

from wardline.patients.verification import UNANSWERED

PHONE: Final = "(555) 010-0199"
SIGNED_CONTENT: Final = STROKE_NOTE | {
    "iaTherapy": {
        "isCandidate": False,
        "notCandidateReasons": {"selected": ["no proximal occlusion on CTA or MRA"], "other": None},
    },
    "diagnosis": {"selected": ["Stroke"], "other": None},
    "disposition": {"selected": ["Continue current admission status"], "other": None},
}
"""The note in its stored form, so that errors name fields as they were sent."""
ON_NOTE: Final = (
    "requestSignoffNoteLock",
    "saveSignoffNote",
    "addStrokeNote",
    "signSignoffNote",
    "signSignoffNoteAcuteStroke",
)
ON_SIGNED: Final = ("exportSignOffNote",)
ON_SIGNED_NOTE: Final = (
    "faxSignoffNote",
    "resendSignoffNoteFax",
    "retryUndeliveredNote",
    "handleUndeliveredNote",
    "compareNotePatient",
    "confirmNotePatient",
)
NOTE_BODIES: Final[dict[str, Any]] = {
    "signSignoffNotePsych": {"typeofCall": "video", "cancellationReason": None, "comment": "Fine"},
    "signSignoffNoteToxicology": {"typeofCall": "video", "cancellationReason": None, "comment": "Fine"},
    "signSignoffNoteNeuro": {
        "typeofCall": "video",
        "videoCallLength": 12,
        "documentationReference": "EMR 4711",
        "cancellationReason": None,
        "comment": "Fine",
    },
    "requestSignoffNoteLock": {"docType": "Note", "editorId": None},
    "saveSignoffNote": {
        "docType": "Note",
        "content": {"hpi": "Weak", "criticalPatient": True},
        "releaseLock": False,
        "save": 1,
    },
    "faxSignoffNote": {"faxNumber": PHONE},
    "confirmNotePatient": {"seen": UNANSWERED.digest, "reason": "Seen at the bedside"},
    "addStrokeNote": {"hpi": "Weak", "criticalPatient": True},
    "signSignoffNote": {"docType": "Note", "content": SIGNED_CONTENT},
    "signSignoffNoteAcuteStroke": SIGNED_CONTENT | {"typeofCall": "video", "comment": "Fine"},
}
