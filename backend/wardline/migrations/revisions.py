"""The schema versions that this code knows."""

from functools import cache
from importlib.resources import files
from typing import Any

import psycopg
from alembic.config import Config
from alembic.script import ScriptDirectory


def configuration() -> Config:
    """Alembic's, for the migrations in this package."""
    config = Config()
    config.set_main_option("script_location", str(files("wardline") / "migrations"))
    return config


@cache
def latest() -> str:
    return ScriptDirectory.from_config(configuration()).get_current_head() or ""


@cache
def known() -> frozenset[str]:
    scripts = ScriptDirectory.from_config(configuration())
    return frozenset(script.revision for script in scripts.walk_revisions())


def of_database(connection: psycopg.Connection[tuple[Any, ...]]) -> str | None:
    """The schema's version; None for a database without our tables."""
    if connection.execute("select to_regclass('public.alembic_version')").fetchone() == (None,):
        return None
    found = connection.execute("select version_num from public.alembic_version").fetchone()
    return str(found[0]) if found else None
