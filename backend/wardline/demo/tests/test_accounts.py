"""The accounts of the demonstration's sign-in."""

import psycopg

from wardline.core.db.database import Database
from wardline.demo.accounts import accounts
from wardline.demo.network import described


async def test_active_users_are_listed_in_the_order_of_the_file_with_their_description(
    cloned: tuple[str, str],
) -> None:
    with psycopg.connect(cloned[1].replace("+psycopg", "", 1), autocommit=True) as owner:
        owner.execute("update users set active = false where username = 'edtech'")
        owner.execute(
            "insert into users (username, subject, first_name, last_name) values ('ann', 'ann', 'Ann', 'New')"
        )
    database = Database(cloned[0], pool_size=1)
    try:
        offered = await accounts(database)
    finally:
        await database.close()
    described_names = [user.username for user in described().users]
    described_names.remove("edtech")
    assert [account.username for account in offered] == [*described_names, "ann"]
    groups = {account.username: account.group for account in offered}
    assert groups["nurse"] == "Bedside Provider"
    assert groups["both"] == "Multiple Roles"
    assert groups["nobody"] == groups["ann"] == "No Role"
    assert all(account.description.endswith(".") for account in offered[:-1])
