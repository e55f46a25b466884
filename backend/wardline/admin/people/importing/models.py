"""The imports of people."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Identity
from sqlalchemy.orm import Mapped, mapped_column

from wardline.core.db.database import Base


class PeopleImport(Base):
    """An import that was made. Its file is not stored; the history of each person says what became of them."""

    __tablename__ = "people_imports"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    at: Mapped[datetime]
    file_name: Mapped[str]
    sha256: Mapped[str]
    counts: Mapped[dict[str, Any]]
    """The number of rows in each state."""
    invited_count: Mapped[int]
