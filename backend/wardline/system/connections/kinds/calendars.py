"""Calendars elsewhere that call schedules import."""

from typing import Final

from wardline.call_schedules.calendars.standing import imported
from wardline.core.http.client import trusted_certificates
from wardline.system.connections.choices import ConnectionState
from wardline.system.connections.contract import Connection, ConnectionBroken, Installation, Standing, Trial
from wardline.system.connections.reaching import all_of, connect
from wardline.system.words import counted

_HTTPS: Final = 443
_ACTION: Final = "Let the firewall pass requests of this server to the hosts in `WARDLINE_CALENDAR_HOSTS`."


async def read(installation: Installation) -> Standing:
    """Numbers only, because calendars belong to service lines that not every administrator may see."""
    found = await imported(installation.connection)
    if found.calendars == 0:
        return Standing(ConnectionState.UNKNOWN, "No call schedule imports a calendar from an address.")
    number = counted(found.calendars, "calendar")
    facts = (found.read_at, found.problem.label if found.problem else None, found.failed_at)
    if found.failing == found.calendars:
        value = f"None of {number} could be read recently. The last good copies stay in use."
        return Standing(ConnectionState.FAILS, value, _ACTION, *facts)
    if found.failing:
        value = f"{found.failing} of {number} could not be read recently. Their planners see which."
        return Standing(ConnectionState.WORKS, value, None, *facts)
    return Standing(ConnectionState.WORKS, f"{number} could be read recently.", None, *facts)


async def test(installation: Installation) -> str:
    hosts = [name for name in installation.settings.calendar_host_names if not name.startswith("*.")]
    if not hosts:
        value = "The setting names no host in full, so none can be tried."
        raise ConnectionBroken(value, "Import a calendar in a call schedule, which says whether it can be read.")
    tls = trusted_certificates()
    tries = [(f"Host {number}", connect(host, _HTTPS, tls=tls)) for number, host in enumerate(hosts, start=1)]
    await all_of(tries, action=_ACTION)
    return f"{counted(len(hosts), 'host')} answered."


CONNECTION: Final = Connection(
    required=("calendar_hosts",),
    optional=(),
    section="Settings",
    read=read,
    test=Trial("Opens a connection to each host that is named in full. Reads no calendar.", test),
)
