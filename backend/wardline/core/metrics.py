"""What is counted and timed, under the names that monitoring asks for; nothing here tells anything of a person."""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

REQUESTS: Final = Histogram(
    "wardline_request_seconds", "From a call's arrival to its whole answer", ["operation", "status"], buckets=SECONDS
)
SOCKETS: Final = Gauge("wardline_sockets", "Browsers that are connected for live updates")
EVENTS: Final = Counter("wardline_events", "Events passed on to this process's sockets", ["event"])
EHR_REQUESTS: Final = Histogram(
    "wardline_ehr_request_seconds", "Requests to the hospital's record", ["outcome"], buckets=SECONDS
)
READY: Final = Gauge("wardline_ready", "Whether each part of this process can do its work", ["part"])
CONNECTIONS: Final = Gauge("wardline_database_connections", "Connections of this process's pool that are in use")
JOBS: Final = Gauge("wardline_jobs", "Background jobs in the queue, which all processes share", ["status"])
UNDELIVERED: Final = Gauge("wardline_undelivered", "What of signed notes people were told does not arrive", ["what"])
SUPPORT_ALERTS: Final = Gauge(
    "wardline_support_alerts",
    "What support must put right: documents that cannot be made, and witnesses of the audit trail that are not told",
    ["kind"],
)
AUDIT_BEHIND: Final = Gauge(
    "wardline_audit_witness_behind", "Audit entries that a witness outside has not been told of", ["witness"]
)
AUDIT_UNLINKED: Final = Gauge("wardline_audit_unlinked", "Audit entries that wait for their place in the chain")
