"""Every setting of the server, read once from the environment (prefix ``WARDLINE_``)."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import psycopg
from psycopg.conninfo import conninfo_to_dict
from pydantic import AfterValidator, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from wardline.addresses import LOOPBACK_NAMES, canonical_host, is_loopback, parse_host, url_host

DRIVER = "postgresql+psycopg"
ROOM = "{room}"
"""Stands in a video provider's address where the room's name belongs."""

_NO_DATABASE = "is not the address of a PostgreSQL database, postgresql://role:password@host:port/database"
_SEVERAL_HOSTS = (
    "names its hosts in a way that is not understood alike everywhere: write a single one as @host:port, and several "
    "as postgresql://role:password@/database?host=a,b&port=5432,5432&target_session_attrs=read-write"
)


def _database_address(value: str) -> str:
    """The address with our driver in it. What is wrong is told without quoting it, because passwords are in it.

    Most connections are made by SQLAlchemy, the one that listens and those of the worker by libpq: both must read the
    same hosts in it.
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
    """Hosts and ports, each with commas between them; ports that are left out are the usual one."""
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
    raise ValueError(f"is not an http or https address with {ROOM} once behind its host")


RoomAddress = Annotated[str, AfterValidator(_room_address)]


def _host_names(value: str) -> str:
    """Names or addresses, with commas between them."""
    if all(parse_host(name.strip(), may_have_port=False) for name in value.split(",") if name.strip()):
        return value
    raise ValueError("is not a list of host names with commas between them, without schemes and ports")


HostNames = Annotated[str, AfterValidator(_host_names)]


