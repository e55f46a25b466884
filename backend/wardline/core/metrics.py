"""Prometheus metrics; none contains personal data."""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

REQUESTS: Final = Histogram(
    "wardline_request_seconds",
    "From a request's arrival to the end of its response",
    ["operation", "status"],
    buckets=SECONDS,
)
SOCKETS: Final = Gauge("wardline_sockets", "Browsers connected for live updates")
EVENTS: Final = Counter("wardline_events", "Events sent to this process's sockets", ["event"])
EHR_REQUESTS: Final = Histogram("wardline_ehr_request_seconds", "Requests to the EHR", ["outcome"], buckets=SECONDS)
READY: Final = Gauge("wardline_ready", "Whether each part of this process can do its work", ["part"])
CONNECTIONS: Final = Gauge("wardline_database_connections", "Connections of this process's pool in use")
JOBS: Final = Gauge("wardline_jobs", "Background jobs in the queue that all processes share", ["status"])
UNDELIVERED: Final = Gauge(
    "wardline_undelivered", "Undelivered documents and messages that were reported to users", ["what"]
)
SUPPORT_ALERTS: Final = Gauge(
    "wardline_support_alerts",
    "Problems for support: documents that cannot be created, and audit witnesses that cannot be reached",
    ["kind"],
)
AUDIT_BEHIND: Final = Gauge(
    "wardline_audit_witness_behind", "Audit entries that an external witness has not received", ["witness"]
)
AUDIT_UNLINKED: Final = Gauge("wardline_audit_unlinked", "Audit entries not yet linked into the chain")
