"""What connections have in common, whichever library opens them: SQLAlchemy, procrastinate, or psycopg itself."""

from typing import Final

from wardline.setting_values import DRIVER

KEEPALIVES: Final = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""A connection whose server has disappeared is closed after 11 seconds."""


def conninfo(url: str) -> str:
    """A database's URL as libpq reads it, without SQLAlchemy's driver."""
    return url.replace(f"{DRIVER}://", "postgresql://", 1)
