"""The URL of a database, for libraries other than SQLAlchemy."""

import pytest

from wardline.core.db.connecting import conninfo


@pytest.mark.parametrize("scheme", ["postgresql+psycopg", "postgresql"])
def test_only_the_driver_is_removed_from_the_url(scheme: str) -> None:
    rest = "app:a+psycopg%40b@/wardline?host=db-1,db-2&target_session_attrs=read-write"
    assert conninfo(f"{scheme}://{rest}") == f"postgresql://{rest}"
