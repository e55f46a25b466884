"""How the latest deliveries of each channel have ended with each receiver, for administrators."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import text

from wardline.core.db.statements import AnyConnection, compile_statement, fetch_all

LATEST: Final = 1_000
"""How many deliveries are looked at. Their attempts are found one by one, so that older ones cost nothing."""

_STANDING: Final = compile_statement(
    text(f"""
    with latest as (select id, channel, receiver from deliveries order by id desc limit {LATEST})
    select channel, receiver,
        max(greatest(accepted_at, case when state = 'delivered' then ended_at end)) as accepted_at,
        max(ended_at) filter (where reason is not null) as failed_at,
        (array_agg(reason order by ended_at desc) filter (where reason is not null))[1] as failure,
        max(ended_at) filter (where reason is not null and state = 'waiting') as delayed_at
    from latest cross join lateral (
        select accepted_at, ended_at, state, reason from delivery_attempts where delivery_id = latest.id offset 0
    ) as attempt
    group by channel, receiver
    """)  # noqa: S608 - a constant of ours
)


@dataclass(frozen=True, slots=True)
class ChannelStanding:
    """`accepted_at`: when a receiver last accepted a delivery. `failed_at`, with its reason: when one last failed.

    `delayed_at`: when an attempt last did not get through, and had to be repeated.
    """

    channel: str
    receiver: str
    accepted_at: datetime | None
    failed_at: datetime | None
    failure: str | None
    delayed_at: datetime | None


async def standing(connection: AnyConnection) -> list[ChannelStanding]:
    """One for each channel and receiver that the latest deliveries used."""
    return [ChannelStanding(*row) for row in await fetch_all(connection, _STANDING, {})]


def together(channels: Iterable[ChannelStanding]) -> ChannelStanding:
    """As if these channels were one."""
    rows = list(channels)
    failing = max(rows, key=lambda row: (row.failed_at is not None, row.failed_at), default=None)
    return ChannelStanding(
        channel="",
        receiver="",
        accepted_at=_latest(row.accepted_at for row in rows),
        failed_at=failing.failed_at if failing else None,
        failure=failing.failure if failing else None,
        delayed_at=_latest(row.delayed_at for row in rows),
    )


def _latest(moments: Iterable[datetime | None]) -> datetime | None:
    return max((moment for moment in moments if moment is not None), default=None)
