"""Keys and certificates: how old they are, and how to replace them."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Final

from wardline.access.provider_keys import KEYS_CACHED_FOR
from wardline.core import clock
from wardline.settings import Settings
from wardline.system.groups import certificates
from wardline.system.items import GUIDE, act_now, look_soon, note, ok
from wardline.system.reading import Reader, from_files
from wardline.system.schemas import SystemItem
from wardline.system.words import ago, duration
from wardline.video.unattended.keys import REPLACED_AFTER

REPLACE_AFTER_DAYS: Final = 365
"""How long a key in a file is used; after that, whoever may have copied it should lose it."""
_LATE_DAYS: Final = 2
_DAY: Final = 86_400
_SECRETS: Final[Mapping[str, str]] = {
    "fax_api_key": "fax account",
    "phone_api_key": "phone account",
    "mail_password": "mail server",
    "turn_secret": "relays for calls",
    "janus_admin_key": "media server",
    "audit_witness_token": "witnesses",
    "metrics_token": "metrics",
}
"""Secrets in the environment, which is read once at start, with what they are for."""


async def items(reader: Reader) -> list[SystemItem]:
    settings = reader.settings
    files = {
        name: path
        for name, path in (("audit", settings.audit_key_file), ("fhir", settings.fhir_key_file))
        if path is not None
    }
    changed_at = await from_files(lambda: {name: _changed_at(path) for name, path in files.items()})
    facts = await reader.trust()
    return [
        provider_keys(reader.process.provider_keys_read_at, now=clock.now()),
        standalone_keys(facts.standalone_key_seconds),
        *(_key_file(name, at, now=clock.now()) for name, at in changed_at.items()),
        _push_key(settings.push_key_file),
        *_secrets(settings),
        *certificates.items_of(settings, facts.certificates, now=clock.now()),
    ]


def _changed_at(path: Path) -> datetime | None:
    """None if the file cannot be read."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, tz=clock.now().tzinfo)
    except OSError:
        return None


def provider_keys(read_at: datetime | None, *, now: datetime) -> SystemItem:
    name = "Keys of the sign-in provider"
    if read_at is None:
        return ok(name, "Built in, or not needed since this process started.")
    age = (now - read_at).total_seconds()
    value = f"Read {ago(age)}. New ones are used at once, and read again every hour."
    if age > 2 * KEYS_CACHED_FOR.total_seconds():
        return look_soon(name, value, "See whether this server can reach the provider.", at=read_at)
    return ok(name, value, at=read_at)


def standalone_keys(age: float | None) -> SystemItem:
    name = "Keys of unattended devices"
    if age is None:
        return ok(name, "None has been needed yet. They are replaced automatically.")
    value = f"The newest is {duration(age)} old. They are replaced automatically, every {REPLACED_AFTER.days} days."
    if age > REPLACED_AFTER.total_seconds() + _LATE_DAYS * _DAY:
        return look_soon(name, value, "It should have been replaced: see Background Work for the reason.")
    return ok(name, value)


def _key_file(name: str, changed_at: datetime | None, *, now: datetime) -> SystemItem:
    title, setting, section = {
        "audit": ("Key of the audit trail's checkpoints", "WARDLINE_AUDIT_KEY_FILE", "Changing the key"),
        "fhir": ("Key for the hospital's record", "WARDLINE_FHIR_KEY_FILE", "The hospital's record"),
    }[name]
    if changed_at is None:
        return act_now(title, "Its file cannot be read on this node.", f"Restore the file that `{setting}` names.")
    age = (now - changed_at).total_seconds()
    value = f"Its file is from {ago(age)}. A new one is used without a restart."
    if age > REPLACE_AFTER_DAYS * _DAY:
        return look_soon(title, value, f"Replace it once a year. See {section} in {GUIDE}.", at=changed_at)
    return ok(title, value, at=changed_at)


def _push_key(file: Path | None) -> SystemItem:
    kept = "in the database" if file is None else "in the file of the settings"
    return ok(
        "Key for push notifications",
        f"It is {kept}, and does not expire.",
        action="Replace it only if it may have been stolen, because every device must then be added again.",
    )


def _secrets(settings: Settings) -> list[SystemItem]:
    used = [words for name, words in _SECRETS.items() if getattr(settings, name) is not None]
    if not used:
        return []
    return [
        note(
            "Secrets in the environment",
            f"Their age is not known to Wardline: {', '.join(used)}.",
            "To replace one, set the new value, and restart the nodes one after another.",
        )
    ]
