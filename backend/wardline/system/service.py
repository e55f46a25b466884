"""What the system page says. A part that cannot be read says so, and the others are shown."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from wardline.core import clock
from wardline.core.logs import describe_error
from wardline.paging.nodes import VERSION
from wardline.system.choices import SystemGroupKind
from wardline.system.groups import audit, backups, database, disk, keys, nodes, paging, protection, work
from wardline.system.items import look_soon
from wardline.system.reading import Reader
from wardline.system.schemas import SystemGroup, SystemItem, SystemRead

log = logging.getLogger(__name__)

ReadItems = Callable[[Reader], Awaitable[list[SystemItem]]]

_GROUPS: Final[Mapping[SystemGroupKind, ReadItems]] = {
    SystemGroupKind.PAGING: paging.items,
    SystemGroupKind.NODES: nodes.items,
    SystemGroupKind.WORK: work.items,
    SystemGroupKind.DATABASE: database.items,
    SystemGroupKind.BACKUPS: backups.items,
    SystemGroupKind.DISK: disk.items,
    SystemGroupKind.AUDIT: audit.items,
    SystemGroupKind.KEYS: keys.items,
    SystemGroupKind.PROTECTION: protection.items,
}


async def system(reader: Reader) -> SystemRead:
    groups = [SystemGroup(kind=kind, items=await _items(kind, reader)) for kind in SystemGroupKind]
    return SystemRead(version=VERSION, checked_at=clock.now(), groups=groups)


async def _items(kind: SystemGroupKind, reader: Reader) -> list[SystemItem]:
    try:
        return await _GROUPS[kind](reader)
    except Exception as error:  # noqa: BLE001 - whatever it was, someone needs the other parts now
        log.error("the system page cannot read its part %s: %s", kind.value, describe_error(error))  # noqa: TRY400
        action = "Try again. If this continues, the log of wardline.system.service names the error."
        return [look_soon("State", "It could not be read.", action)]
