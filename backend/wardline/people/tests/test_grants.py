"""What the application may change of people, as they or administrators do: no identity, and no role's name."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import ProgrammingError

from conftest import RolledBackDatabase


@pytest.mark.parametrize(
    "statement",
    [
        *(
            f"update users set {column} = {column} where username = 'nurse'"  # noqa: S608 - our own columns
            for column in ("username", "id")
        ),
        "delete from users where username = 'nurse'",
        "update network_versions set reason = 'x'",
        "delete from network_versions",
        "delete from managed_objects",
        "update roles set name = name",
        "delete from roles",
        "update role_permissions set action = 'Manage'",
        "update safekeeping_keys set key = key",
        "delete from safekeeping_keys",
    ],
)
async def test_the_application_cannot_change_users(database: RolledBackDatabase, statement: str) -> None:
    async with database.session() as session:
        with pytest.raises(ProgrammingError, match="permission denied"):
            await session.execute(text(statement))


@pytest.mark.parametrize(
    "column", ["phone_number", "on_call_notification_type", "on_call_service_line_id", "on_call_phone_number"]
)
async def test_settings_can_be_changed(database: RolledBackDatabase, column: str) -> None:
    statement = f"update users set {column} = {column} where username = 'nurse' returning id"  # noqa: S608 - our own
    async with database.session() as session:
        assert (await session.execute(text(statement))).all()
