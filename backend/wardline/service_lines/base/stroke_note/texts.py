"""Quick fills and canned texts: sentences that a provider inserts with one click and can then edit."""

from dataclasses import dataclass
from typing import Any, Final

from wardline.core.text.rich_text import LineKind, of_lines

LABS_DEFAULT: Final = of_lines("Glucose: ", "Platelets: ", "INR: ", kind=LineKind.BULLET)
"""Prompts in a new note; if unchanged, they count as empty."""


@dataclass(frozen=True, slots=True)
class InsertedText:
    """`field` is the wire path of the field into which it is inserted."""

    label: str
    field: str
    text: dict[str, Any]


QUICK_FILLS: Final = (
    InsertedText("HPI Not Done", "hpi", of_lines("HPI not done.")),
    InsertedText(
        "No Contraindications",
        "hpi",
        of_lines(
            "No contraindications to IV thrombolysis were identified on review of the available history, medications, "
            "vital signs, laboratory results and imaging."
        ),
    ),
    InsertedText("Exam Not Done", "exam", of_lines("Exam not done.")),
    InsertedText(
        "Normal Exam",
        "exam",
        of_lines(
            "Alert and oriented to person, place and time",
            "Follows commands",
            "Speech fluent, no aphasia or dysarthria",
            "Extraocular movements intact, no gaze deviation, visual fields full",
            "Face symmetric",
            "No drift in any limb",
            "Sensation intact and symmetric, no extinction",
            "No limb ataxia",
            kind=LineKind.BULLET,
        ),
    ),
    InsertedText("Imaging Not Done", "imaging", of_lines("Imaging not done.")),
    InsertedText(
        "CTA Normal",
        "imaging",
        of_lines(
            "CTA head and neck: no large vessel occlusion, no flow-limiting stenosis, no dissection and no aneurysm "
            "identified."
        ),
    ),
    InsertedText(
        "Noncontrast CT Head Normal",
        "imaging",
        of_lines(
            "Noncontrast CT head: no acute intracranial hemorrhage, no large or established infarction, no mass "
            "effect or midline shift."
        ),
    ),
)
"""The eighth, Labs Not Done, is a separate field (`labsNotDone`)."""

CANNED_TEXTS: Final = (
    InsertedText(
        "Risk/Benefits",
        "thrombolytic.recommendations",
        of_lines(
            "Risks and benefits of IV thrombolysis were discussed with the patient or representative, including about "
            "a 6% risk of hemorrhage, which can be fatal, and about a 30% chance of improvement. Alternatives, "
            "including no thrombolysis, were discussed and questions were answered."
        ),
    ),
    InsertedText(
        "Post Thrombolysis Care",
        "thrombolytic.recommendations",
        of_lines(
            "Keep blood pressure at or below 180/105 for 24 hours. Frequent neurological checks and vital signs per "
            "post-thrombolysis protocol. No antiplatelet or anticoagulant for 24 hours and until repeat imaging shows "
            "no hemorrhage. Nothing by mouth until swallow screen passed. For new headache, vomiting, acute "
            "hypertension or neurological decline, stop any infusion, obtain an emergent noncontrast CT head and call "
            "neurology."
        ),
    ),
    InsertedText(
        "No Thrombolysis",
        "thrombolytic.recommendations",
        of_lines(
            "IV thrombolysis is not recommended. In acute ischemic stroke, allow blood pressure up to 220/120 unless "
            "another condition requires lower. Give aspirin 324 mg if there is no hemorrhage, allergy or other "
            "contraindication, after swallow screen passed."
        ),
    ),
    InsertedText("Transfer Recommended", "transfer", of_lines("Transfer to a higher level of care is recommended.")),
    InsertedText(
        "Transfer Not Recommended",
        "transfer",
        of_lines("Transfer is not recommended at this time. Please call again if the condition changes."),
    ),
)
