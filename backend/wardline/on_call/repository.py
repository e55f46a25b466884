"""Every query about check-ins and the preferences for the next one."""

from collections.abc import Collection, Iterable
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from sqlalchemy import Select, any_, func, select, true, update
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import ACKNOWLEDGE_TRANSFER, GIVE_CONSULT
from wardline.core import clock
from wardline.core.db.advisory_locks import LockOfEach, lock_each
from wardline.core.db.database import id_array
from wardline.core.text.search_words import query_words, split_words
from wardline.on_call.reach import lines_shown_to
from wardline.people.models import IS_OPEN, CheckIn, Role, RolePermission, User, shift_of
from wardline.places.repository import lines_requested_for

MAX_NAMED: Final = 10
"""How many of the users on call for one line are named; the others are counted."""


class DutyRow(NamedTuple):
    """A line and one of the users on call for it; everything but the line is None if nobody is.

    `total` is how many are.
    """

    service_line_id: int
    user_id: int | None
    first_name: str
    last_name: str
    role_label: str
    primary: bool
    checked_in_at: datetime
    total: int | None


def _transfer_roles() -> Select[int]:
    """The roles that acknowledge transfers but provide no consults."""
    permitted = select(RolePermission.role_id)
    action, subject = RolePermission.action, RolePermission.subject
    transfers = permitted.where(action == ACKNOWLEDGE_TRANSFER.action, subject == ACKNOWLEDGE_TRANSFER.subject)
    consults = permitted.where(action == GIVE_CONSULT.action, subject == GIVE_CONSULT.subject)
    return transfers.where(RolePermission.role_id.not_in(consults))


def _matching(rows: Iterable[DutyRow], words: Collection[str]) -> list[DutyRow]:
    """The rows of those who have a name that begins with each of these words, the first `MAX_NAMED` of each line."""
    found: list[DutyRow] = []
    for _, of_line in groupby(rows, attrgetter("service_line_id")):
        people = list(of_line)
        matches = [row for row in people if row.user_id is not None and _has_words(row, words)]
        found += [row._replace(total=len(matches)) for row in matches[:MAX_NAMED]]
        if not matches:
            found.append(people[0]._replace(user_id=None, total=None))
    return found


def _has_words(row: DutyRow, words: Collection[str]) -> bool:
    names = split_words(f"{row.first_name} {row.last_name}")
    return bool(words) and all(any(each.startswith(word) for each in names) for word in words)


class CheckInRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def lock(self, user_id: int) -> None:
        """Serialize the check-ins of one user until the transaction ends."""
        await self.session.execute(select(User.id).where(User.id == user_id).with_for_update(key_share=True))

    async def lock_lines(self, service_line_ids: Collection[int]) -> None:
        """Serialize the changes of who is on call for these lines until the transaction ends."""
        await self.session.execute(lock_each(LockOfEach.DUTY_OF_LINE, service_line_ids))

    async def transfer_roles(self, role_ids: Collection[int]) -> set[int]:
        """Those of these roles that acknowledge transfers but provide no consults."""
        return set(await self.session.scalars(_transfer_roles().where(RolePermission.role_id.in_(role_ids))))

    async def on_call_now(self, user: CurrentUser, *, only_line_id: int | None = None, name: str = "") -> list[DutyRow]:
        """Who answers consults of each line that the user may view or request for one of their organizations.

        At least one row for each line, ordered by line; the users who are notified first, then those on call longest.
        With a `name`, only those who have a name that begins with each of its words.
        """
        line_ids = lines_shown_to(user)
        lines = lines_requested_for(user, line_ids if only_line_id is None else line_ids & {only_line_id}).subquery()
        order = (CheckIn.primary.desc(), CheckIn.checked_in_at, CheckIn.id)
        of_line = CheckIn.service_line_id
        people = (
            select(
                of_line,
                User.id.label("user_id"),
                User.first_name,
                User.last_name,
                Role.label.label("role_label"),
                CheckIn.primary,
                CheckIn.checked_in_at,
                func.count().over(partition_by=of_line).label("total"),
                func.row_number().over(partition_by=of_line, order_by=order).label("place"),
            )
            .join(User, User.id == CheckIn.user_id)
            .join(Role, Role.id == CheckIn.role_id)
            .where(IS_OPEN, CheckIn.role_id.not_in(_transfer_roles()))
            .subquery()
        )
        is_named = people.c.service_line_id == lines.c.service_line_id
        if not name:
            is_named &= people.c.place <= MAX_NAMED
        columns = [people.c[name] for name in DutyRow._fields[1:]]
        statement = (
            select(lines.c.service_line_id, *columns)
            .outerjoin(people, is_named)
            .order_by(lines.c.service_line_id, people.c.place)
        )
        rows = [DutyRow(*row) for row in await self.session.execute(statement)]
        return _matching(rows, query_words(name)) if name else rows

    async def first_of_shift(self, check_in_ids: Collection[int]) -> int | None:
        """The check-in with which the shift of those of these began that are still open; None if none is."""
        if not check_in_ids:
            return None
        statement = select(func.min(shift_of(CheckIn))).where(CheckIn.id == any_(id_array(check_in_ids)), IS_OPEN)
        return await self.session.scalar(statement)

    async def close(self, user_id: int, *, service_line_ids: Collection[int] | None = None) -> frozenset[int]:
        """End the user's open check-ins, or only those of these lines; returns the lines of those that ended."""
        is_wanted = CheckIn.service_line_id.in_(service_line_ids) if service_line_ids is not None else true()
        # The clock of another node may be ahead of this one's.
        ended_at = func.greatest(clock.now(), CheckIn.checked_in_at)
        statement = update(CheckIn).where(CheckIn.user_id == user_id, IS_OPEN, is_wanted)
        return frozenset(
            await self.session.scalars(
                statement.values(checked_out_at=ended_at).returning(CheckIn.service_line_id),
            )
        )

    async def change_open(self, user_id: int, service_line_id: int, *, phone_number: str, primary: bool) -> bool:
        """Update the phone number and notifications of the user's open check-in for this line; False for none."""
        changed = await self.session.scalars(
            update(CheckIn)
            .where(CheckIn.user_id == user_id, CheckIn.service_line_id == service_line_id, IS_OPEN)
            .values(phone_number=phone_number, primary=primary)
            .returning(CheckIn.id)
        )
        return changed.first() is not None

    async def save_preferences(self, user_id: int, *, phone_number: str, service_line_id: int, primary: bool) -> None:
        await self.session.execute(
            update(User)
            .where(User.id == user_id)
            .values(
                on_call_phone_number=phone_number,
                on_call_service_line_id=service_line_id,
                on_call_notification_type=primary,
            )
        )
