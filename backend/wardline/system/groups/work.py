"""Background work: who does it, what waits, and what failed."""

from collections.abc import Mapping, Sequence
from typing import Final

from wardline.core.jobs.queue import Backlog, JobsOfKind, backlog
from wardline.system.items import act_now, look_soon, ok
from wardline.system.reading import Reader
from wardline.system.schemas import SystemItem
from wardline.system.words import counted, duration

LATE_SECONDS: Final = 60
"""Work that could run waits less than this, unless workers cannot keep up."""
STUCK_SECONDS: Final = 600
NAMED_KINDS: Final = 3
JOBS: Final[Mapping[str, str]] = {
    "check_audit_trail": "Checking the audit trail",
    "check_certificates": "Checking certificates",
    "clean_up_contacts": "Cleaning up contacts",
    "close_left_notes": "Closing notes that were left open",
    "follow_lines_left": "Telling who is left on call",
    "follow_up_cover": "Following up cover requests",
    "forget_duty_notices": "Cleaning up notices of duty",
    "forget_duty_tokens": "Cleaning up on-call renewals of locked screens",
    "forget_ended_sessions": "Cleaning up ended sign-ins",
    "forget_idempotency_keys": "Cleaning up repeated requests",
    "forget_invited_addresses": "Forgetting addresses of earlier invitations",
    "forget_push_receipts": "Cleaning up receipts of pushes",
    "link_audit_entries": "Linking the audit trail",
    "look_after_deliveries": "Looking after deliveries",
    "look_after_meetings": "Ending calls that nobody is in",
    "make_audit_months": "Preparing the audit trail's next months",
    "make_note_document": "Creating PDFs of signed notes",
    "plan_ahead": "Planning call schedules ahead",
    "publish_scheduled_drafts": "Publishing scheduled drafts",
    "remind_of_shifts": "Reminding of shifts",
    "renew_calendar": "Reading an imported calendar",
    "renew_calendars": "Finding calendars to read again",
    "replace_standalone_keys": "Replacing keys of unattended devices",
    "retry_stalled_jobs": "Restarting interrupted work",
    "send_lane": "Sending faxes, notes, and notices",
    "send_urgent_lane": "Sending pages",
    "ship_audit_trail": "Sending the audit trail to witnesses",
    "update_media_room": "Updating a room of the media server",
    "verify_patients": "Verifying patients in the hospital's record",
    "write_audit_checkpoint": "Signing checkpoints of the audit trail",
}
"""What each queued job does."""


async def items(reader: Reader) -> list[SystemItem]:
    return items_of(await backlog(reader.connection))


def items_of(found: Backlog) -> list[SystemItem]:
    return [_workers(found.workers), _waiting(found.kinds), *_failed(found.kinds)]


def _workers(number: int) -> SystemItem:
    if number == 0:
        return act_now(
            "Workers",
            "No worker is running, so nothing is sent.",
            "Start `wardline worker`, or the server without `WARDLINE_BACKGROUND_JOBS=0`.",
        )
    return ok("Workers", f"{counted(number, 'worker')} running.")


def _waiting(kinds: Sequence[JobsOfKind]) -> SystemItem:
    waiting = sum(kind.waiting for kind in kinds)
    later = sum(kind.later for kind in kinds)
    rest = f"{counted(sum(kind.running for kind in kinds), 'job')} running, {later:,} for later."
    if waiting == 0:
        return ok("Queue", f"Nothing waits; {rest}")
    waits_seconds = max(kind.waits_seconds for kind in kinds)
    value = f"{counted(waiting, 'job')} waiting ({_most(kinds)}), the oldest for {duration(waits_seconds)}; {rest}"
    if waits_seconds > STUCK_SECONDS:
        return act_now("Queue", value, "Restart the workers, and look for errors in their logs.")
    if waits_seconds > LATE_SECONDS:
        return look_soon("Queue", value, "If it keeps growing, start another `wardline worker`.")
    return ok("Queue", value)


def _most(kinds: Sequence[JobsOfKind]) -> str:
    """What waits, by kind, the most first."""
    waiting = sorted((kind for kind in kinds if kind.waiting), key=lambda kind: (-kind.waiting, kind.name))
    named = [f"{_described(kind.name)}: {kind.waiting:,}" for kind in waiting[:NAMED_KINDS]]
    others = sum(kind.waiting for kind in waiting[NAMED_KINDS:])
    return ", ".join([*named, *([f"others: {others:,}"] if others else [])])


def _failed(kinds: Sequence[JobsOfKind]) -> list[SystemItem]:
    failed = [
        look_soon(
            _described(kind.name),
            f"Failed {counted(kind.failed, 'time')} in the last day, and will not be tried again.",
            "Look for the error in the workers' logs. Signed notes can be retried under Connections.",
        )
        for kind in kinds
        if kind.failed
    ]
    return failed or [ok("Failures", "Nothing failed in the last day.")]


def _described(name: str) -> str:
    return JOBS.get(name, "Other work")
