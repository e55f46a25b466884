"""What administrators see about the installation: no secrets, no addresses, nothing about patients."""

from wardline.core.forms.wire import ReadModel, UtcDateTime
from wardline.system.choices import ShippedFor, SystemGroupKind, SystemState


class SystemItem(ReadModel):
    """`value` and `action` are sentences, with commands and settings between backticks.

    `action` is null if none is needed. `at` is when what the value is about happened.
    """

    name: str
    state: SystemState
    value: str
    action: str | None
    at: UtcDateTime | None


class SystemGroup(ReadModel):
    kind: SystemGroupKind
    items: list[SystemItem]


class SystemRead(ReadModel):
    """`checked_at` is the server's time of this response."""

    version: str
    checked_at: UtcDateTime
    groups: list[SystemGroup]


class ShippedPackage(ReadModel):
    """`license` is an SPDX expression."""

    name: str
    version: str
    license: str
    used_in: ShippedFor
