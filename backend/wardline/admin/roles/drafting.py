"""Saves drafts of roles."""

from wardline.admin.drafts.service import Drafts
from wardline.admin.locking import lock
from wardline.admin.roles import service
from wardline.admin.roles.schemas import RoleDraft
from wardline.network import changing
from wardline.network.changing import Stored
from wardline.network.schema import Role


async def save(drafts: Drafts, role_id: int, draft: RoleDraft, expected: str) -> None:
    """Start a draft of a role, or replace the open one.

    Raises:
        NotFound; and as `Drafts.save`.
    """
    session = drafts.session
    row = await service.row_of(session, role_id, drafts.by)
    await lock(session, drafts.by)
    key = service.key_of(row.name)
    before: Stored[Role] | None = await session.run_sync(changing.stored, key)
    after = service.entered(row.name, draft)
    await drafts.save(before, after, expected, key=key, on_live=draft.on_live, reason=draft.reason)
