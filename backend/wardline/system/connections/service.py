"""What is said about each connection, and the tests."""

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final, get_args

from pydantic import SecretStr

from wardline.core import clock
from wardline.core.logs import describe_error
from wardline.settings import Settings
from wardline.system.connections.choices import ConnectionKind, ConnectionState, SettingSource
from wardline.system.connections.contract import Connection, ConnectionBroken, Installation, Standing, with_tests
from wardline.system.connections.kinds import (
    calendars,
    collector,
    fax,
    identity,
    mail,
    media,
    phone,
    push,
    record,
    relay,
)
from wardline.system.connections.schemas import (
    ConnectionRead,
    ConnectionSetting,
    ConnectionsRead,
    ConnectionTested,
)
from wardline.system.items import GUIDE

log = logging.getLogger(__name__)

TEST_SECONDS: Final = 9.0
"""How long a test may take, so that the answer arrives within ten."""

CONNECTIONS: Final[Mapping[ConnectionKind, Connection]] = {
    ConnectionKind.IDENTITY: identity.CONNECTION,
    ConnectionKind.RECORD: record.CONNECTION,
    ConnectionKind.PHONE: phone.CONNECTION,
    ConnectionKind.PUSH: push.CONNECTION,
    ConnectionKind.MAIL: mail.CONNECTION,
    ConnectionKind.FAX: fax.CONNECTION,
    ConnectionKind.RELAY: relay.CONNECTION,
    ConnectionKind.MEDIA: media.CONNECTION,
    ConnectionKind.COLLECTOR: collector.CONNECTION,
    ConnectionKind.CALENDARS: calendars.CONNECTION,
}


async def connections(installation: Installation) -> ConnectionsRead:
    """All of them. One that cannot be read says so, and the others are shown."""
    reads = [await _read(kind, installation) for kind in ConnectionKind]
    return ConnectionsRead(checked_at=clock.now(), connections=reads)


async def test(kind: ConnectionKind, installation: Installation) -> ConnectionTested:
    """Try it now, within ten seconds. Says what to do if it does not work."""
    action: str | None = None
    connection = CONNECTIONS[kind]
    try:
        async with asyncio.timeout(TEST_SECONDS):
            value = await _run(connection, installation)
    except ConnectionBroken as failure:
        value, action = failure.value, failure.action
    except TimeoutError:
        value = f"It did not answer within {TEST_SECONDS:.0f} seconds."
        action = "See whether it runs, and whether a firewall keeps this server from it."
    except Exception as error:  # noqa: BLE001 - whatever it was, whoever tests wants to know that it failed
        log.error("testing the connection %s failed: %s", kind.value, describe_error(error))  # noqa: TRY400
        value = "The test itself failed."
        action = "The log of wardline.system.connections.service names the error. Report it as a bug."
    return ConnectionTested(kind=kind, is_working=action is None, value=value, action=action, tested_at=clock.now())


async def _run(connection: Connection, installation: Installation) -> str:
    """Raises ConnectionBroken."""
    if not _is_set_up(connection, installation.settings):
        raise ConnectionBroken("There is nothing to test.", _how_to_set_up(connection, installation.settings))
    return await connection.test.run(installation)


async def _read(kind: ConnectionKind, installation: Installation) -> ConnectionRead:
    connection, settings = CONNECTIONS[kind], installation.settings
    standing = await _standing(kind, installation)
    return ConnectionRead(
        kind=kind,
        state=standing.state,
        value=standing.value,
        action=standing.action,
        last_success_at=standing.last_success_at,
        last_error=standing.last_error,
        last_error_at=standing.last_error_at,
        settings=[
            _setting(name, settings, is_required=name in connection.required)
            for name in (*connection.required, *connection.optional)
        ],
        test=connection.test.does if _is_set_up(connection, settings) else None,
    )


async def _standing(kind: ConnectionKind, installation: Installation) -> Standing:
    connection, settings = CONNECTIONS[kind], installation.settings
    if not _is_set_up(connection, settings):
        if connection.built_in is not None and connection.is_built_in(settings):
            return Standing(ConnectionState.WORKS, connection.built_in)
        return Standing(ConnectionState.OFF, "Not set up.", _how_to_set_up(connection, settings))
    try:
        return with_tests(await connection.read(installation), await installation.tests(kind))
    except Exception as error:  # noqa: BLE001 - whatever it was, someone needs the others now
        log.error("the connection %s cannot be read: %s", kind.value, describe_error(error))  # noqa: TRY400
        action = "Try again. If it stays like this, the log of wardline.system.connections.service names the error."
        return Standing(ConnectionState.UNKNOWN, "How it does could not be read.", action)


def _is_set_up(connection: Connection, settings: Settings) -> bool:
    return all(_is_set(name, settings) for name in connection.required)


def _how_to_set_up(connection: Connection, settings: Settings) -> str:
    missing = ", ".join(f"`{_variable(name)}`" for name in connection.required if not _is_set(name, settings))
    return f"Set {missing}, and restart the nodes one after another. See {connection.section} in {GUIDE}."


def _setting(name: str, settings: Settings, *, is_required: bool) -> ConnectionSetting:
    """Nothing of its value."""
    return ConnectionSetting(
        name=_variable(name), source=_source(name), is_required=is_required, is_set=_is_set(name, settings)
    )


def _is_set(name: str, settings: Settings) -> bool:
    """Whether somebody has set it; a default that is in use does not count."""
    return name in settings.model_fields_set and getattr(settings, name) not in {None, ""}


def _variable(name: str) -> str:
    return f"WARDLINE_{name.upper()}"


def _source(name: str) -> SettingSource:
    types = get_args(Settings.model_fields[name].annotation)
    if SecretStr in types:
        return SettingSource.SECRET
    return SettingSource.FILE if Path in types else SettingSource.VALUE
