"""Free space where this node writes."""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wardline.system.backups import CLUSTER_NAME
from wardline.system.items import act_now, look_soon, note, ok
from wardline.system.reading import Reader, from_files
from wardline.system.schemas import SystemItem
from wardline.system.words import size

LOW_SHARE: Final = 0.15
FULL_SHARE: Final = 0.05
FULL_BYTES: Final = 1_000_000_000
_FOLDER_FOR_ROOT: Final = Path("/var/lib/wardline")
"""Where the embedded database of a server that root started may be."""


@dataclass(frozen=True, slots=True)
class Disk:
    free: int
    total: int


async def items(reader: Reader) -> list[SystemItem]:
    disks = await from_files(lambda: disks_of([reader.settings.data_dir, _FOLDER_FOR_ROOT]))
    database = await reader.database()
    is_embedded = database.cluster_name == CLUSTER_NAME
    return [
        *(
            item_of(f"Disk {number}" if len(disks) > 1 else "Data directory", disk)
            for number, disk in enumerate(disks, 1)
        ),
        ok("Size of the database", f"{size(database.bytes)}.")
        if is_embedded
        else note(
            "Size of the database",
            f"{size(database.bytes)}. How much space its machine has left is not known to Wardline.",
            "Watch that machine's disk with its own monitoring.",
        ),
    ]


def disks_of(folders: list[Path]) -> list[Disk]:
    """The file systems of the folders that exist, each once."""
    by_device: dict[int, Disk] = {}
    for folder in folders:
        try:
            device, usage = folder.stat().st_dev, shutil.disk_usage(folder)
        except FileNotFoundError:
            continue
        by_device.setdefault(device, Disk(usage.free, usage.total))
    return list(by_device.values())


def item_of(name: str, disk: Disk) -> SystemItem:
    value = f"{size(disk.free)} of {size(disk.total)} free."
    share = disk.free / disk.total if disk.total else 1
    if share < FULL_SHARE or disk.free < FULL_BYTES:
        return act_now(name, value, "Make space now: when the disk is full, nothing can be saved and nobody is paged.")
    if share < LOW_SHARE:
        return look_soon(name, value, "Make space, or enlarge the disk. The audit trail grows with every request.")
    return ok(name, value)
