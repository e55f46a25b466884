"""Who may change how requests escalate, and what a change would do."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.consequences import Consequence
from wardline.admin.lines.escalations.repository import EscalationRepository
from wardline.audit.recording import touched
from wardline.core.errors import NotFound
from wardline.network.escalations import Escalation, EscalationPolicy
from wardline.paging.choices import PageTarget

PAGES_NOBODY: Final = "pagesNobody"
STANDARD: Final = "standard"


async def check(session: AsyncSession, by: CurrentUser, _before: Escalation | None, after: Escalation) -> None:
    """Each organization decides for itself.

    Raises:
        NotFound: the user does not administer it.
    """
    organization_id = await EscalationRepository(session).organization_id(after.organization)
    touched(session).organization_ids.add(organization_id)
    if organization_id not in by.administered_organization_ids:
        raise NotFound


async def foresee(
    session: AsyncSession, _by: CurrentUser, before: Escalation | None, after: Escalation, _at: datetime
) -> Sequence[Consequence]:
    """That the standard applies again, and which steps have nobody whom they could ever page."""
    found = []
    if before is not None and before.policies and not after.policies:
        text = "No policy is left, so every request of this line escalates by the standard steps."
        found.append(Consequence(STANDARD, text))
    empty = []
    if after.policies:
        able = await EscalationRepository(session).possible_targets(after.organization, after.service_line)
        empty = [text for policy in after.policies for text in empty_steps(policy, able)]
    if empty:
        found.append(Consequence(PAGES_NOBODY, " ".join(empty)))
    return found


def empty_steps(policy: EscalationPolicy, able: frozenset[PageTarget]) -> Iterator[str]:
    """The steps that could page nobody if only these targets have people."""
    of_policy = f" of the policy for {_scope(policy)}"
    for number, step in enumerate(policy.steps, 1):
        targets = [PageTarget(target) for target in step.targets]
        if not able & set(targets):
            labels = "; ".join(target.label for target in targets)
            yield f"Step {number}{of_policy} would page nobody ({labels})."


def _scope(policy: EscalationPolicy) -> str:
    parts = [f"{policy.priority} requests" if policy.priority else "all requests"]
    if policy.facility:
        parts.append(f"at {policy.facility}")
    return " ".join(parts)
