"""Live events about consults: ids only, enough for a client to know whether it shows the consult."""

import uuid

from wardline.realtime.events import ServerEvent


class ConsultEvent(ServerEvent):
    """The fields that all of them have."""

    consult_id: uuid.UUID
    service_line_id: int
    location_id: int
    organization_id: int
    actor_id: int
    """The user whose action it was."""


class ConsultCreated(ConsultEvent):
    name = "consult:created"


class ConsultUpdated(ConsultEvent):
    name = "consult:updated"


class ConsultStateUpdated(ConsultEvent):
    name = "consult:updated-state"


class PatientUpdated(ConsultEvent):
    name = "consult:patient:updated"


class UpdateCreated(ConsultEvent):
    name = "update:created"


class ViewersChanged(ServerEvent):
    """A user opened or left a consult; published to the others who have it on a screen."""

    name = "consult:viewers"

    consult_id: uuid.UUID
