"""What imports are checked against, each read once for all rows."""

from collections.abc import Collection, Sequence

from sqlalchemy import ARRAY, Row, Text, all_, and_, any_, literal, not_, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.people.importing.models import PeopleImport
from wardline.admin.people.importing.schemas import IMPORTS_SHOWN
from wardline.core.db.database import id_array
from wardline.people.models import User, UserOrganization


class ImportRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def holders_of(self, subjects: Collection[str]) -> dict[str, str]:
        """The names for signing in of those who have these identifiers at the identity provider."""
        statement = select(User.subject, User.username).where(User.subject == _any_of(subjects))
        return dict((await self.session.execute(statement)).all())

    async def ids_of(self, usernames: Collection[str]) -> dict[str, int]:
        statement = select(User.username, User.id).where(User.username == _any_of(usernames))
        return dict((await self.session.execute(statement)).all())

    async def imported(self, import_id: int, by_id: int) -> PeopleImport | None:
        statement = select(PeopleImport).where(PeopleImport.id == import_id, PeopleImport.by_id == by_id)
        return (await self.session.scalars(statement)).one_or_none()

    async def past(self, reader: CurrentUser) -> Sequence[Row[PeopleImport, User]]:
        """The reader's own imports, and those of people all of whose organizations are the reader's, newest first."""
        elsewhere = UserOrganization.organization_id != all_(id_array(reader.administered_organization_ids))
        organizations = select(UserOrganization).where(UserOrganization.user_id == PeopleImport.by_id)
        is_own = and_(organizations.exists(), not_(organizations.where(elsewhere).exists()))
        statement = (
            select(PeopleImport, User)
            .join(User, User.id == PeopleImport.by_id)
            .where(or_(PeopleImport.by_id == reader.id, is_own))
            .order_by(PeopleImport.id.desc())
            .limit(IMPORTS_SHOWN)
        )
        return (await self.session.execute(statement)).all()


def _any_of(values: Collection[str]) -> object:
    return any_(literal(sorted(values), ARRAY(Text)))
