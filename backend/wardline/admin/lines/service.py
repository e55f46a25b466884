"""What administrators do with service lines."""

from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin import kinds
from wardline.admin.drafts.service import Drafts
from wardline.admin.lines import responses
from wardline.admin.lines.entering import entered_line
from wardline.admin.lines.repository import LineRepository
from wardline.admin.lines.schemas import LineChange, LineDraft
from wardline.admin.locking import lock
from wardline.admin.versions import reason_of, require_unchanged, restored
from wardline.audit.recording import touched
from wardline.core.errors import NotFound
from wardline.network import changing
from wardline.network.changing import Stored
from wardline.network.objects import Kind, Line, ObjectKey
from wardline.service_lines.models import ServiceLine


def key_of(line: ServiceLine) -> ObjectKey:
    return ObjectKey(Kind.SERVICE_LINE, line.code)


async def find(session: AsyncSession, line_id: int) -> ServiceLine:
    """Raises NotFound."""
    line = await LineRepository(session).find(line_id)
    if line is None:
        raise NotFound
    return line


async def find_to_show(session: AsyncSession, line_id: int, *, by: CurrentUser) -> ServiceLine:
    """As `find`; the audit entry names the line."""
    line = await find(session, line_id)
    touched(session).about_object(*key_of(line))
    touched(session).organization_ids |= by.administered_organization_ids
    return line


async def replace(session: AsyncSession, line_id: int, change: LineChange, expected: str, *, by: CurrentUser) -> None:
    """Replace everything that administrators decide about a line that is still as in the `expected` version.

    Raises:
        NotFound, ManagedByFile, ChangedMeanwhile, ValidationFailed, LineOfOthers, Unconfirmed
    """
    before = await _expected(session, line_id, expected, by=by)
    after = await session.run_sync(entered_line, before.entry.code, change)
    await kinds.write(session, before, after, by=by, reason=change.reason, confirmed=change.confirmed)


async def restore(
    session: AsyncSession, line_id: int, number: int, expected: str, confirmed: Collection[str], *, by: CurrentUser
) -> int:
    """Make a line as it was in an earlier version, by the rules of today; returns its id.

    Raises:
        NotFound: there is no such version; and as `replace`.
        VersionNoLongerFits
    """
    before = await _expected(session, line_id, expected, by=by)
    after = await restored(session, ObjectKey(Kind.SERVICE_LINE, before.entry.code), number, Line)
    await kinds.write(session, before, after, by=by, reason=reason_of(number), confirmed=confirmed)
    return line_id


async def save_draft(session: AsyncSession, line_id: int, draft: LineDraft, expected: str, *, drafts: Drafts) -> int:
    """Start a draft, or replace the open one; returns the line's id.

    Raises:
        NotFound, ValidationFailed; and as `Drafts.save`.
    """
    line = await find(session, line_id)
    await lock(session, drafts.by)
    before = await session.run_sync(changing.stored, key_of(line))
    after = await session.run_sync(entered_line, line.code, draft)
    await drafts.save(before, after, expected, key=key_of(line), on_live=draft.on_live, reason=draft.reason)
    return line_id


async def _expected(session: AsyncSession, line_id: int, expected: str, *, by: CurrentUser) -> Stored[Line]:
    line = await find(session, line_id)
    await lock(session, by)
    return await require_unchanged(session, key_of(line), expected, lambda: responses.line(session, line, by, ()))
