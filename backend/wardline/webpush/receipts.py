"""Receipts: a push counts as delivered when the service worker that got it reports its token."""

import secrets
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.core.db.statements import AnyConnection, compile_statement, fetch_all
from wardline.outbox import service as outbox
from wardline.webpush.choices import PushReceiptEvent
from wardline.webpush.models import PushReceipt
from wardline.webpush.schemas import ReportPush

TOKEN_BYTES: Final = 32
KEPT_FOR: Final = timedelta(days=7)
"""Longer than any push service keeps a push, and any device a notification worth a receipt."""

SeenHandler = Callable[[AsyncSession, str, datetime], Awaitable[None]]
seen_handlers: Final[dict[str, SeenHandler]] = {}
"""By channel: called with the delivery's reference when the user has first clicked its notification.

Domains register theirs in their module `channels`, with the channel, which is told of the arrival.
"""


_NEW: Final = insert(PushReceipt).values(
    {name: bindparam(name) for name in ("token", "channel", "reference", "created_at")}
)
_ADD: Final = compile_statement(
    # A change of nothing, because only what is changed is returned.
    _NEW.on_conflict_do_update(
        index_elements=["channel", "reference"], set_={"channel": _NEW.excluded.channel}
    ).returning(PushReceipt.token)
)


async def receipt_token(connection: AnyConnection, channel: str, reference: str) -> str:
    """The token for all pushes of a delivery, by its channel and reference."""
    values = {"token": secrets.token_urlsafe(TOKEN_BYTES), "channel": channel, "reference": reference}
    ((token,),) = await fetch_all(connection, _ADD, values | {"created_at": clock.now()})
    return str(token)


async def record_receipt(session: AsyncSession, report: ReportPush) -> bool:
    """Record what a device reports, for the first time or again; False for an unknown token.

    The outbox then settles the delivery, and tells its channel.
    """
    statement = select(PushReceipt).where(PushReceipt.token == report.receipt).with_for_update(key_share=True)
    receipt = await session.scalar(statement)
    if receipt is None:
        return False
    now = clock.now()
    if receipt.delivered_at is None:
        # A click proves the arrival, too.
        receipt.delivered_at = now
        await outbox.settle(session, [receipt.channel], receipt.reference, None, reference=receipt.reference)
    if report.event == PushReceiptEvent.SEEN and receipt.seen_at is None:
        receipt.seen_at = now
        await session.flush()
        if (handler := seen_handlers.get(receipt.channel)) is not None:
            await handler(session, receipt.reference, now)
    return True


async def forget_receipts(session: AsyncSession) -> None:
    """Delete the tokens of pushes that are too old to matter."""
    await session.execute(delete(PushReceipt).where(PushReceipt.created_at < clock.now() - KEPT_FOR))
