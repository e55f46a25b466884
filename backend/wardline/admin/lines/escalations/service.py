"""What administrators do with how the requests of a line escalate in one of their organizations."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin import kinds
from wardline.admin.drafts.responses import open_draft_of
from wardline.admin.drafts.service import Drafts
from wardline.admin.lines.entering import entered_escalation, escalation_fields
from wardline.admin.lines.escalations.repository import EscalationRepository
from wardline.admin.lines.repository import LineRepository
from wardline.admin.lines.schemas import (
    AskForecast,
    EscalationChange,
    EscalationDraft,
    EscalationFields,
    LineEscalationRead,
    StandardPolicy,
    StandardStep,
)
from wardline.admin.locking import lock
from wardline.admin.places.screens import FacilityName
from wardline.admin.versions import reason_of, require_unchanged, restored
from wardline.audit.recording import touched
from wardline.core.errors import NotFound
from wardline.network import changing
from wardline.network.changing import Stored
from wardline.network.escalations import Escalation, escalation_code
from wardline.network.objects import Kind, ObjectKey
from wardline.network.stored import Codes
from wardline.paging.choices import EscalationKind
from wardline.paging.forecast.service import Forecast, Instead, foresee
from wardline.paging.moves import moves_of
from wardline.service_lines.models import ServiceLine
from wardline.service_lines.repository import ServiceLineRepository


@dataclass(frozen=True, slots=True)
class Found:
    """A line and an organization of the administrator."""

    line: ServiceLine
    organization_id: int
    organization: str

    @property
    def key(self) -> ObjectKey:
        return ObjectKey(Kind.ESCALATION, escalation_code(self.organization, self.line.code))


async def find(session: AsyncSession, line_id: int, organization_id: int, by: CurrentUser) -> Found:
    """Raises NotFound."""
    line = await LineRepository(session).find(line_id)
    code = await EscalationRepository(session).organization_code(organization_id)
    if line is None or code is None or organization_id not in by.administered_organization_ids:
        raise NotFound
    return Found(line, organization_id, code)


async def find_to_show(session: AsyncSession, line_id: int, organization_id: int, by: CurrentUser) -> Found:
    """As `find`; the audit entry names the escalation."""
    found = await find(session, line_id, organization_id, by)
    touched(session).about_object(*found.key)
    touched(session).organization_ids.add(organization_id)
    return found


async def read(session: AsyncSession, found: Found, four_eyes: Collection[Kind]) -> LineEscalationRead:
    stored: Stored[Escalation] | None = await session.run_sync(changing.stored, found.key)
    if stored is None:
        raise NotFound
    codes = await session.run_sync(Codes.read)
    draft, drafted = await open_draft_of(session, found.key, four_eyes)
    facilities = await LineRepository(session).facilities(found.organization_id)
    return LineEscalationRead(
        organization_id=found.organization_id,
        version=stored.digest,
        managed_by=stored.file,
        needs_approval=Kind.ESCALATION in four_eyes,
        settings=escalation_fields(stored.entry, codes),
        draft=draft,
        draft_settings=escalation_fields(drafted, codes) if isinstance(drafted, Escalation) else None,
        standard=await _standard(session, found.line.id),
        facilities=[FacilityName.model_validate(each) for each in facilities],
    )


async def replace(
    session: AsyncSession, found: Found, change: EscalationChange, expected: str, *, by: CurrentUser
) -> None:
    """Replace all policies of what is still as in the `expected` version; what is running keeps its own.

    Raises:
        ManagedByFile, ChangedMeanwhile, ValidationFailed, Unconfirmed
    """
    before = await _expected(session, found, expected, by=by)
    after = await _entered(session, found, change)
    await kinds.write(session, before, after, by=by, reason=change.reason, confirmed=change.confirmed)


async def restore(
    session: AsyncSession, found: Found, number: int, expected: str, confirmed: Collection[str], *, by: CurrentUser
) -> int:
    """Make it as in an earlier version, by the rules of today; returns the line's id.

    Raises:
        NotFound: there is no such version; and as `replace`.
        VersionNoLongerFits
    """
    before = await _expected(session, found, expected, by=by)
    after = await restored(session, found.key, number, Escalation)
    await kinds.write(session, before, after, by=by, reason=reason_of(number), confirmed=confirmed)
    return found.line.id


async def save_draft(
    session: AsyncSession, found: Found, draft: EscalationDraft, expected: str, *, drafts: Drafts
) -> None:
    """Start a draft, or replace the open one.

    Raises:
        ValidationFailed; and as `Drafts.save`.
    """
    await lock(session, drafts.by)
    before = await session.run_sync(changing.stored, found.key)
    after = await _entered(session, found, draft)
    await drafts.save(before, after, expected, key=found.key, on_live=draft.on_live, reason=draft.reason)


async def compare(
    session: AsyncSession, found: Found, question: AskForecast, *, backup_number: str, by: CurrentUser
) -> tuple[Forecast, Forecast]:
    """Who would be paged by what applies, and by what was sent.

    Raises:
        ValidationFailed; and as `foresee`.
    """
    sent = await _entered(session, found, question)
    facility_id = await EscalationRepository(session).facility_of(question.location_id)
    codes = await session.run_sync(Codes.read)
    facility = codes.facilities[facility_id] if facility_id is not None else None

    async def by_policy(instead: Instead | None) -> Forecast:
        return await foresee(
            session,
            service_line_id=found.line.id,
            location_id=question.location_id,
            priority=question.priority,
            at=question.at,
            backup_number=backup_number,
            by=by,
            instead=instead,
        )

    return await by_policy(None), await by_policy(Instead(_applying(sent, question.priority, facility)))


def _applying(escalation: Escalation, priority: str, facility: str | None) -> dict[str, Any] | None:
    """The most specific policy, in the order of `wardline.paging.plans`."""
    matching = [
        policy
        for policy in escalation.policies
        if policy.priority in (None, priority) and policy.facility in (None, facility)
    ]
    matching.sort(key=lambda policy: (policy.facility is None, policy.priority is None))
    return matching[0].stored() if matching else None


async def _entered(session: AsyncSession, found: Found, fields: EscalationFields) -> Escalation:
    codes = await session.run_sync(Codes.read)
    entered: Escalation = await session.run_sync(entered_escalation, codes, found.organization, found.line.code, fields)
    return entered


async def _expected(session: AsyncSession, found: Found, expected: str, *, by: CurrentUser) -> Stored[Escalation]:
    await lock(session, by)
    return await require_unchanged(session, found.key, expected, lambda: read(session, found, ()))


async def _standard(session: AsyncSession, line_id: int) -> Sequence[StandardPolicy]:
    """By the first priority of each name."""
    found: dict[str, StandardPolicy] = {}
    for priority in await ServiceLineRepository(session).priorities(line_id):
        moves = moves_of(EscalationKind.REQUEST, priority.name, priority.completion_limit, None)
        steps, passed = [], 0
        for move in moves:
            steps.append(StandardStep(after_seconds=passed, targets=list(move.targets)))
            passed += move.wait_seconds
        found.setdefault(priority.name, StandardPolicy(priority=priority.name, steps=steps))
    return list(found.values())
