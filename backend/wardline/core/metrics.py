"""Prometheus metrics; none contains personal data."""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

SHARED_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The library's variable for a folder in which the processes of one server share their metrics."""
_OF_ALL_PROCESSES: Final = "mostrecent"
"""A mode for gauges that count what all processes share, such as the rows of a table, each time metrics are read."""
_OF_THE_PROCESS_THAT_ANSWERS: Final = "livemostrecent"
SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

REQUESTS: Final = Histogram(
    "wardline_request_seconds",
    "From a request's arrival to the end of its response",
    ["operation", "status"],
    buckets=SECONDS,
)
SOCKETS: Final = Gauge("wardline_sockets", "Browsers connected for live updates", multiprocess_mode="livesum")
EVENTS: Final = Counter("wardline_events", "Events sent to this process's sockets", ["event"])
EHR_REQUESTS: Final = Histogram("wardline_ehr_request_seconds", "Requests to the EHR", ["outcome"], buckets=SECONDS)
READY: Final = Gauge(
    "wardline_ready",
    "Whether each part of this process can do its work",
    ["part"],
    multiprocess_mode=_OF_THE_PROCESS_THAT_ANSWERS,
)
CONNECTIONS: Final = Gauge(
    "wardline_database_connections",
    "Connections of this process's pool in use",
    multiprocess_mode=_OF_THE_PROCESS_THAT_ANSWERS,
)
JOBS: Final = Gauge(
    "wardline_jobs",
    "Background jobs in the queue that all processes share",
    ["status"],
    multiprocess_mode=_OF_ALL_PROCESSES,
)
WORKERS: Final = Gauge(
    "wardline_workers",
    "Workers that run background jobs, in all processes and on all nodes",
    multiprocess_mode=_OF_ALL_PROCESSES,
)
UNDELIVERED: Final = Gauge(
    "wardline_undelivered",
    "Undelivered documents and messages that were reported to users",
    ["what"],
    multiprocess_mode=_OF_ALL_PROCESSES,
)
CALLS: Final = Gauge(
    "wardline_video_calls",
    "Video calls that ended in the last hour; a way is `relay` or `direct`",
    ["outcome", "quality", "way"],
    multiprocess_mode=_OF_ALL_PROCESSES,
)
SUPPORT_ALERTS: Final = Gauge(
    "wardline_support_alerts",
    "Problems for support: documents that cannot be created, and audit witnesses that cannot be reached",
    ["kind"],
    multiprocess_mode=_OF_ALL_PROCESSES,
)
PAGING_ALARMS: Final = Gauge(
    "wardline_paging_alarms",
    "Open alarms of the auditor of pages",
    ["kind"],
    multiprocess_mode=_OF_ALL_PROCESSES,
)
PAGES_AUDITED: Final = Gauge(
    "wardline_pages_audited_timestamp_seconds",
    "When the auditor of pages last finished a run",
    multiprocess_mode=_OF_ALL_PROCESSES,
)
AUDIT_BEHIND: Final = Gauge(
    "wardline_audit_witness_behind",
    "Audit entries that an external witness has not received",
    ["witness"],
    multiprocess_mode=_OF_ALL_PROCESSES,
)
AUDIT_UNLINKED: Final = Gauge(
    "wardline_audit_unlinked", "Audit entries not yet linked into the chain", multiprocess_mode=_OF_ALL_PROCESSES
)
