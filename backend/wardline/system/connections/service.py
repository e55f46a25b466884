"""What is said about each connection, and the tests."""

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final, get_args

from pydantic import SecretStr

from wardline.core import clock
from wardline.core.errors import NotFound
from wardline.core.logs import describe_error
from wardline.settings import Settings
from wardline.system.connections.choices import ConnectionKind, ConnectionState, SettingSource
from wardline.system.connections.contract import (
    Connection,
    ConnectionBroken,
    Installation,
    Part,
    Several,
    Standing,
    with_tests,
)
from wardline.system.connections.kinds import (
    calendars,
    collector,
    fax,
    hl7,
    identity,
    mail,
    media,
    phone,
    provisioning,
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
SEVERAL: Final[Mapping[ConnectionKind, Several]] = {
    ConnectionKind.PROVISIONING: provisioning.CONNECTION,
    ConnectionKind.HL7: hl7.CONNECTION,
}


async def connections(installation: Installation) -> ConnectionsRead:
    """All of them. One that cannot be read says so, and the others are shown."""
    reads: list[ConnectionRead] = []
    for kind in ConnectionKind:
        reads += await _parts(kind, installation) if kind in SEVERAL else [await _read(kind, installation)]
    return ConnectionsRead(checked_at=clock.now(), connections=reads)


async def part_of(kind: ConnectionKind, key: str | None, installation: Installation) -> Part | None:
    """Which one of several to test; none of a kind of which there is only one.

    Raises:
        NotFound: none of the reader's organizations has it, or it cannot be tested.
    """
    if kind in SEVERAL and SEVERAL[kind].test is not None:
        for part in await SEVERAL[kind].parts(installation):
            if part.key == key:
                return part
    elif kind in CONNECTIONS and key is None:
        return None
    raise NotFound


async def test(kind: ConnectionKind, installation: Installation, part: Part | None) -> ConnectionTested:
    """Try it now, within ten seconds. Says what to do if it does not work."""
    action: str | None = None
    try:
        async with asyncio.timeout(TEST_SECONDS):
            value = await _run(kind, installation, part)
    except ConnectionBroken as failure:
        value, action = failure.value, failure.action
    except TimeoutError:
        value = f"It did not answer within {TEST_SECONDS:.0f} seconds."
        action = "See whether it runs, and whether a firewall keeps this server from it."
    except Exception as error:  # noqa: BLE001 - whatever it was, whoever tests wants to know that it failed
        log.error("testing the connection %s failed: %s", kind.value, describe_error(error))  # noqa: TRY400
        value = "The test itself failed."
        action = "The log of wardline.system.connections.service names the error. Report it as a bug."
    return ConnectionTested(
        kind=kind,
        part=part.key if part else None,
        is_working=action is None,
        value=value,
        action=action,
        tested_at=clock.now(),
    )


async def _run(kind: ConnectionKind, installation: Installation, part: Part | None) -> str:
    """Raises ConnectionBroken."""
    if part is not None:
        trial = SEVERAL[kind].test
        assert trial is not None  # noqa: S101 - others have no part to test
        return await trial.run(installation, part)
    connection = CONNECTIONS[kind]
    if not _is_set_up(connection, installation.settings):
        raise ConnectionBroken("There is nothing to test.", _how_to_set_up(connection, installation.settings))
    return await connection.test.run(installation)


async def _parts(kind: ConnectionKind, installation: Installation) -> list[ConnectionRead]:
    """Those of the reader's organizations, or one that says that there is none."""
    several, settings = SEVERAL[kind], installation.settings
    shown = [_setting(name, settings, is_required=False) for name in several.settings]
    try:
        found = [(part, await _with_tests(kind, part, installation)) for part in await several.parts(installation)]
    except Exception as error:  # noqa: BLE001 - whatever it was, someone needs the others now
        return [_shown(kind, _unreadable(kind, error), shown)]
    if not found:
        return [_shown(kind, several.none(installation), shown)]
    does = several.test.does if several.test else None
    return [
        _shown(kind, standing, shown, part=part, test=does, untestable=several.untestable) for part, standing in found
    ]


async def _with_tests(kind: ConnectionKind, part: Part, installation: Installation) -> Standing:
    return with_tests(part.standing, await installation.tests(kind, part.key))


async def _read(kind: ConnectionKind, installation: Installation) -> ConnectionRead:
    connection, settings = CONNECTIONS[kind], installation.settings
    shown = [
        _setting(name, settings, is_required=name in connection.required)
        for name in (*connection.required, *connection.optional)
    ]
    standing = await _standing(kind, installation)
    is_there = standing.state is not ConnectionState.OFF and _is_set_up(connection, settings)
    return _shown(kind, standing, shown, test=connection.test.does if is_there else None)


def _shown(
    kind: ConnectionKind,
    standing: Standing,
    settings: list[ConnectionSetting],
    *,
    part: Part | None = None,
    test: str | None = None,
    untestable: str | None = None,
) -> ConnectionRead:
    return ConnectionRead(
        kind=kind,
        part=part.key if part else None,
        name=part.name if part else None,
        address=part.address if part else None,
        state=standing.state,
        value=standing.value,
        action=standing.action,
        last_success_at=standing.last_success_at,
        last_error=standing.last_error,
        last_error_at=standing.last_error_at,
        settings=settings,
        test=test,
        untestable=untestable,
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
        return _unreadable(kind, error)


def _unreadable(kind: ConnectionKind, error: Exception) -> Standing:
    log.error("the connection %s cannot be read: %s", kind.value, describe_error(error))
    action = "Try again. If this continues, the log of wardline.system.connections.service names the error."
    return Standing(ConnectionState.UNKNOWN, "Its state could not be read.", action)


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
