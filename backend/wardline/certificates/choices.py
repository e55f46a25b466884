"""Closed lists about certificates."""

from wardline.core.forms.choices import Choice


class CertificateFault(Choice):
    """Why a certificate could not be accepted."""

    EXPIRED = "expired", "It has expired"
    UNTRUSTED = "untrusted", "This server does not trust it"
    UNREACHABLE = "unreachable", "It could not be reached"
