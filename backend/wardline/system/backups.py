"""The record of the last backup of the embedded database, beside it in the data directory.

It is not in the database, because a restored backup would bring an old record back.
"""

from datetime import datetime
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ValidationError

from wardline.core.clock import now
from wardline.core.files import write_whole

CLUSTER_NAME: Final = "wardline-embedded"
"""PostgreSQL's `cluster_name` of an embedded database, by which the server recognizes it."""
_FILE: Final = "last-backup.json"


class LastBackup(BaseModel):
    at: datetime
    bytes: int


def record_backup(data_dir: Path, size: int) -> None:
    """Raises OSError."""
    write_whole(data_dir / _FILE, LastBackup(at=now(), bytes=size).model_dump_json())


def last_backup(data_dir: Path) -> LastBackup | None:
    """None if there has been none since this version is installed. Raises OSError."""
    try:
        return LastBackup.model_validate_json((data_dir / _FILE).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValidationError):
        return None
