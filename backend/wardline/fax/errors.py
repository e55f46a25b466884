"""Refusals of reports about faxes."""

from wardline.core.errors import ProductError


class UnsignedReport(ProductError):
    status = 401
    code = "unsigned_report"
    message = "This report does not have a valid signature from the fax provider."
