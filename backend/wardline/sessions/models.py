"""Sign-ins that ended before their tokens did."""

from datetime import datetime

from sqlalchemy.orm import Mapped, mapped_column

from wardline.core.db.database import Base


class EndedSession(Base):
    """Nobody is let in any longer by a token of this sign-in whose person proved who they are until `ended_at`.

    Whoever proves it again afterwards is let in: some providers go on calling that the same session. `load_by_token`
    reads this table on every call.
    """

    __tablename__ = "ended_sessions"

    key: Mapped[str] = mapped_column(primary_key=True)
    """As `wardline.access.tokens.session_key` says; logout tokens that were taken stand here, too, by their ids."""
    ended_at: Mapped[datetime]
    kept_until: Mapped[datetime]
    """By then everything that it refuses has expired."""
