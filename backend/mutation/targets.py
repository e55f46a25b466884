"""The modules in which faults are made, and the goals for the share that tests must notice."""

from dataclasses import dataclass
from typing import Final

from mutation.loading import BACKEND


@dataclass(frozen=True)
class Group:
    """Modules of one kind; `goal` is the share of faults that tests notice, in percent."""

    name: str
    goal: int
    patterns: tuple[str, ...]


GROUPS: Final = (
    Group(
        "policies and permissions",
        90,
        (
            "wardline/*/policies.py",
            "wardline/access/decision.py",
            "wardline/access/permissions.py",
            "wardline/consults/reach.py",
            "wardline/consults/rooms.py",
        ),
    ),
    Group(
        "rules and hours",
        90,
        (
            "wardline/core/forms/rules.py",
            "wardline/places/patient_rules.py",
            "wardline/service_lines/hours.py",
            "wardline/service_lines/base/[!_]*.py",
            "wardline/service_lines/lines/*/schemas.py",
        ),
    ),
    Group(
        "clinical tables and states",
        90,
        (
            "wardline/service_lines/base/stroke_note/nihss.py",
            "wardline/service_lines/base/stroke_note/note.py",
            "wardline/service_lines/base/stroke_note/prefill.py",
            "wardline/service_lines/base/stroke_note/schemas.py",
            "wardline/service_lines/base/stroke_note/texts.py",
            "wardline/service_lines/**/choices.py",
            "wardline/**/choices.py",
            "wardline/service_lines/base/stroke_note/printed.py",
        ),
    ),
    Group(
        "repetition, retries and limits",
        80,
        (
            "wardline/access/limits.py",
            "wardline/core/forms/fields.py",
            "wardline/core/http/idempotency.py",
            "wardline/core/security/rate_limits.py",
            "wardline/core/text/characters.py",
            "wardline/core/text/search_words.py",
            "wardline/core/retries.py",
            "wardline/outbox/outcomes.py",
            "wardline/outbox/sending.py",
            "wardline/outbox/service.py",
            "wardline/signoff/locks.py",
            "wardline/core/db/abandoned_commits.py",
            "wardline/core/db/deadlines.py",
            "wardline/core/db/psycopg_adapter.py",
            "wardline/core/db/sqlalchemy_adapter.py",
        ),
    ),
    Group(
        "tokens, patients and lists",
        80,
        (
            "wardline/access/tokens.py",
            "wardline/access/known_users.py",
            "wardline/consults/list_query.py",
            "wardline/consults/picking.py",
            "wardline/consults/sort_key.py",
            "wardline/consults/worklist.py",
            "wardline/patients/verification.py",
            "wardline/places/patterns.py",
        ),
    ),
    Group(
        "paging",
        80,
        (
            "wardline/paging/moves.py",
            "wardline/paging/moving.py",
            "wardline/paging/recipients.py",
            "wardline/paging/starting.py",
            "wardline/paging/phone_answers.py",
            "wardline/paging/engine.py",
            "wardline/paging/auditor/consult_faults.py",
            "wardline/paging/auditor/site_faults.py",
            "wardline/contacts/ordering.py",
            "wardline/contacts/codes.py",
        ),
    ),
    Group(
        "call schedules",
        80,
        (
            "wardline/call_schedules/findings.py",
            "wardline/call_schedules/resolving.py",
            "wardline/call_schedules/spans.py",
            "wardline/call_schedules/turns.py",
            "wardline/call_schedules/planning.py",
            "wardline/call_schedules/telling.py",
            "wardline/call_schedules/week.py",
            "wardline/call_schedules/fairness/counting.py",
            "wardline/call_schedules/copying/months.py",
            "wardline/core/wall_clock.py",
            "wardline/coverage/ranking.py",
        ),
    ),
    Group(
        "administration",
        80,
        (
            "wardline/admin/consequences.py",
            "wardline/admin/drafts/four_eyes.py",
            "wardline/admin/drafts/service.py",
            "wardline/admin/drafts/visibility.py",
            "wardline/admin/kinds.py",
            "wardline/admin/**/guards.py",
            "wardline/admin/**/policies.py",
            "wardline/admin/**/rules.py",
            "wardline/admin/people/importing/planning.py",
            "wardline/access/freshness.py",
            "wardline/access_checks/rules.py",
            "wardline/emergency_access/service.py",
            "wardline/network/changing.py",
            "wardline/network/conflicts.py",
            "wardline/retention/selecting.py",
            "wardline/scim/giving.py",
            "wardline/scim/guards.py",
        ),
    ),
    Group(
        "video calls",
        80,
        (
            "wardline/video/callers.py",
            "wardline/video/cleanup.py",
            "wardline/video/media_reports.py",
            "wardline/video/meetings.py",
            "wardline/video/relay.py",
            "wardline/video/removal.py",
            "wardline/video/ringing.py",
            "wardline/video/waiting.py",
            "wardline/video/guests/admission.py",
            "wardline/video/guests/coming_in.py",
            "wardline/video/guests/service.py",
            "wardline/video/unattended/admission.py",
            "wardline/video/unattended/service.py",
            "wardline/video/unattended/tokens.py",
        ),
    ),
)
TRANSCRIPTION: Final = "tests/transcription"
"""Compares tables and choices with the transcription, and is therefore the most likely to notice faults in them."""
TESTS: Final = ("wardline", "tests/permissions", TRANSCRIPTION)
"""Tests that run in one process. Processes that other tests start do not have the fault."""


def _files(group: Group) -> list[str]:
    """The files without duplicates, in the order of the patterns, in which they are also tried."""
    paths = [path for pattern in group.patterns for path in sorted(BACKEND.glob(pattern)) if "tests" not in path.parts]
    return list(dict.fromkeys(str(path.relative_to(BACKEND)) for path in paths))


GROUP_OF: Final = {file: group for group in GROUPS for file in _files(group)}
FILES: Final = tuple(GROUP_OF)
TABLES: Final = tuple(
    file
    for file in FILES
    if file.endswith(("/choices.py", "/nihss.py", "/texts.py")) and file != "wardline/core/forms/choices.py"
)
"""Modules of mostly tables and choices, which can be loaded a second time."""
RECORDED: Final = tuple(
    sorted(
        str(path.relative_to(BACKEND))
        for path in BACKEND.glob("wardline/**/*.py")
        if not {"tests", "migrations"} & set(path.parts)
    )
)
"""Modules whose functions record their calls, to find out which test reaches which code."""
