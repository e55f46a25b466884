"""What the values of settings may be; errors are for whoever runs the server."""

import re
from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import urlsplit

import psycopg
from psycopg.conninfo import conninfo_to_dict
from pydantic import AfterValidator, SecretStr
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from wardline.addresses import is_protected, parse_host

DRIVER = "postgresql+psycopg"
ROOM = "{room}"
"""Placeholder for the room's name in a video provider's URL."""

_NO_DATABASE = "is not the address of a PostgreSQL database, postgresql://role:password@host:port/database"
_SEVERAL_HOSTS = (
    "names its hosts in a way that its drivers understand differently: write a single one as @host:port, and several "
    "as postgresql://role:password@/database?host=a,b&port=5432,5432&target_session_attrs=read-write"
)


def _database_address(value: str) -> str:
    """The URL with our driver. Errors never quote it, because it may contain a password.

    SQLAlchemy makes most connections, and libpq those of the listener and the worker: both must see the same hosts.
    """
    try:
        address = make_url(value)
        rest = value.partition(":")[2]
        by_libpq = conninfo_to_dict(f"postgresql:{rest}")
        _, by_sqlalchemy = PGDialect_psycopg().create_connect_args(address)  # type: ignore[no-untyped-call]
    except (ArgumentError, ValueError, psycopg.Error):
        raise ValueError(_NO_DATABASE) from None
    if address.drivername not in {"postgresql", DRIVER}:
        raise ValueError(_NO_DATABASE)
    host, _ = _hosts(by_libpq)
    if _hosts(by_sqlalchemy) != _hosts(by_libpq) or (
        "," in host and by_libpq.get("target_session_attrs") not in {"read-write", "primary"}
    ):
        raise ValueError(_SEVERAL_HOSTS)
    return f"{DRIVER}:{rest}"


def _hosts(parameters: Mapping[str, Any]) -> tuple[str, str]:
    """Comma-separated hosts and ports; an omitted port is the default one."""
    return str(parameters.get("host") or ""), str(parameters.get("port") or "").strip(",")


DatabaseAddress = Annotated[str, AfterValidator(_database_address)]


def _room_address(value: str) -> str:
    address = urlsplit(value)
    if (
        address.scheme in {"http", "https"}
        and address.hostname
        and value.count(ROOM) == 1
        and ROOM not in address.netloc
    ):
        return value
    raise ValueError(f"is not an http or https address with {ROOM} once after its host")


RoomAddress = Annotated[str, AfterValidator(_room_address)]


def _host_names(value: str) -> str:
    """Comma-separated names or addresses."""
    if all(parse_host(name.strip(), may_have_port=False) for name in value.split(",") if name.strip()):
        return value
    raise ValueError("is not a comma-separated list of host names without schemes and ports")


HostNames = Annotated[str, AfterValidator(_host_names)]


def _host_patterns(value: str) -> str:
    """Like `HostNames`; a name may start with ``*.`` for all names below it."""
    _host_names(",".join(name.strip().removeprefix("*.") for name in value.split(",")))
    return value


HostPatterns = Annotated[str, AfterValidator(_host_patterns)]


def names_of(patterns: str) -> list[str]:
    """The names of a comma-separated list, in lowercase."""
    return [name.strip().lower() for name in patterns.split(",") if name.strip()]


def _address_of(value: str, schemes: tuple[str, str]) -> str:
    address = urlsplit(value)
    if address.scheme in schemes and address.hostname and not re.search(r"[\s;,'\"]", value):
        return value
    raise ValueError(f"is not a {schemes[0]} or {schemes[1]} address")


JanusAddress = Annotated[str, AfterValidator(lambda value: _address_of(value, ("wss", "ws")))]
ApiAddress = Annotated[str, AfterValidator(lambda value: _address_of(value, ("https", "http")))]


def _contact_address(value: str) -> str:
    if value.startswith(("mailto:", "https://")):
        return value
    raise ValueError("does not start with mailto: or https://")


ContactAddress = Annotated[str, AfterValidator(_contact_address)]


def _heartbeat_address(value: SecretStr) -> SecretStr:
    address = value.get_secret_value()
    if address.startswith(("https://", "http://")) and is_protected(address):
        return value
    raise ValueError("is not an https address, or an http address of this machine")


HeartbeatAddress = Annotated[SecretStr, AfterValidator(_heartbeat_address)]
