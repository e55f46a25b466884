"""The witnesses: systems outside that receive the audit trail."""

import asyncio
import os
from collections.abc import Awaitable
from datetime import datetime
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from sqlalchemy import select

from wardline.audit.standing import WITNESSES
from wardline.core.db.statements import compile_statement, fetch_all
from wardline.core.http.client import trusted_certificates
from wardline.system.connections.choices import ConnectionState
from wardline.system.connections.contract import Connection, Installation, Standing, Trial
from wardline.system.connections.reaching import NotReached, all_of, connect
from wardline.system.words import counted

_PORTS: Final = {"https": 443, "http": 80, "syslog+tls": 6514, "syslog+tcp": 601}
_WITNESSES: Final = compile_statement(select(WITNESSES.label("witnesses")))
_ACTION: Final = (
    "Restore the connection. If the chain differs, run `wardline audit verify` first. Entries wait meanwhile, and "
    "none is lost."
)


async def read(installation: Installation) -> Standing:
    (row,) = await fetch_all(installation.connection, _WITNESSES, {})
    failing = [each for each in row.witnesses if each["name"] in installation.witnesses and each["failure"] is not None]
    number = f"{len(installation.witnesses)} witness{'es' if len(installation.witnesses) > 1 else ''}"
    if failing:
        worst = min(failing, key=lambda each: str(each["failing_since"]))
        value = f"{len(failing)} of {number} {'does' if len(failing) == 1 else 'do'} not accept entries."
        since = datetime.fromisoformat(worst["failing_since"]) if worst["failing_since"] else None
        return Standing(ConnectionState.FAILS, value, _ACTION, None, worst["failure"], since)
    if {each["name"] for each in row.witnesses} >= set(installation.witnesses):
        return Standing(ConnectionState.WORKS, f"Entries are sent to {number}. The audit trail says how far each is.")
    return Standing(ConnectionState.UNKNOWN, "Nothing has been sent there yet.")


async def test(installation: Installation) -> str:
    addresses = installation.settings.witness_addresses
    await all_of(
        [(f"Witness {number}", _try(address)) for number, address in enumerate(addresses, start=1)], action=_ACTION
    )
    return f"{counted(len(addresses), 'connection')} could be opened. Whether entries are accepted is shown above."


def _try(address: str) -> Awaitable[None]:
    url = urlsplit(address)
    if url.scheme == "file":
        return asyncio.to_thread(_check_file, Path(url.path))
    if url.scheme in _PORTS:
        tls = trusted_certificates() if url.scheme in {"https", "syslog+tls"} else None
        return connect(url.hostname or "", url.port or _PORTS[url.scheme], tls=tls)
    return _resolve(url.hostname or "")


def _check_file(path: Path) -> None:
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise NotReached("its file cannot be written")


async def _resolve(host: str) -> None:
    """A datagram is not answered, so this is all that can be tried."""
    try:
        await asyncio.get_running_loop().getaddrinfo(host, None)
    except OSError:
        raise NotReached("its name is not known") from None


CONNECTION: Final = Connection(
    required=("audit_witnesses",),
    optional=("audit_witness_token", "audit_key_file", "audit_trusted_keys_file", "audit_checkpoint_minutes"),
    section="Witnesses",
    read=read,
    test=Trial("Opens a connection to each witness. Sends no entry.", test),
)
