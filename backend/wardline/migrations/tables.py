"""The tables of every domain, to compare migrations with."""

from wardline.admin.invitations import models as invitations
from wardline.admin.people.importing import models as imports
from wardline.audit import models as audit
from wardline.call_schedules import models as call_schedules
from wardline.certificates import models as certificates
from wardline.consults import models as consults
from wardline.consults.timeline import models as timeline
from wardline.contacts import models as contacts
from wardline.core.db.database import Base
from wardline.core.http.idempotency import IdempotencyKey
from wardline.duty_notices import models as duty_notices
from wardline.feedback import models as feedback
from wardline.network import models as network
from wardline.notifications import models as notifications
from wardline.outbox import models as outbox
from wardline.paging import models as paging
from wardline.patients import models as patients
from wardline.people import models as people
from wardline.places import models as places
from wardline.retention import models as retention
from wardline.scim import models as scim
from wardline.service_lines import models as service_lines
from wardline.sessions import models as sessions
from wardline.signoff import models as signoff
from wardline.transfers import models as transfers
from wardline.video import models as video
from wardline.view_as import models as view_as
from wardline.webpush import models as webpush

__all__ = [
    "IdempotencyKey",
    "audit",
    "call_schedules",
    "certificates",
    "consults",
    "contacts",
    "duty_notices",
    "feedback",
    "imports",
    "invitations",
    "metadata",
    "network",
    "notifications",
    "outbox",
    "paging",
    "patients",
    "people",
    "places",
    "retention",
    "scim",
    "service_lines",
    "sessions",
    "signoff",
    "timeline",
    "transfers",
    "video",
    "view_as",
    "webpush",
]

metadata = Base.metadata
