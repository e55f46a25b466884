"""When certificates expire."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from wardline.certificates.choices import CertificateFault
from wardline.certificates.watched import THIS_SITE, watched_by
from wardline.settings import Settings
from wardline.system.items import act_now, look_soon, note, ok
from wardline.system.schemas import SystemItem
from wardline.system.words import counted

SOON_DAYS: Final = 21
"""Certificates that are renewed automatically are renewed earlier."""
NOW_DAYS: Final = 3
_RENEW: Final = "Renew it, and find out why it was not renewed automatically."
_ASK: Final = "Ask those who run that system to renew it."


def items_of(settings: Settings, checks: list[dict[str, str | None]], *, now: datetime) -> list[SystemItem]:
    found = {check["name"]: check for check in checks}
    items = [item_of(each.name, found.get(each.name), now=now) for each in watched_by(settings)]
    return items or [ok("Certificates", "None is used across the network.")]


def item_of(name: str, check: Mapping[str, str | None] | None, *, now: datetime) -> SystemItem:
    title = f"Certificate of {name}"
    renew = _RENEW if name == THIS_SITE else _ASK
    if check is None:
        return note(title, "Not checked yet. Background work checks it every ten minutes.")
    expires_at = datetime.fromisoformat(check["expires_at"]) if check["expires_at"] else None
    if check["fault"] is not None:
        return _faulty(title, CertificateFault(check["fault"]), expires_at, renew)
    if expires_at is None:
        return note(title, "Its end is not known.")
    days = max((expires_at - now).days, 0)
    value = f"It expires in {counted(days, 'day')}."
    if days < NOW_DAYS:
        return act_now(title, value, renew, at=expires_at)
    if days < SOON_DAYS:
        return look_soon(title, value, renew, at=expires_at)
    return ok(title, value, at=expires_at)


def _faulty(title: str, fault: CertificateFault, expires_at: datetime | None, renew: str) -> SystemItem:
    if fault is CertificateFault.EXPIRED:
        return act_now(title, f"{fault.label}.", renew)
    if fault is CertificateFault.UNTRUSTED:
        action = (
            "See that it names this address, and name its authority with `SSL_CERT_FILE` if Python does not know it."
        )
        return act_now(title, f"{fault.label}.", action)
    action = "If others cannot reach it either, restore it. A firewall may also keep this server from it."
    if expires_at is None:
        return note(title, f"{fault.label} from this server.", action)
    return look_soon(title, f"{fault.label} from this server. The end of the last one seen:", action, at=expires_at)
