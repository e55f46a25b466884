"""Which plan a request escalates by: its priority's limit, and the hospital's policy that applies, if there is one."""

from typing import Any, Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.db.statements import compile_statement, fetch_all

FROM_PRIORITIES_AND_POLICY: Final = """from priorities
left join lateral (
  select policy from escalation_policies as candidate
  where cast(:has_policy as boolean)
    and candidate.organization_id = cast(:organization_id as integer)
    and candidate.service_line_id = priorities.service_line_id
    and (candidate.priority is null or candidate.priority = priorities.name)
    and (candidate.facility_id is null or candidate.facility_id
      = (select facility_id from location_units where id = cast(:location_id as integer)))
  order by candidate.facility_id nulls last, candidate.priority nulls last
  limit 1
) as chosen on true
where priorities.service_line_id = cast(:service_line_id as integer)"""
"""The most specific policy for each of the line's priorities, as `chosen`; null for the standard one."""
_PLAN: Final = compile_statement(
    text(
        f"""
select priorities.name, priorities.completion_limit, chosen.policy
{FROM_PRIORITIES_AND_POLICY}
  and priorities.name = cast(:priority as text)
order by priorities.id
limit 1
"""
    )
)


async def plan_for(
    session: AsyncSession, *, organization_id: int, service_line_id: int, location_id: int, priority: str
) -> Any | None:
    """By what a request with this priority would escalate: `name`, `completion_limit` (seconds) and `policy` (JSON).

    Returns None if the line has no such priority; the first one, if it has several of this name.
    """
    place = {"organization_id": organization_id, "location_id": location_id, "has_policy": True}
    rows = await fetch_all(session, _PLAN, {"service_line_id": service_line_id, "priority": priority, **place})
    return next(iter(rows), None)
