"""What becomes of each table of the database: the one list that decides what retention removes.

A new table fails `retention/tests/test_tables.py` until it is decided here.
"""

from typing import Final

from wardline.retention.choices import RetentionKind

_OF_MEETINGS: Final = "meeting_id in (select id from meetings where consult_id = any(:consults))"
_OF_ATTENDEES: Final = f"(select id from meeting_attendees where {_OF_MEETINGS})"  # noqa: S608 - no values
_OF_ESCALATIONS: Final = "escalation_id in (select id from escalations where consult_id = any(:consults))"

UNDER_A_CONSULT: Final = {
    "meeting_signals": f"sender_id in {_OF_ATTENDEES} or receiver_id in {_OF_ATTENDEES}",
    "meeting_attendees": _OF_MEETINGS,
    "standalone_tokens": _OF_MEETINGS,
    "ringing_screens": _OF_MEETINGS,
    "meeting_guests": _OF_MEETINGS,
    "meetings": "consult_id = any(:consults)",
    "notices": _OF_ESCALATIONS,
    "paged_people": _OF_ESCALATIONS,
    "escalations": "consult_id = any(:consults)",
    "paging_alarms": "consult_id = any(:consults)",
    "sign_off_deliveries": "consult_id = any(:consults)",
    "sign_off_documents": "consult_id = any(:consults)",
    "sign_off_versions": "consult_id = any(:consults)",
    "sign_off_drafts": "consult_id = any(:consults)",
    "sign_off_notes": "consult_id = any(:consults)",
    "declined_offers": "transfer_id in (select id from transfers where consult_id = any(:consults))",
    "transfers": "consult_id = any(:consults)",
    "timeline_entries": "consult_id = any(:consults)",
    "notifications": "consult_id = any(:consults)",
    "consult_viewings": "consult_id = any(:consults)",
    "consult_names": "consult_id = any(:consults)",
    "consults": "id = any(:consults)",
}
"""Removed with a consult, in this order: the rows of each table that belong to the `consults`."""

WITH_THE_LAST_CONSULT: Final = {
    "encounters": "id = any(:encounters) and not exists (select from consults c where c.encounter_id = encounters.id)",
    "patient_confirmations": (
        "patient_id = any(:patients) and not exists (select from encounters e"
        " where e.patient_id = patient_confirmations.patient_id)"
        " and not exists (select from consults c where c.patient_id = patient_confirmations.patient_id)"
    ),
    "patients": (
        "id = any(:patients) and not exists (select from encounters e where e.patient_id = patients.id)"
        " and not exists (select from consults c where c.patient_id = patients.id)"
    ),
}
"""Then, in this order, what no remaining consult shares."""

OF_OTHER_KINDS: Final = {
    "audit_entries": RetentionKind.AUDIT_ENTRIES,
    "deliveries": RetentionKind.DELIVERIES,
    "delivery_attempts": RetentionKind.DELIVERIES,
    "duty_notice_deliveries": RetentionKind.DELIVERIES,
    "contact_messages": RetentionKind.DELIVERIES,
    "feedback": RetentionKind.FEEDBACK,
    "network_versions": RetentionKind.NETWORK_VERSIONS,
}
"""Deliveries of a consult's faxes and pages, with their attempts, are removed with these."""

_PROOF: Final = "proves that the audit trail is whole"
_RETENTION: Final = "says what was removed, or may not be"
_NETWORK: Final = "part of the network as it is now"
_OVERSIGHT: Final = "says who was let see whose consults, by their ids, and what became of it"
_PERSON: Final = "about a person, whose name stays on what they signed"
_DUTY: Final = "who was on call, without any patient"
_OWN_END: Final = "removed automatically when its time is over"
_OPERATION: Final = "how this installation runs"

KEPT: Final = {
    **dict.fromkeys(("audit_links", "audit_checkpoints", "audit_witnesses", "audit_checks"), _PROOF),
    "emergency_accesses": _OVERSIGHT,
    **dict.fromkeys(("retention_periods", "legal_holds", "retention_runs", "removed_consults"), _RETENTION),
    **dict.fromkeys(
        (
            *("organizations", "facility_types", "facilities", "location_units", "location_service_lines"),
            *("transfer_protocols", "video_rooms", "service_lines", "service_line_hours", "priorities"),
            *("escalation_policies", "roles", "role_permissions", "groups", "group_members", "group_roles"),
            *("managed_objects", "network_drafts", "holidays"),
        ),
        _NETWORK,
    ),
    **dict.fromkeys(
        (
            *("users", "user_roles", "user_role_groups", "user_organizations", "user_locations", "user_service_lines"),
            *("user_licenses", "favorite_locations", "contacts", "invitations", "people_imports", "person_views"),
            *("scim_people", "scim_pauses", "safekeeping_keys"),
        ),
        _PERSON,
    ),
    **dict.fromkeys(
        (
            *("check_ins", "call_schedules", "planned_shifts", "schedule_changes", "cover_requests"),
            *("imported_calendars", "calendar_links"),
        ),
        _DUTY,
    ),
    **dict.fromkeys(
        (
            *("duty_notices", "duty_tokens", "ended_sessions", "idempotency_keys", "push_receipts"),
            *("scim_problems", "paging_nodes", "node_processes"),
        ),
        _OWN_END,
    ),
    **dict.fromkeys(
        ("certificate_checks", "push_keys", "standalone_keys", "scim_secrets", "rights_versions"), _OPERATION
    ),
}
"""Never removed by retention, and why."""
