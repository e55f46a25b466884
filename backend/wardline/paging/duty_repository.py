"""Every query about the people on call whom requests page."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import any_, func, select, true, union_all
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.consults.models import ConsultViewing
from wardline.core.db.database import id_array
from wardline.paging.conditions import IS_PROVIDER_ON_CALL
from wardline.paging.models import DutyToken, PagedPerson
from wardline.people.models import IS_OPEN, CheckIn, Role, User

LAST_PAGES: Final = 20
"""How many of someone's pages are looked at for a sign of them; an older one is older than everything else."""


class PersonOnDuty(NamedTuple):
    service_line_id: int
    user_id: int
    first_name: str
    last_name: str
    role_label: str
    primary: bool
    checked_in_at: datetime


class DutyRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def people_on_duty(self, line_ids: Collection[int]) -> Sequence[PersonOnDuty]:
        """Whom a request of each of these lines would page, by line.

        First those who are told of every request, then those on call longest. Someone whose account or whose right to
        provide consults was taken from them since they checked in is left out.
        """
        statement = (
            select(
                CheckIn.service_line_id,
                User.id,
                User.first_name,
                User.last_name,
                Role.label,
                CheckIn.primary,
                CheckIn.checked_in_at,
            )
            .join(User, User.id == CheckIn.user_id)
            .join(Role, Role.id == CheckIn.role_id)
            .where(CheckIn.service_line_id == any_(id_array(line_ids)), IS_PROVIDER_ON_CALL)
            .order_by(CheckIn.service_line_id, CheckIn.primary.desc(), CheckIn.checked_in_at, CheckIn.id)
        )
        return [PersonOnDuty(*row) for row in await self.session.execute(statement)]

    async def last_heard_of(self, user_ids: Collection[int]) -> Mapping[int, datetime]:
        """When each of these users, who are on call, last did something here, or a browser of theirs did.

        They have gone on call, opened a consult or kept it open, or reacted to a page; and while they are signed in,
        each of their browsers gets a token every hour with which it rings when it is locked.
        """
        wanted = id_array(user_ids)
        checked_in = select(CheckIn.user_id, CheckIn.checked_in_at.label("at")).where(
            CheckIn.user_id == any_(wanted), IS_OPEN
        )
        signed_in = (
            select(CheckIn.user_id, func.greatest(DutyToken.issued_at, DutyToken.first_used_at))
            .join(DutyToken, DutyToken.check_in_id == CheckIn.id)
            .where(CheckIn.user_id == any_(wanted))
        )
        viewed = select(ConsultViewing.user_id, ConsultViewing.renewed_at).where(ConsultViewing.user_id == any_(wanted))
        reactions = (PagedPerson.shown_at, PagedPerson.seen_at, PagedPerson.heard_at, PagedPerson.declined_at)
        last_pages = (
            select(func.greatest(*reactions, PagedPerson.muted_at).label("at"))
            .where(PagedPerson.user_id == User.id)
            .order_by(PagedPerson.escalation_id.desc())
            .limit(LAST_PAGES)
            .lateral()
        )
        reacted = select(User.id, last_pages.c.at).join(last_pages, true()).where(User.id == any_(wanted))
        heard = union_all(checked_in, signed_in, viewed, reacted).subquery()
        rows = await self.session.execute(select(heard.c.user_id, func.max(heard.c.at)).group_by(heard.c.user_id))
        return dict(rows.all())
