"""Wire types of unattended patient mode: ids and states only, nothing about the patient."""

import uuid

from wardline.core.forms.wire import ReadModel, UtcDateTime
from wardline.video.choices import MeetingState


class StandaloneTokenRead(ReadModel):
    """A signed token (JWT), sent as ``Authorization: Bearer`` by the device that stays in the call."""

    token: str
    expires_at: UtcDateTime


class StandaloneMeetingRead(ReadModel):
    """The call of a standalone token, connected or ended."""

    meeting_id: uuid.UUID
    external_meeting_id: uuid.UUID
    consult_id: uuid.UUID
    state: MeetingState


class PublicKeyRead(ReadModel):
    """An RSA key (RFC 7517) for signatures with RS256."""

    kty: str
    use: str
    alg: str
    kid: str
    n: str
    e: str


class KeySetRead(ReadModel):
    keys: list[PublicKeyRead]
