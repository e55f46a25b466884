"""What the last check of each certificate found."""

from datetime import datetime

from sqlalchemy import CheckConstraint
from sqlalchemy.orm import Mapped, mapped_column

from wardline.certificates.choices import CertificateFault
from wardline.core.db.checks import one_of
from wardline.core.db.database import Base


class CertificateCheck(Base):
    """The certificate of one system. `expires_at` is that of the last one that was accepted."""

    __tablename__ = "certificate_checks"
    __table_args__ = (CheckConstraint(one_of("fault", CertificateFault), name="fault"),)

    name: Mapped[str] = mapped_column(primary_key=True)
    """Whose it is, in words; never an address."""
    checked_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]
    fault: Mapped[str | None]
