"""What each kind contains, how short its period may be, and what is known about the law."""

from dataclasses import dataclass
from typing import Final

from wardline.retention.choices import RetentionKind

SIX_YEARS: Final = 2_192
"""Days, with the leap days."""
_A_MONTH: Final = 30
"""Not a law: within it, notes are still corrected and messages sent again."""
MAX_DAYS: Final = 36_525
_COUNSEL: Final = "No law known to Wardline sets a period. Your counsel decides."


@dataclass(frozen=True, slots=True)
class KindRules:
    contains: str
    minimum_days: int
    advice: str
    """What to know about the law before a period is set."""
    source: str | None
    """Where that is written."""
    by_organization: bool = False


KINDS: Final = {
    RetentionKind.CONSULTS: KindRules(
        "Consults that were completed or cancelled, with their timeline, notes, faxes, transfers and calls, and "
        "patients without any other consult.",
        _A_MONTH,
        "HIPAA names no time for medical records. Medicare requires hospitals to keep them for at least 5 years, and "
        "state laws often longer, above all for minors. Your counsel decides.",
        "42 CFR 482.24(b)(1); HHS, FAQ 580",
        by_organization=True,
    ),
    RetentionKind.PAGING_PROOF: KindRules(
        "Whom an answered request paged, when and how, while the consult itself is kept.",
        _A_MONTH,
        "It may count as part of the medical record. Your counsel decides.",
        None,
        by_organization=True,
    ),
    RetentionKind.AUDIT_ENTRIES: KindRules(
        "Who viewed or changed what. The hashes stay, so that the trail can still be checked.",
        SIX_YEARS,
        "HIPAA requires documentation of actions and activities to be kept for 6 years. State laws may require more.",
        "45 CFR 164.316(b)(2)(i)",
        by_organization=True,
    ),
    RetentionKind.DELIVERIES: KindRules(
        "Messages about duty, and codes, that were sent by text, call, push and e-mail, with every attempt. Those "
        "about a consult belong to the consult.",
        _A_MONTH,
        _COUNSEL,
        None,
    ),
    RetentionKind.FEEDBACK: KindRules("What users wrote about Wardline.", _A_MONTH, _COUNSEL, None),
    RetentionKind.NETWORK_VERSIONS: KindRules(
        "How people, roles, places and lines were before. The current version always stays.",
        SIX_YEARS,
        "They document who was given access. HIPAA requires such documentation to be kept for 6 years.",
        "45 CFR 164.316(b)(2)(i)",
    ),
}
