"""Which versions of the schema this code knows."""

from functools import cache
from importlib.resources import files

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
