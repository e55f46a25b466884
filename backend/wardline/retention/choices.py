"""Closed lists about retention."""

from wardline.core.forms.choices import Choice


class RetentionKind(Choice):
    """What has a period of its own. The first three are kept by organization, the others by the installation."""

    CONSULTS = "consults", "Closed consults"
    PAGING_PROOF = "pagingProof", "Proof of who was paged"
    AUDIT_ENTRIES = "auditEntries", "Content of the audit trail"
    DELIVERIES = "deliveries", "Delivered messages"
    FEEDBACK = "feedback", "Feedback"
    NETWORK_VERSIONS = "networkVersions", "Earlier versions of people and places"


class HoldScope(Choice):
    """What of an organization a legal hold is about."""

    ORGANIZATION = "organization", "Everything of the organization"
    PATIENT = "patient", "The patient of a consult"
    CONSULT = "consult", "One consult"
