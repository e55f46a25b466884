"""The job that checks certificates."""

from wardline.certificates.checking import check_all
from wardline.certificates.watched import watched_by
from wardline.core.http.client import trusted_certificates
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import periodic_job


@periodic_job("*/10 * * * *", exclusive=True)
async def check_certificates(context: JobContext) -> None:
    await check_all(context.database, watched_by(context.settings), trusted_certificates())
