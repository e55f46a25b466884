"""What the last checks found, as a part of a larger statement that reads it together with other facts."""

from typing import Final

from sqlalchemy import func, select

from wardline.certificates.models import CertificateCheck

CHECKS: Final = select(
    func.coalesce(
        func.jsonb_agg(
            func.jsonb_build_object(
                "name",
                CertificateCheck.name,
                "expires_at",
                CertificateCheck.expires_at,
                "fault",
                CertificateCheck.fault,
            )
        ),
        func.jsonb_build_array(),
    )
).scalar_subquery()
"""The name, expiry and fault of each."""
