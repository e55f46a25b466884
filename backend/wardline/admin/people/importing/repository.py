"""What imports are checked against, each read once for all rows."""

from collections.abc import Collection

from sqlalchemy import ARRAY, Text, any_, literal, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.admin.people.importing.models import PeopleImport
from wardline.people.models import User


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


def _any_of(values: Collection[str]) -> object:
    return any_(literal(sorted(values), ARRAY(Text)))