class Settings(BaseSettings):
    """What an installation decides; docs/operations.md lists the same names for its readers."""

    model_config = SettingsConfigDict(env_prefix="WARDLINE_", extra="ignore", frozen=True)

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=1, le=65535)
    public_url: str | None = None
    """Where browsers reach the server; ``http://{host}:{port}`` when not set."""

    further_hosts: HostNames = ""
    """Names, with commas between them, under which the server is also asked for, beside that of `public_url`."""
    allow_http_public_url: bool = False
    """Be reached across the network without TLS."""

    data_dir: Path = Path.home() / ".local" / "share" / "wardline"
    """Home of the embedded database, of the demonstration provider's keys and of the faxes that it prints."""
    database_url: DatabaseAddress | None = None
    """PostgreSQL 15 or newer, the application's role; the embedded database when not set."""
    migrate_url: DatabaseAddress | None = None
    """The same database as its owner, for migrations only."""
    allow_owner: bool = False
    """Serve although the application's role owns its tables; health reports it."""
    allow_database_without_tls: bool = False
    """Use a database across the network without TLS. Health reports this and the others that begin with `allow_`."""

    demo: bool = False
    """Demonstration network and sign-in provider; loopback only."""

    oidc_issuer: str | None = None
    oidc_client_id: str = "wardline-web"
    oidc_audience: str = "wardline-api"
    oidc_user_claim: str = "sub"
    """The token's claim that names the user; compared with the user's ``subject``."""
    oidc_token_hours: int = Field(default=24, ge=1, le=168)
    """For how long an access token may be valid from when it was issued; one that is valid for longer is refused."""
    allow_http_issuer: bool = False
    """Take the tokens of a provider across the network whose keys come without TLS."""
    oidc_provider_name: str = "Single sign-on"
    oidc_invite_policy: str | None = None

    fhir_url: str | None = None
    allow_http_fhir: bool = False
    """Read the census, and file notes, across the network without TLS."""
    fhir_timeout: float = Field(default=10.0, gt=0)
    """Seconds before a census request counts as timed out."""
    fhir_client_id: str | None = None
    """Signs requests to the FHIR server as a SMART backend service of this id, with `fhir_key_file`."""
    fhir_key_file: Path | None = None
    """The private key of that service: a JWK (RSA or EC P-384) or a PEM file."""
    fhir_scope: str = "system/Encounter.read system/Location.read system/Patient.read"
    """What the tokens are for with which the census is read."""
    fhir_filing_scope: str = "system/DocumentReference.read system/DocumentReference.write"
    """What the tokens are for with which signed notes are filed; asked for only where an organization files by FHIR."""
    allow_hl7_without_tls: bool = False
    """Send signed notes to HL7 interfaces across the network without TLS."""
    filing_timeout: float = Field(default=30.0, gt=0)
    """Seconds before a hospital's record counts as not having answered to a document."""

    fax_api_key: SecretStr | None = None
    """The key of the account at Telnyx that sends faxes; all four that describe it, or none."""
    fax_connection_id: str | None = None
    """The account's fax application."""
    fax_from: str | None = None
    """The number that faxes come from, in E.164: +15550100100."""
    fax_public_key: str | None = None
    """What the account's reports are signed with: an Ed25519 public key in base64."""
    fax_url: str = "https://api.telnyx.com/v2"

    idle_minutes: int = Field(default=15, ge=1, le=720)
    """How long nobody may have touched a browser before its user is signed out."""
    note_idle_minutes: int = Field(default=15, ge=1, le=720)
    """How long nobody may have touched an open note before it is saved and closed, and others may write it."""
    calls_per_minute: int = Field(default=600, ge=0)
    """How often one user may make the same costly call; 0 for no limit."""
    paper: Literal["us-letter", "a4"] = "us-letter"
    """The size of the pages of documents."""
    trusted_proxies: str = "127.0.0.1"
    """Addresses, with commas between them, of proxies whose word about the caller's address is taken."""
    allow_any_proxy: bool = False
    """Take anybody's word about it."""
    log_format: Literal["json", "text"] = "json"
    metrics_token: str | None = Field(default=None, min_length=16)
    """The bearer token that may read /metrics; without one nobody may."""

    audit_key_file: Path | None = None
    """The Ed25519 private key, as PEM, that signs the audit trail's checkpoints; without one there are none."""
    audit_trusted_keys_file: Path | None = None
    """Public keys of earlier signing keys, which `wardline audit verify` believes besides: a line in base64 each."""
    audit_checkpoint_minutes: int = Field(default=5, ge=1, le=1440)
    """How often a checkpoint is written while entries come."""
    audit_witnesses: str | None = None
    """Who is told of entries and checkpoints, with commas between them: ``file:///…``, ``syslog+tls://…``, ``https://…``."""
    audit_witness_token: SecretStr | None = None
    """The bearer tokens that collectors ask for, with commas between them: one each in their order, empty for none."""
    allow_witnesses_without_tls: bool = False
    """Tell witnesses across the network without TLS."""

    turn_urls: str | None = None
    """Relays for calls in the app, with commas between them: ``turn:turn.example:3478?transport=udp``."""
    turn_secret: SecretStr | None = None
    """What the relays and the server share, for credentials that expire (coturn's ``static-auth-secret``)."""
    vidyo_join_url: RoomAddress | None = None
    """Where a Vidyo room is entered, ``{room}`` for the name that the location gives it."""
    bluestream_host_url: RoomAddress | None = None
    """Where a host opens a consult's Bluestream room, ``{room}`` for its id; ``bluestream_join_url`` when not set."""
    bluestream_join_url: RoomAddress | None = None
    core_video_host_url: RoomAddress | None = None
    """As `bluestream_host_url`, of the core video room."""
    core_video_join_url: RoomAddress | None = None
    allow_http_video: bool = False
    """Send people to video rooms across the network without TLS."""

    support_phone: str = "(555) 010-0100"
    terms_url: str = "/help#terms"
    privacy_url: str = "/help#privacy"
    admin_url: str = "/admin"
    reporting_url: str = "/reporting"

    @property
    def listening(self) -> str:
        """Where the process listens, as it stands in a URL."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """The address that browsers use, without a trailing slash."""
        return (self.public_url or f"http://{self.listening}").rstrip("/")

    @property
    def hosts(self) -> frozenset[str]:
        """The canonical hosts under which the server answers; a machine that is asked by itself has several."""
        own = url_host(self.origin) or ""
        further = (canonical_host(name.strip()) for name in self.further_hosts.split(","))
        return frozenset({own, *further, *(LOOPBACK_NAMES if is_loopback(own) else ())} - {""})

    @property
    def witness_addresses(self) -> list[str]:
        """Those of `audit_witnesses`, one by one."""
        return [part.strip() for part in (self.audit_witnesses or "").split(",") if part.strip()]

    @property
    def issuer(self) -> str | None:
        """The OpenID provider's issuer; the built-in one's while the demonstration runs without another."""
        if self.oidc_issuer is None and self.demo:
            return f"{self.origin}/demo-identity"
        return self.oidc_issuer

    @property
    def longest_token(self) -> timedelta:
        """`oidc_token_hours`."""
        return timedelta(hours=self.oidc_token_hours)

    @property
    def invite_policy(self) -> str | None:
        """The provider's sign-up policy, with which `/invite` signs in; the built-in one always has one."""
        if self.oidc_issuer is None and self.demo:
            return self.oidc_invite_policy or "invitation"
        return self.oidc_invite_policy
