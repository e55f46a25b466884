"""Who counts as being on call."""

import psycopg

from conftest import CheckIn
from wardline.core.db.database import Database
from wardline.paging.duty_repository import DutyRepository

PSYCH = 3


async def test_someone_who_would_not_be_paged_is_not_on_duty(
    committing: Database, cloned: tuple[str, str], check_in: CheckIn
) -> None:
    """The account or the right was taken away during a shift that nobody has ended."""
    for who in ("psych", "both"):
        await check_in(who, line="tele-psych")

    async def on_duty() -> list[str]:
        async with committing.session() as session:
            return [person.first_name for person in await DutyRepository(session).people_on_duty([PSYCH])]

    assert await on_duty() == ["Priya", "Zainab"]
    with psycopg.connect(cloned[1].replace("+psycopg", "")) as owner:
        owner.execute("update users set active = false where username = 'psych'")
    assert await on_duty() == ["Zainab"]
    with psycopg.connect(cloned[1].replace("+psycopg", "")) as owner:
        owner.execute("delete from role_permissions where action = 'Give' and subject = 'Consult'")
    assert await on_duty() == []
