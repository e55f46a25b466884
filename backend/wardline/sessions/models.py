"""Sessions that ended before their tokens expired."""

from datetime import datetime

from sqlalchemy.orm import Mapped, mapped_column

from wardline.core.db.database import Base


class EndedSession(Base):
    """Tokens of this session are refused if their user authenticated before `ended_at`.

    A user who authenticates again is admitted, since some providers reuse the same session. Every request reads
    this table.
    """

    __tablename__ = "ended_sessions"

    key: Mapped[str] = mapped_column(primary_key=True)
    """From `wardline.access.tokens.session_key`. Used logout tokens are stored here as well, by their ids."""
    ended_at: Mapped[datetime]
    kept_until: Mapped[datetime]
    """All tokens that it refuses have expired by then."""
